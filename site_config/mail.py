"""How mail leaves the site: one address for what Django takes in seven settings."""

from typing import Any
from urllib.parse import unquote, urlsplit

SMTP = "django.core.mail.backends.smtp.EmailBackend"
CONSOLE = "django.core.mail.backends.console.EmailBackend"
SECONDS = 20
# Scheme to its usual port, and to whether the connection is encrypted once it stands, or from its start.
SCHEMES = {"smtp": (25, False, False), "smtp+tls": (587, True, False), "smtps": (465, False, True)}


def mail_settings(url: str) -> dict[str, Any]:
    """Return Django's settings for mail through `url`; ValueError says what is wrong with it.

    `console:` prints mail where the site runs. `smtp+tls://user:password@host:587` (STARTTLS), `smtps://…:465` (TLS)
    and `smtp://host:25` (not encrypted: for a relay on this machine) send it. Signs of an address in user name or
    password are written as %40 and the like. The connection is given up after 20 seconds.
    """
    parts = urlsplit(url)
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": CONSOLE}
    try:
        usual, starts_tls, is_tls = SCHEMES[parts.scheme]
        port = parts.port or usual
    except (KeyError, ValueError):
        port = 0
    if not port or not parts.hostname or parts.path.strip("/") or parts.query:
        raise ValueError("EMAIL_URL must be console:, smtp+tls://user:password@host, smtps://… or smtp://host.")
    return {
        "EMAIL_BACKEND": SMTP,
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": starts_tls,
        "EMAIL_USE_SSL": is_tls,
        "EMAIL_TIMEOUT": SECONDS,
    }
