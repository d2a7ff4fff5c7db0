"""What the log does not say."""

import logging
import re

# The secret of a list that is shared by link, and the token of an invitation: who has them, has what they open.
SECRETS = re.compile(r"(/lists/(?:s|join)/)[^/.?\s\"']+")


class HideSecrets(logging.Filter):
    """Puts a dash for every secret in an address."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without its secrets."""
        message = record.getMessage()
        hidden = SECRETS.sub(r"\1–", message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        return True
