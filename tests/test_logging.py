"""What the log says, and what it does not."""

import logging

import pytest

from site_config.log_filter import HideSecrets


@pytest.mark.parametrize(
    ("message", "args", "expected"),
    [
        ("Service Unavailable: %s", ("/lists/s/AbC-_9/copy/",), "Service Unavailable: /lists/s/–/copy/"),
        ("%s %s: locked", ("GET", "/lists/s/AbC.csv"), "GET /lists/s/–.csv: locked"),
        ("/lists/join/AbC/?next=/x", (), "/lists/join/–/?next=/x"),
        ("Not Found: %s", ("/lists/abc123/",), "Not Found: /lists/abc123/"),
    ],
)
def test_no_secret_of_a_list_stands_in_the_log(message: str, args: tuple[str, ...], expected: str) -> None:
    record = logging.LogRecord("x", logging.ERROR, "", 0, message, args, None)
    assert HideSecrets().filter(record)
    assert record.getMessage() == expected
