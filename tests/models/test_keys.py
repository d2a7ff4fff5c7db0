"""How names and texts are told apart."""

import pytest

from catalogue.models import free_key, free_slug, name_key, slug_of, text_hash


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("LLM", "llm"),
        ("ＬＬＭ", "LLM"),
        ("siècle", "sie\u0300cle"),
        (" deep   learning\n", "Deep Learning"),
        ("Straße", "STRASSE"),
        ("ﬁne", "fine"),
        ("İstanbul", "i̇stanbul"),
    ],
)
def test_spellings_of_one_name_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    assert text_hash(one) == text_hash(other)


@pytest.mark.parametrize("name", ["İstanbul", "ǰ", "ΐ", "ﬃ", "x\u0345a", "ẞ", "Ω"])
def test_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


@pytest.mark.parametrize(("one", "other"), [("C", "C#"), ("C", "C++"), ("a b", "ab"), ("résumé", "resume")])
def test_different_names_have_different_keys(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_hash_is_26_characters_of_crockfords_alphabet() -> None:
    hash_ = text_hash("An abstract.")

    assert len(hash_) == 26
    assert set(hash_) <= set("0123456789abcdefghjkmnpqrstvwxyz")
    assert hash_ == text_hash("AN  ABSTRACT.")


def test_a_key_grows_by_one_character_a_collision() -> None:
    assert free_key("abcdefghijkl", lambda key: False) == "abcdefgh"
    assert free_key("abcdefghijkl", lambda key: key in {"abcdefgh", "abcdefghi"}) == "abcdefghij"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Deep learning", "deep-learning"),
        ("  Q&A ", "q-a"),
        ("C++", "c"),
        ("TCP/IP", "tcp-ip"),
        ("Élan vital", "elan-vital"),
        ("强化学习", "强化学习"),
        ("Ωμέγα", "ωμεγα"),
        ("हिन्दी भाषा", "हिन्दी-भाषा"),
        ("snake_case", "snake-case"),
        ("🙂", ""),
        ("x" * 300, "x" * 80),
    ],
)
def test_slugs_read_like_their_names(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_names_with_one_slug_get_different_addresses_that_do_not_depend_on_history() -> None:
    taken = {"c"}
    sharp = free_slug("C#", taken.__contains__)
    plus = free_slug("C++", taken.__contains__)

    assert sharp.startswith("c-")
    assert plus.startswith("c-")
    assert sharp != plus
    assert free_slug("C++", {"c", sharp}.__contains__) == plus
    assert len(free_slug("🙂", taken.__contains__)) == 4
