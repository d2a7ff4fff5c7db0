"""The fast way to a model's features finds what the slow one finds."""

from hypothesis import given, settings
from hypothesis import strategies as st

from catalogue.extraction import Term, Text, Vocabulary, read
from catalogue.extraction.features import KnownFeatures, features

VOCABULARY = Vocabulary(
    [Term(1, "area", "birds", "Birds", ("bird", "bird sort")), Term(2, "task", "sorting", "Sorting", ("sort",))]
)
PIECES = st.sampled_from(
    "We propose |our work introduces |a method|SafetyBench|LLMs|bird|birds|-|–| |. |\n|; |sort |sort bird|𝐋𝐢|é|ß|İ|ŉ|5%|2.5".split(
        "|"
    )
)
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=20).map("".join))


@settings(deadline=None)
@given(TEXTS, TEXTS, TEXTS, st.data())
def test_the_known_features_of_any_text_are_those_of_its_features_that_are_known(
    abstract: str, title: str, keywords: str, data: st.DataObject
) -> None:
    passages = read(Text(abstract, title, keywords), VOCABULARY).passages
    every = features(passages)
    some = data.draw(st.sets(st.sampled_from(sorted(every)))) if every else set()
    for known in (some, {*every}, {*some, "absent", "absent word", "!absent", "#area:absent*"}):
        assert KnownFeatures(known)(passages) == {name: value for name, value in every.items() if name in known}
