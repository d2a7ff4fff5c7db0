"""What kind of binary file begins with these bytes: so that a PDF is refused as a PDF, and not as bad text."""

import re

# The longest signature lies within the first kilobyte; the names inside an office file within the first four.
HEAD_BYTES = 4096

# Pattern over the first bytes -> what to call the file. All patterns hold bytes that no text has,
# or are asked only when the first bytes hold a control character (TEXTLIKE).
SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (rb"PK\x03\x04.{26}mimetypeapplication/epub", "an EPUB book"),
    (rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument", "an OpenDocument file"),
    (rb"PK\x03\x04.*word/", "a Word document"),
    (rb"PK\x03\x04.*xl/", "an Excel workbook"),
    (rb"PK\x03\x04.*ppt/", "a PowerPoint presentation"),
    (rb"PK\x03\x04.{26}\[Content_Types\]\.xml", "a Word, Excel or PowerPoint file"),
    (rb"PK(?:\x03\x04|\x05\x06)", "a ZIP archive"),
    (rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word, Excel or PowerPoint file"),
    (rb"\x1f\x8b", "a gzip archive"),
    (rb"\xfd7zXZ\x00", "an xz archive"),
    (rb"\x28\xb5\x2f\xfd", "a Zstandard archive"),
    (rb"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (rb"BZh[1-9]\x31\x41\x59\x26\x53\x59", "a bzip2 archive"),
    (rb"Rar!\x1a\x07", "a RAR archive"),
    (rb".{257}ustar[\x00 ]", "a tar archive"),
    (rb"SQLite format 3\x00", "a SQLite database"),
    (rb"\x89PNG\r\n\x1a\n", "a PNG image"),
    (rb"\xff\xd8\xff", "a JPEG image"),
    (rb"(?:II\x2a\x00|MM\x00\x2a)", "a TIFF image"),
    (rb"\x7fELF", "a program"),
    (rb".{4}ftyp", "a video"),
)
TEXTLIKE: tuple[tuple[bytes, str], ...] = (
    (rb"GIF8[79]a", "a GIF image"),
    (rb"RIFF....WEBP", "a WebP image"),
    (rb"RIFF....WAVE", "a sound file"),
    (rb"ID3", "an MP3 file"),
    (rb"AT&TFORM", "a DjVu document"),
    (rb"MZ", "a program"),
)
PDF = re.compile(rb"\s*%PDF-\d")
CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


def binary_kind(head: bytes) -> str:
    """What a file that begins with `head` (HEAD_BYTES are enough) is, as in “a PDF”; empty where it may be text."""
    if PDF.match(head):
        return "a PDF"
    known = SIGNATURES + TEXTLIKE if CONTROLS.search(head, 0, 64) else SIGNATURES
    for pattern, kind in known:
        if re.match(pattern, head, re.DOTALL):
            return kind
    return ""
