"""How queries are read: every text has a reading, none is an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.models import TagKind
from catalogue.search import parse
from catalogue.search.query import TAG_FIELDS

# What somebody may type or paste, and how it is read; empty: nothing in it can be looked for.
READ_AS = [
    ("diffusion", "“diffusion”"),
    ("diffusion graph", "“diffusion” and “graph”"),
    ('"a phrase"', "“a phrase”"),
    ('"a phrase" -word', "“a phrase” and not “word”"),
    ("a OR b", "“a” or “b”"),
    ("a OR b c", "“a” or (“b” and “c”)"),
    ("(a OR b) c", "(“a” or “b”) and “c”"),
    ("a AND b", "“a” and “b”"),
    ("a AND (b OR c)", "“a” and (“b” or “c”)"),
    ("a NOT b", "“a” and not “b”"),
    ("NOT a", "not “a”"),
    ("NOT NOT a", "“a”"),
    ("-NOT a", "“a”"),
    ("NOT -a", "“a”"),
    ("tran*", "“tran…”"),
    ("multi-age*", "“multi-age…”"),
    ("*tran", "“*tran”"),
    ("a*b", "“a*b”"),
    ("*", ""),
    ("**", ""),
    ('"x*"', "“x*”"),
    ("title:diffusion", "“diffusion” in the title"),
    ("TITLE:diffusion", "“diffusion” in the title"),
    ('title:"graph neural"', "“graph neural” in the title"),
    ("title:diff*", "“diff…” in the title"),
    ("title:(a OR b)", "“a” in the title or “b” in the title"),
    ("title:(a -b)", "“a” in the title and not “b” in the title"),
    ('abstract:x author:"Ada Bell"', "“x” in the abstract and “Ada Bell” in the authors"),
    ("name:Dreamer", "“Dreamer” in the names"),
    ("-title:x", "not “x” in the title"),
    ("title:-x", "“-x” in the title"),
    ("title:", "“title:”"),
    ("title: x", "“title:” and “x”"),
    ('title:"', ""),
    ("title:()", ""),
    ("my title: part 1", "“my” and “title:” and “part” and “1”"),
    ("SXS:BBH:0002", "“SXS:BBH:0002”"),
    ("a:b:c", "“a:b:c”"),
    ("::", ""),
    (":", ""),
    ("http://example.org/a?b=c", "“http://example.org/a?b=c”"),
    ('tag:"work in progress"', "tag “work in progress”"),
    ("tag:f(x)", "tag “f(x)”"),
    ("tag:(a OR b)", "tag “a” or tag “b”"),
    ("tag:*", "tag “*”"),
    ("tag:", "“tag:”"),
    ("area:planning method:diffusion", "area “planning” and method “diffusion”"),
    ('dataset:"MS COCO"', "dataset “MS COCO”"),
    ('collection:"ICLR 2026"', "collection “ICLR 2026”"),
    ("year:2024", "year 2024"),
    ("year:2024..2026", "year 2024 to 2026"),
    ("year:..2024", "year 2024 or earlier"),
    ("year:2024..", "year 2024 or later"),
    ("year:..", "“year:..”"),
    ("year:abc", "“year:abc”"),
    ("year:20244", "“year:20244”"),
    ("year:2026..2024", "year 2024 to 2026"),
    ("has:code", "has “code”"),
    ("HAS:CODE", "has “code”"),
    ("has:nothing", "“has:nothing”"),
    ("is:theory", "is “theory”"),
    ("list:4f9k2m", "list “4f9k2m”"),
    ('"open science', "“open science”"),
    ('open science"', "“open” and “science”"),
    ('"', ""),
    ('""', ""),
    ('" "', ""),
    ('"""', ""),
    ('a"b"c', "“a” and “b” and “c”"),
    ('5" disk', "“5” and “disk”"),
    ("“curly quotes”", "“curly quotes”"),
    ("„low quotes“", "“low quotes”"),
    ("«guillemets»", "“guillemets”"),
    ("＂wide＂", "“wide”"),
    ("10/", "“10/”"),
    ("/", ""),
    ("\\", ""),
    ("\\\\", ""),
    ("^", ""),
    ("~", ""),
    ("@x", "“@x”"),
    ("@nasa", "“@nasa”"),
    ("#tag", "“#tag”"),
    ("%", ""),
    ("50%", "“50%”"),
    ("100% a_b", "“100%” and “a_b”"),
    ("_", ""),
    ("<x>", "“<x>”"),
    ("<script>alert(1)</script>", "“<script>alert(1)</script>”"),
    ("&amp;", "“&amp;”"),
    ("a&b", "“a&b”"),
    ("a|b", "“a|b”"),
    ("a||b", "“a||b”"),
    ("!", ""),
    ("!a", "“!a”"),
    ("?", ""),
    ("a?", "“a?”"),
    ("+", ""),
    ("+a", "“+a”"),
    ("a+b", "“a+b”"),
    ("C", "“C”"),
    ("C#", "“C#”"),
    ("C++", "“C++”"),
    ("TCP/IP", "“TCP/IP”"),
    ("Q&A", "“Q&A”"),
    ("$\\alpha$", "“$\\alpha$”"),
    ("\\alpha", "“\\alpha”"),
    ("α", "“α”"),
    ("a'b", "“a'b”"),
    ("'", ""),
    ("''", ""),
    ("O'Neill", "“O'Neill”"),
    ("don’t", "“don’t”"),
    ("it's", "“it's”"),
    ("park.", "“park.”"),
    (".", ""),
    ("...", ""),
    ("3.5", "“3.5”"),
    ("v1.2", "“v1.2”"),
    ("GPT-4", "“GPT-4”"),
    ("multi-agent", "“multi-agent”"),
    ("state-of-the-art", "“state-of-the-art”"),
    ("self-supervised", "“self-supervised”"),
    ("-agent", "not “agent”"),
    ("--agent", "“--agent”"),
    ("-", ""),
    ("--", ""),
    ("- a", "“a”"),
    ("a -", "“a”"),
    ("a - b", "“a” and “b”"),
    ("a -b", "“a” and not “b”"),
    ("a--b", "“a--b”"),
    ('-"x y"', "not “x y”"),
    ("-(a b)", "not (“a” and “b”)"),
    ("-()", ""),
    ("NOT (a OR b)", "not (“a” or “b”)"),
    ("(", ""),
    (")", ""),
    ("()", ""),
    ("(((", ""),
    (")))", ""),
    ("((a", "“a”"),
    ("a))", "“a”"),
    ("(a))(b", "“a” and “b”"),
    ("f(x)", "“f(x)”"),
    ("(f(x))", "“f(x)”"),
    ("f(x", "“f(x”"),
    ("f)x", "“f” and “x”"),
    ("and", "“and”"),
    ("or", "“or”"),
    ("not", "“not”"),
    ("AND", "“AND”"),
    ("OR", "“OR”"),
    ("NOT", "“NOT”"),
    ("or or", "“or” and “or”"),
    ("OR OR", "“OR” and “OR”"),
    ("OR a", "“OR” and “a”"),
    ("a OR", "“a” and “OR”"),
    ("a OR OR b", "(“a” and “OR”) or “b”"),
    ("a AND OR b", "(“a” and “AND”) or “b”"),
    ("a AND", "“a” and “AND”"),
    ("AND AND AND", "“AND” and “AND”"),
    ("GAN OR VAE", "“GAN” or “VAE”"),
    ("USE OF A OR B IN C NOT D", "“USE” and “OF” and “A” and “OR” and “B” and “IN” and “C” and “NOT” and “D”"),
    ("good or bad", "“good” and “or” and “bad”"),
    ('"beyond good and evil"', "“beyond good and evil”"),
    ('"NOT"', "“NOT”"),
    ("to be or not to be", "“to” and “be” and “or” and “not” and “to” and “be”"),
    ("强化学习", "“强化学习”"),
    ("（强化 OR 学习）", "“强化” or “学习”"),
    ("强", "“强”"),
    ("がぎ", "“がぎ”"),
    ("हिन्दी", "“हिन्दी”"),
    ("🙂", ""),
    ("🙂 a", "“a”"),
    ("Go\u0308del", "“Go\u0308del”"),
    ("ｇöｄｅｌ", "“ｇöｄｅｌ”"),
    ("Ωμέγα", "“Ωμέγα”"),
    ("x\u200by", "“x\u200by”"),
    ("a\xadb", "“a\xadb”"),
    ("\ufeffa", "“\ufeffa”"),
    ("\x00", ""),
    ("a\x00b", "“a\x00b”"),
    ("\ud800", ""),
    (
        "SELECT * FROM papers; DROP TABLE papers",
        "“SELECT” and “FROM” and “papers;” and “DROP” and “TABLE” and “papers”",
    ),
    ("'; DROP TABLE papers; --", "“DROP” and “TABLE” and “papers;”"),
    ("{title} : a", "“{title}” and “a”"),
    ("title : a", "“title” and “a”"),
    ("a NEAR b", "“a” and “NEAR” and “b”"),
    ("NEAR(a b, 5)", "“NEAR(a” and “b,” and “5”"),
    ("a <-> b", "“a” and “b”"),
    ("'a':*", "“'a':…”"),
    ("!a & b", "“!a” and “b”"),
    ("a:A", "“a:A”"),
    ("rowid:1", "“rowid:1”"),
    ("null", "“null”"),
    ("None", "“None”"),
    ("0", "“0”"),
    ("-1", "not “1”"),
    ("1e309", "“1e309”"),
    ("0x1F", "“0x1F”"),
    ("99999999999999999999", "“99999999999999999999”"),
    ("\t a \n b \r", "“a” and “b”"),
]


@pytest.mark.parametrize(("typed", "read"), READ_AS)
def test_a_query_is_read_leniently(typed: str, read: str) -> None:
    assert str(parse(typed)) == read


@given(
    st.lists(
        st.sampled_from(['"', "(", ")", "-", "*", ":", "OR ", "AND ", "NOT ", "title:", "tag:(", "year:", " ", "a"])
    )
)
def test_signs_in_any_order_have_a_reading(signs: list[str]) -> None:
    query = parse("".join(signs))

    assert str(query.loosened()) or not query
    for piece in query.pieces:
        assert len(query.without(piece)) <= len(query.text)


@given(st.text())
def test_every_text_has_a_reading(text: str) -> None:
    assert bool(parse(text)) == bool(str(parse(text)))


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("a %", "“%” holds no letters or digits; it was left out."),
        ("a)", "A bracket closes nothing; it was left out."),
        ("a -)", "A bracket closes nothing; it was left out."),
        ("has:x", "“has:x” was read as text: “x” is not known after has:."),
        ("w " * 401, "Only the first 400 words were used."),
        ("-".join(["w"] * 41), f"Of “{'w-' * 30}…” only the first 40 words were used."),
        ("a* b* title:(c* d*) e* f*", "Only the first 5 words with * stand for all that begin so."),
    ],
)
def test_what_was_left_out_is_said(typed: str, note: str) -> None:
    assert note in parse(typed).notes


def test_words_that_must_stand_together_and_words_that_may_go_on_are_few() -> None:
    assert parse("-".join(f"w{number}" for number in range(100))).terms[0].words == [f"w{n}" for n in range(40)]
    assert [term.open for term in parse("a* b* title:(c* d*) e* f*").terms] == [True] * 5 + [False]


def test_brackets_may_lie_deep_and_signs_may_be_many() -> None:
    assert str(parse("(" * 5000 + "a" + ")" * 5000)) == "“a”"
    assert str(parse("NOT " * 37 + "a")) == "not “a”"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("graph the kernels", "some of “graph”, “the”, “kernels”"),
        ("graph kernels -trees year:2024", "some of “graph”, “kernels” and not “trees” and year 2024"),
        ('graph "of trees"', "some of “graph”, “of trees” or “of trees”"),
        ("graph (or tree) kernels", "some of “graph”, “or”, “tree”, “kernels”"),
        ("graph", "“graph”"),
        ("a OR b", "“a” or “b”"),
    ],
)
def test_a_loosened_query_asks_for_some_of_the_words(typed: str, read: str) -> None:
    assert str(parse(typed).loosened()) == read


def test_a_pasted_paragraph_has_no_operators() -> None:
    query = parse("word " * 40 + "(and -more NOT less)")

    assert [str(term) for term in query.terms[40:]] == ["“and”", "“more”", "“NOT”", "“less”"]
    assert query.notes == ()


def test_a_long_query_with_joints_is_no_paragraph() -> None:
    """Reviewers of literature join dozens of words."""
    words = " OR ".join(f"word{number}" for number in range(19))
    query = parse(f"({words}) AND (kernel OR tree) -graph")

    assert not query.is_prose
    assert str(query).endswith("and (“kernel” or “tree”) and not “graph”")
    assert parse("word " * 41).is_prose
    assert parse("强化学习的方法" * 10).is_prose
    assert not parse("word " * 40).is_prose


def test_a_part_can_be_taken_out_of_the_text() -> None:
    query = parse('graph "neural  nets" -(a OR b)')

    assert [query.without(piece) for piece in query.pieces] == [
        '"neural nets" -(a OR b)',
        "graph -(a OR b)",
        'graph "neural nets"',
    ]


def test_every_kind_of_tag_is_a_field() -> None:
    assert set(TAG_FIELDS) == {"tag", *TagKind.values}
