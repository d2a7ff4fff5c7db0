"""English words that say nothing of what a paper is about."""

from catalogue.search.documents import stem

_WORDS = """
a about above after again all also am an and any are as at be because been before being below between both but by can
could did do does doing down during each few for from further had has have having he her here hers him his how i if in
into is it its itself just me more most my no nor not of off on once only or other our ours out over own same she
should so some such than that the their theirs them then there these they this those through to too under until up us
very was we were what when where which while who whom whose why will with would you your yours
""".split()
# Words that may stand in the abstract of any paper.
_OF_ABSTRACTS = """
accordingly achieve across addition address advance advantage affect aim allow although among analyze anonymous appear
applicable apply approach arise art assess assign attempt available avoid baseline become benefit best better beyond
build can cannot capture case cause central certain challenge change choice clear code com combine common complete
comprehensive concern conduct confirm consequently consider considerable consist contribute contribution create critical
crucial current demonstrate derive despite develop differ difficult directly distinct diverse due early easily effective
effectively efficiency efficient either empirical enable encourage enhance ensure especially essential establish
evaluate even evident example exhibit exist existing expand experiment experimental explore extensive facilitate fail
final finding first five focus follow four framework full fully fundamental furthermore gain gap github given good
greatly help hence high higher highlight hinder however https identify impact important improve include increase
increasing indicate insight inspire instead interest introduce investigate involve issue key lack large larger lead less
leverage like likewise limit limitation low lower main maintain major make many may meaningful method might moreover
motivate much must naturally near need new next notable notably novel observe obtain obvious offer often one outperform
overall overcome overlook paper particular perform performance play popular possible potential practical practically
present previous primarily principle prior produce progress project promise promising proper propose provide publicly
raise range rather recent recently relevant reliable rely remain remarkable require research respectively result reveal
role same second seek serve severe share show significant similar simple simply since single six small solution specific
specifically still strength strong struggle study substantial success suffer sufficient suggest superior support surpass
systematic tackle technique thereby therefore though three thus together toward turn two type typical unclear underscore
understand unlike upon usage use utilize valid validate variety various vary via vital way well whether wide widely
within without work yet yield
""".split()
_STEMS = frozenset(map(stem, _WORDS))
_STEMS_OF_ABSTRACTS = frozenset(map(stem, _OF_ABSTRACTS))


def is_stop_word(word: str) -> bool:
    """Whether a word, as it stands in a search document, says nothing."""
    return word in _STEMS


def is_of_any_abstract(word: str) -> bool:
    """Whether a word, as it stands in a search document, says little of what an abstract is about."""
    return word in _STEMS_OF_ABSTRACTS
