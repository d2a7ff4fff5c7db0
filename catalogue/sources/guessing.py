"""Which encoding bytes are in that have no byte order mark and are not UTF-8.

First the wide encodings (UTF-16, UTF-32), which show by their NUL bytes. Then Windows-1252 and its old Macintosh
sister, wherever what they make of the bytes reads like Western text: an English abstract with two curly quotes says
too little for statistics, which would call it Polish. Only what is left goes to charset-normalizer.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

import charset_normalizer

SAMPLE_BYTES = 64 * 1024
WINDOW_BYTES = 4096

# What charset-normalizer may answer. Where one name means several sets of characters, all of them stand together, the
# published one first: `①` in EUC-JP and `€` in Big5 are in the larger ones only. All are tried on the file in turn.
ONE_BYTE = (
    ("cp1252",),
    ("cp1250",),
    ("iso8859_2",),
    ("cp1251",),
    ("koi8_r",),
    ("cp1253",),
    ("cp1254",),
    ("mac_roman",),
)
EAST_ASIAN = (
    ("gb18030",),
    ("big5", "cp950", "big5hkscs"),
    ("cp932",),
    ("euc_jp", "euc_jis_2004"),
    ("cp949",),
)
FAMILIES = {name: family for family in ONE_BYTE + EAST_ASIAN for name in family}
MULTIBYTE = {name for family in EAST_ASIAN for name in family}

WESTERN = ("cp1252", "mac_roman")
WESTERN_FAULTS = 0.1
WESTERN_SHARE = 0.07
HANDFUL = 0.01

# The letters and signs of French, German, Spanish, Italian and Portuguese. A text that uses no other byte is in one of
# these, also where it has more accents than statistics take for Western: they would read `très` as Polish.
WESTERN_BYTES = set(re.findall(rb".", "éèêëàâáãçîïíìôóòõùûúüöäñßœæÉÈÊÀÂÇÎÔÖÜÄÑÁÍÓÚ’‘“”–—…«»°\xa0¿¡".encode("cp1252")))

LINE = re.compile(rb"[^\r\n]+")
HIGH_BYTE = re.compile(rb"[\x80-\xff]")
# These bytes are never the second half of a character, in none of the encodings above.
SAFE_CUT = re.compile(rb"[\t\n\r -/]")

NOT_ASCII = re.compile(r"[^\x00-\x7f]")
# What Windows-1252 never says when it is right: a symbol inside a word, a capital after a small letter that no capital
# follows, three non-ASCII characters in a row, a currency or a spacing accent hard behind a letter.
UNWESTERN = re.compile(
    r"(?<=[a-zß-öø-ÿ])[À-ÖØ-ÞŠŒŽŸ](?![A-ZÀ-ÖØ-Þ])"
    r"|(?<=[^\W\d_A-Z])[^\w\x00-\x7f’‘‚“”„–—…·×«»‹›-](?=[^\W\d_A-Z])"
    r"|(?<=[a-zà-ÿ])[¹²³](?=[a-zà-ÿ])"
    r"|[^\x00-\x7f]{3,}"
    r"|[ˆ˜¨¯´¸¬¦¤](?=\w)"
    r"|[¡¿](?=[a-z\s]|$)"
)


def wide_encoding(sample: bytes) -> str:
    """UTF-16 or UTF-32 without byte order mark, told by a sample from the start of a file with NUL bytes; or empty."""
    quarters = [sample[phase::4].count(0) / max(len(sample) // 4, 1) for phase in range(4)]
    if min(quarters[2:]) > 0.9 and quarters[0] < 0.5:
        candidates: tuple[str, ...] = ("utf-32-le",)
    elif min(quarters[:2]) > 0.9 and quarters[3] < 0.5:
        candidates = ("utf-32-be",)
    else:
        candidates = ("utf-16-le", "utf-16-be")
    width = 4 if "32" in candidates[0] else 2
    even = sample[: len(sample) // width * width]
    texts = {encoding: even.decode(encoding, "replace") for encoding in candidates}
    best = max(candidates, key=lambda encoding: written_share(texts[encoding]))
    text = texts[best]
    parted = sum(text.count(mark) for mark in " \n\r\u3000、。，") >= len(text) / 100
    return best if parted and written_share(text) > 0.97 else ""


def written_share(text: str) -> float:
    """The share of the characters that somebody may have written: assigned, no control characters, no halves."""
    strange = sum(unicodedata.category(character) in {"Cc", "Cn", "Co", "Cs"} for character in text)
    strange -= sum(text.count(mark) for mark in "\t\n\r\f\v") - text.count("\ufffd")
    return 1 - strange / max(len(text), 1)


def sample_of(chunks: Iterable[bytes]) -> bytes:
    """Lines with bytes over 127, or windows around such bytes; at most half of the sample from the first chunk.

    Nothing is cut inside a character, if there is white space or ASCII punctuation to cut at.
    """
    windows: list[bytes] = []
    room = SAMPLE_BYTES // 2
    for part in cut_safely(chunks):
        for line in LINE.finditer(part) if not part.isascii() else ():
            high = HIGH_BYTE.search(part, line.start(), line.end())
            if high and room > 0:
                windows.append(window(part[max(line.start(), high.start() - WINDOW_BYTES // 4) : line.end()]))
                room -= len(windows[-1])
        room += SAMPLE_BYTES // 32
        if sum(map(len, windows)) >= SAMPLE_BYTES:
            break
    return b"\n".join(windows)


def cut_safely(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in other parts: each ends at a byte that is a character of its own, if there is one near."""
    rest = b""
    for chunk in chunks:
        end = max(len(rest) - WINDOW_BYTES, 0)
        cuts = [match.end() for match in SAFE_CUT.finditer(rest, end)] or [len(rest) if end else 0]
        yield rest[: cuts[-1]]
        rest = rest[cuts[-1] :] + chunk
    yield rest


def window(line: bytes) -> bytes:
    """The first part of a line, ending at a byte that is a character of its own where there is one."""
    if len(line) <= WINDOW_BYTES:
        return line
    cuts = [match.start() for match in SAFE_CUT.finditer(line, 0, WINDOW_BYTES)]
    return line[: cuts[-1]] if cuts else line[:SAMPLE_BYTES]


def utf8_share(sample: bytes) -> float:
    """The share of what is not ASCII in a sample that is UTF-8 all the same.

    Other encodings look like UTF-8 by chance: one-byte ones never (measured: 0.00), East Asian ones up to 0.37.
    """
    text = sample.decode("utf-8", "replace")
    bad = text.count("\ufffd")
    return 1 - bad / max(len(NOT_ASCII.findall(text)), 1)


def legacy_encodings(sample: bytes) -> tuple[str, ...]:
    """The encodings to try for a file with this sample, in order; none where nothing fits.

    Half of the sample is enough: so a file with a few bad bytes is known for what it is, and they are found.
    """
    middle = sample.find(b"\n", len(sample) // 2)
    halves = (sample[:middle], sample[middle + 1 :]) if middle > 0 else ()
    return next(filter(None, map(fitting_encodings, (sample, *halves))), ())


def fitting_encodings(sample: bytes) -> tuple[str, ...]:
    """The encodings that all of a sample is in, as one name or as one family."""
    share = len(HIGH_BYTE.findall(sample)) / max(len(sample), 1)
    if not share:
        return ()
    if share < WESTERN_SHARE or not set(HIGH_BYTE.findall(sample)) - WESTERN_BYTES:
        for encoding in WESTERN:
            if western_faults(sample, encoding) <= WESTERN_FAULTS:
                return (encoding,)
    matches = charset_normalizer.from_bytes(sample, cp_isolation=list(FAMILIES), preemptive_behaviour=False)
    best = matches.best()
    guess = best.encoding if best else ""
    if share < HANDFUL and guess not in MULTIBYTE and western_faults(sample, "cp1252") <= 1:
        guess = "cp1252"
    return FAMILIES.get(guess, ())


def western_faults(sample: bytes, encoding: str) -> float:
    """The share of the non-ASCII characters that a Western text would not have there; 2 where it does not decode."""
    try:
        text = sample.decode(encoding)
    except UnicodeDecodeError:
        return 2
    faults = sum(len(match[0]) for match in UNWESTERN.finditer(text))
    return faults / max(len(NOT_ASCII.findall(text)), 1)
