"""The server. Gunicorn reads this file where it is started."""

from gunicorn.http import message

# A pasted text of 5,000 Chinese characters is 45,000 characters of an address. Gunicorn itself allows at most 8,190
# or no limit at all, which lets anybody fill the memory.
message.MAX_REQUEST_LINE = limit_request_line = 65_536
