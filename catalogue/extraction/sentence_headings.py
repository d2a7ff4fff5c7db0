"""Headings made of a sentence that says what the paper does: its object, or what it states."""

import re
from collections.abc import Iterator
from dataclasses import replace

from catalogue.extraction.drafts import KINDS, MAKING, SELF, Draft, phrase, without_novelty
from catalogue.extraction.evidence import Found
from catalogue.extraction.first_sentence import HEADING_LENGTH
from catalogue.extraction.looks import is_thin
from catalogue.extraction.sentences import Role, Sentence

_STUDYING = (
    r"(?:study|studies|investigat(?:e|es)|analy[sz]es?|examin(?:e|es)|explor(?:e|es)|revisits?|characteri[sz]es?|"
    r"address(?:es)?|tackles?|re-?examines?|rethinks?|formali[sz]es?|quantif(?:y|ies)|focus(?:es)? on|uncovers?|"
    r"reveals?|understands?|generali[sz]es?|elucidates?|"
    r"reformulates?|shed light on|systemati[sz]es?|survey|model)"
)
_STATING = (
    r"(?:shows?|proves?|finds?|demonstrates?|argues?|observes?|identif(?:y|ies)|establish(?:es)?|posits?|"
    r"hypothesi[sz]es?|reveals?)"
)
_WE = re.compile(
    r"\b(?:[Ww]e|[Tt]his (?:paper|work|study|article|survey|report)|[Oo]ur (?:work|paper|study|analysis|"
    r"(?:\w+ )?(?:results?|contribution|analysis|findings))|(?:[Tt]he|[Oo]ur) (?:\w+ )?(?:aim|goal|objective|purpose)"
    r"(?: of this (?:paper|work|study))? is to) (?:(?:\w+ly|also|then|first|instead|here|further|thus|therefore|"
    r"hence|aim to|"
    r"seek to|will) )*"
)
_AND = r"(?:[^,.;]{0,60} and )?"
_PROBLEM = r"(?:(?:the |a )?(?:problems?|tasks?|challenges?|questions?|idea) of )?"
# What a paper says it helps to understand: "insights into the geometry of networks".
_UNDERSTANDING = re.compile(
    r"\b(?:understanding of|insights? into|light on|implications (?:for|of)|foundations? (?:for|of)|nature of|"
    r"(?=(?:geometry|dynamics|role|impact|effects?|limits|theory|expressivity|expressiveness|complexity) of)) "
    r"?(?=(?:the |how |why )?[\w-]{4,} )"
)
_QUESTION = r"(?:(?:the|a) (?:\w+ )?question[:,]? |: )?(?=(?:how|why|when|whether|what|under what|to what extent)\b)"
_SOLVING = (
    r"(?:(?:investigate|study|explore|examine|instantiate|implement|realize) (?:this|these|both|such)|"
    r"address|tackle|resolve|solve|challenge|overcome|fill|bridge|close|remedy|mitigate|do so|achieve|revisit|extend|"
    r"improve|reduce|build on)\b"
    r"[^,.;:]{0,70}? (?:by|through) (?!(?:proving|showing|demonstrating)\b)"
)
# What stands after "we": the rule, and how well its object does as a heading.
_OBJECTS: list[tuple[re.Pattern[str], str, float]] = [
    (re.compile(rf"{_AND}{MAKING},? (?:to (?:our|the best of our) knowledge, )?"), "what is made", 2.4),
    (
        re.compile(rf"{_AND}{_STUDYING} (?!whether|how|why|what|that|this|these|it\b){_PROBLEM}"),
        "what is studied",
        3.2,
    ),
    (
        re.compile(rf"(?:{_STUDYING}|ask|show|demonstrate|understand|illustrate|discuss|explain|clarify) {_QUESTION}"),
        "what is asked",
        1.7,
    ),
    (re.compile(rf"{_SOLVING}(?:{MAKING} )?"), "what is made", 1.5),
    (
        re.compile(rf"(?:use|leverage|combine|build on|draw on|exploit|utilize)\b[^.;:()]{{0,90}}? to {MAKING} "),
        "what is made",
        1.7,
    ),
    (re.compile(r"(?:cast|frame|formulate|view|treat|recast) (?=[^.;:()]{8,70}? as )"), "what is recast", 1.2),
    (
        re.compile(
            rf"(?:use|apply|adapt|employ|leverage|extend|conduct|develop|utilize|adopt|run|take|"
            rf"combine)\b[^.;:()]{{0,90}}? to "
            rf"(?:\w+ly )?(?:{_STUDYING}|assess|measure|evaluate|compare|predict|detect|estimate|diagnose|verify) "
            rf"(?!whether|how|why|what|that|this|these|it\b){_PROBLEM}"
        ),
        "what is studied",
        2.1,
    ),
    (
        re.compile(
            r"(?:extend|build on|challenge|revisit|complement)\b[^.;:()]{0,40}, (?:demonstrating|showing|"
            r"revealing) (?!that)"
        ),
        "what is found",
        1.2,
    ),
    (
        re.compile(
            r"(?:highlights?|underscores?|suggests?|supports?|illustrates?|confirms?|establish(?:es)?|points? to|"
            r"reveals?|demonstrates?) (?=(?:an?|the) )"
        ),
        "what is found",
        0.9,
    ),
    (
        re.compile(
            rf"{_AND}(?:considers?|evaluat(?:e|es)|benchmark(?:s|ed)?|compares?(?=[^,.;]{{5,90}} (?:and|vs\.?|"
            rf"versus) )|reviews?) {_PROBLEM}"
        ),
        "what is studied",
        2.95,
    ),
    (
        re.compile(
            r"(?:identif(?:y|ies)|uncovers?|finds?|discovers?|reports?(?:, for the first time,)?|observes?|"
            r"posits?) (?=(?:an?|the) )"
        ),
        "what is found",
        1.6,
    ),
    (
        re.compile(
            r"(?!(?:are|have|can|will|do|show|find|hope|believe|ask|reduce|transform|convert|cast|turn|view|treat|"
            r"regard|interpret|connect|extend|improve|outperform|attribute|bridge|close|fill|challenge|push|advance)\b)"
            r"[a-z]{3,} (?=(?:an?|the) )"
        ),
        "what is used",
        0.6,
    ),
    (
        re.compile(
            rf"(?!(?:are|have|can|will|do|show|find|hope|believe|ask|turn|outperform|bridge|close|fill|challenge|"
            rf"prove|"
            rf"{MAKING}|{_STATING}|{_STUDYING}|can|could|may|paves?|should|must|would|"
            r"argue|observe|conclude|note|then|test|achieve|demonstrate|apply|use|run|also|further|"
            r"make|keep|move|go|rely|turn)\b)[a-z]{3,} (?=(?:[\w-]+ ){1,5}(?:as|via|for|with|in|under|through|of|by) )"
        ),
        "what is done",
        -0.6,
    ),
]
_STATED = re.compile(
    rf"(?:[^.;]{{0,70}}?(?: and| by|,) )?(?:{_STATING}|proving|showing|demonstrating|revealing|discovering|finding),? "
    rf"(?:however, |theoretically |empirically )?(?:that,? |(?=[A-Z]{{2,}}))"
)
_FIRST_OF = re.compile(r"\b(?:[Tt]his|[Ii]t|[Oo]urs) is the (?=first )")
_IS_MADE = re.compile(r"(?P<what>An? [^,;:]{8,100}?) (?:is|are) (?:proposed|introduced|presented|developed)\b")
# Words that point back, and things that are no contribution of their own.
_BACK = re.compile(
    r"(?:this|these|those|it|its|they|their|that|them|such|both|several|some|other|all|our|many|various|extensive|"
    r"detailed|further|additional|evidence|findings|thousands|dozens|hundreds|"
    r"(?:(?:actionable|practical|useful) )?guid(?:ance|elines)|"
    r"(?:theoretical and )?empirical evidence|code|theoretical guarantees|insights?|results?|experiments?|answers?|"
    r"(?:two|three|four|five|several) (?:[\w-]+ ){0,2}(?:findings|insights|questions|results|observations|"
    r"contributions|implications|challenges|issues|limitations)|project|whether|pose|a (?:set|series) of experiments|"
    r"not|only|"
    r"(?:(?:critical|key|computational|fundamental|core|main) )?(?:challenges?|limitations?)|ways? (?:for|to)|"
    r"effectiveness of|(?:a )?(?:systematic|general) solution|(?:crucial|"
    r"key) questions?|(?:proposed )?(?:approach|method|model|framework|algorithm|system|estimator)s? (?:on|across|"
    r"against))(?![\w-])",
    re.IGNORECASE,
)
_THE_MORE = re.compile(r"(?:there|the proposed|the (?:\w+er|more|less)|while|although|though|if|when|unlike)\b")
_FOR_THIS = re.compile(r"\S+(?: \S+)? to (?:\w+ly )?\w+ (?:this|these|such)\b|\w+ to (?:this|these|such)\b")
_POINTING = re.compile(r"\b(?:our|this|these|those|such(?! as)|it|them)\b")
# What follows a term that is then explained: "tree sorting, a method that …".
_SAYS = re.compile(
    r"(?: \([^()]{1,60}\))?(?:(?:,| –| —| -|:|—) ?(?=(?:an?|the) )|: (?=[a-z]+ing |(?!in|on|for|by|with|across|under|"
    r"we|it|"
    r"they|how|two|three|four|to|as|at|if|when|while|this|these)[a-z]+ ))"
)
# An object that its verb turns into something else: without the verb it does not read.
_TURNED = re.compile(r"(?:shift (?:[\w-]+ ){1,3}to|\w+ (?:[\w-]+ ){1,5}(?:into|forward)) ")
# What stands for something said before, or explains itself.
_NO_TITLE = re.compile(
    r"^\w+, (?:derived|called|named|based|an?|the)\b|\b(?:a|the|new|natural|simple) one\b|, i\.e\.|\bsuch that\b"
)
_PRONOUN = re.compile(r"[^.]{0,50}?\b(?:it|they|this|these|we|our)\b")
# What may go before the thing itself.
_LEAD = re.compile(
    r"(?:(?:(?:general |broad |fundamental )?(?:problem|task|question|concept|notion|idea|phenomenon|issue|example|use|"
    r"class|family|relation|possibility|feasibility|necessity|setting|definition|effectiveness|need)s? (?:of|for|"
    r"between) |(?:considering|providing|so-called|certain|recent|most|"
    r"explicitly|mathematically|theoretically|numerically|deliberately|"
    r"formally|rigorously|empirically|systematically)(?:,| (?:the|an?)) )(?!(?:such|this|these|our|how|a|an|the|"
    r"using|its) )"
    r"(?=[\w-]{4,}(?: \w+|[.,;:]))|"
    r"(?:unified |general |rigorous |simple |principled )*(?:theoretical|mathematical|formal|analytical) "
    r"(?:framework|model|approach) (?:for|to) (?:rigorously |formally )?(?:analy[sz]|stud|understand|characteri[sz]|"
    r"investigat|"
    r"explain|examin)(?:e|ing|y|ying)? (?:the |how )?(?=\w+ \w+ \w+)|"
    r"(?:considering|providing|so-called|certain|most) (?:the |an? )?(?=\w+ \w+)|"
    r"(?:use|treat|view|cast|regard|frame|formulate) (?:the |an? )?(?=[^,.;]{4,50} as )|"
    r"(?:the )?(?:two |three |four |several |many |key |main )*(?:aspects|factors|axes|conditions|dimensions|"
    r"challenges) "
    r"(?:that (?:affect|influence|shape|drive)|affecting|influencing|shaping|driving|of|in) (?:the )?(?=\w+ \w+)|"
    r"[a-z]+ (?:termed|called|dubbed|named) (?=[a-z]+ \w+ \w+))"
)
_ADVERB = re.compile(r"(?:[A-Za-z]+ly|in (?:practice|fact|general|particular)), ")
_WHICH = re.compile(r", (?=(?:which|that) (?:\w+ly )?(?!(?:is|are|has)\b)[a-z-]+s )")
# The sentences that state something without "we show".
_FINDING = re.compile(
    r"(?:(?:Our|The) (?:(?:main|key|central|core|theoretical|empirical) )?(?:finding|insight|result|observation|idea|"
    r"hypothesis|theory)s?\b[^.;:]{0,50}? (?:is|predicts|shows?|suggests?|reveals?) that )"
)
# A finding in a list of them: "First, …".
_LISTED = re.compile(
    r"(?:First|Firstly|Surprisingly|Interestingly|Notably|Strikingly|Remarkably|Crucially), (?=[\w-]+ )"
)
_RESULTS_SAY = re.compile(
    r"(?:[A-Z][\w ,-]{0,40})?\b(?:results|findings|experiments|analys[ie]s|evaluations?|evidence|observations?|"
    r"insights?|simulations|study|work)\b[^.;:]{0,50}? "
    r"(?:show|demonstrate|reveal|suggest|indicate|establish|highlight|confirm|prove)s? that "
)
_BASED = re.compile(rf"(?:The|Our|This)(?: proposed)? {KINDS} (?:is|are) based on (?=[a-z]+ing )")
_POINTING_BACK = re.compile(r"(?<=that )its\b|\b(?:our|we|this|these|those|such(?! as)|them|they|it)\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?:\d[\d.,]*[KMkB]?\+?|two|three|four|five|six|seven|eight|nine|ten|several|dozens of) ", re.IGNORECASE
)
_PREPOSITION = re.compile(
    r"(?:across|on|in|with|by|under|over|against|for|from|at|as|into|through|via|using|and|or|of|if|more|how|why|"
    r"what|whether|when)(?![\w-])",
    re.IGNORECASE,
)
_NO_MORE_THAN_A_KIND = re.compile(
    rf"(?:[\w-]+ and )?(?:[\w-]+ ){{0,2}}(?:{KINDS}|phenomenon|challenges?|aspects|issues?|problems?|propert(?:y|ies)|"
    r"settings?|questions?|gaps?|paradox|implementation|extension|equivalence)"
    r"|(?:[\w-]+ ){0,5}(?:characteri[sz]ation|foundations?|connections|guarantees)"
)
ANALYSIS = re.compile(
    r"\b(?:analysis|study|investigation|survey|review|evaluation|theory|proof|examination|characteri[sz]ation)\b",
    re.IGNORECASE,
)
_SENTENCES = 6
# A rule that weighs less is not tried where another has matched.
_LEAST = 1.0


def from_sentences(abstract: str, sentences: list[Sentence], head: Found | None) -> Iterator[Draft]:
    """Yield headings without the name of what is introduced; where there is one (`head`), they weigh less."""
    penalty = 1.6 if head else 0.0
    saying = [
        each
        for each in sentences
        if each.role is not Role.BACKGROUND or SELF.search(each.text) or _FIRST_OF.search(each.text)
    ]
    for order, sentence in enumerate(saying[:_SENTENCES], 1):
        late = 0.4 * order + penalty
        seen: set[str] = set()
        for we in _WE.finditer(abstract, sentence.start, sentence.end):
            for draft in _objects(abstract, sentence, we.end(), late, seen):
                analysed = head and head.evidence.start > sentence.end and ANALYSIS.search(draft.line(abstract)[:50])
                yield replace(draft, weight=draft.weight + penalty + 0.5) if analysed else draft
            if match := _STATED.match(abstract, we.end(), sentence.end):
                yield from _statement(abstract, sentence, match.end(), late)
        match = _FIRST_OF.search(abstract, sentence.start, sentence.end)
        if match:
            yield from _object(abstract, match.end(), sentence.end, "the first", 2.4 - late)
        if match := _FINDING.match(abstract, sentence.start, sentence.end):
            yield from _statement(abstract, sentence, match.end(), late)
        elif match := _RESULTS_SAY.match(abstract, sentence.start, sentence.end):
            yield from _statement(abstract, sentence, match.end(), late + 0.5)
        elif match := _LISTED.match(abstract, sentence.start, sentence.end):
            yield from _statement(abstract, sentence, match.end(), late + 0.3)
        if match := _BASED.match(abstract, sentence.start, sentence.end):
            yield from _object(abstract, match.end(), sentence.end, "what is used", 1.0 - late)
        match = _IS_MADE.match(sentence.text)
        if match:
            yield from _object(abstract, sentence.start, sentence.start + match.end("what"), "what is made", 2.2 - late)


def understood(abstract: str, sentences: list[Sentence]) -> Iterator[Draft]:
    """Yield what the sentences say they help to understand, the last one first: for want of something better."""
    for sentence in reversed(sentences):
        for match in _UNDERSTANDING.finditer(abstract, sentence.start, sentence.end):
            yield from _object(abstract, match.end(), sentence.end, "what is understood", 0.0, False)


def _objects(abstract: str, sentence: Sentence, at: int, late: float, seen: set[str]) -> Iterator[Draft]:
    """Yield the object of the verb at `at`, once for every rule of a sentence."""
    for pattern, rule, weight in _OBJECTS:
        match = pattern.match(abstract, at, sentence.end) if rule not in seen else None
        if match:
            seen.add(rule)
            if weight < _LEAST and len(seen) > 1:
                return
            turned = rule == "what is used" and _TURNED.match(abstract, match.start(), sentence.end)
            yield from _object(
                abstract,
                match.start() if turned else match.end(),
                sentence.end,
                rule,
                weight - late - bool(turned) * 0.4,
            )


def _object(abstract: str, start: int, limit: int, rule: str, weight: float, again: bool = True) -> Iterator[Draft]:
    """Yield the noun phrase at `start` as a heading, if it says more than "a new method", or what explains it."""
    start += abstract.startswith((", ", ": "), start) * 2
    _, begin = without_novelty(abstract, start, limit)
    if lead := _LEAD.match(abstract, begin, limit):
        begin = lead.end()
    if SELF.match(abstract, begin) or (rule != "what is asked" and _BACK.match(abstract, begin)):
        return
    said = phrase(abstract, begin, limit)
    if not said.pieces:
        return
    words = abstract[begin : said.end]
    says, does = _SAYS.match(abstract, said.end, limit), _WHICH.match(abstract, said.end, limit)
    bare = _NO_MORE_THAN_A_KIND.fullmatch(words) is not None
    if len(words) < 12 or (bare and not does and (is_thin(words) or says)):
        if says and again and begin - start < 60:
            yield from _object(abstract, says.end(), limit, rule, weight, False)
        return
    if _unfit(
        "".join(abstract[slice(*piece)] for piece in said.pieces if not isinstance(piece, str)),
        rule,
        weight,
        said.quality,
    ):
        return
    pieces, first = said.pieces, said.pieces[0]
    if words.startswith("to ") and not isinstance(first, str):
        pieces = ((first[0] + 3, first[1]), *pieces[1:])
        rule, weight = "what is done", weight - 1.0
    more_at = says or (does if bare else None)
    if more_at and len(words) < 45:
        more = phrase(abstract, more_at.end(), limit, HEADING_LENGTH - len(words) - 2)
        if more.quality >= 0.5 and more.end - more_at.end() > 12:
            pieces, said = (*pieces, ": " if says else ", ", *more.pieces), more
    counted = 1.0 if _NUMBER.match(words) or (bare and not does) or " " not in words else 0.0
    yield Draft(pieces, rule, start, said.end, weight + said.quality - counted)


def _unfit(words: str, rule: str, weight: float, quality: float) -> bool:
    """Tell whether a phrase points back, or begins with what no title begins with."""
    if words.startswith("to "):
        return False
    return bool(
        words.startswith("(")
        or _NO_TITLE.search(words)
        or (rule == "what is studied" and " into " in words)
        or _FOR_THIS.match(words)
        or ((weight < 0.7 or len(words) < 45) and _POINTING.search(words))
        or (_PREPOSITION.match(words) and (rule != "what is asked" or words.count(" ") < 4 or quality < 0.5))
    )


def _statement(abstract: str, sentence: Sentence, begin: int, late: float) -> Iterator[Draft]:
    """Yield what the sentence states at `begin`, if it ends well and has words enough for a verb."""
    end = sentence.end - (abstract[sentence.end - 1] == ".")
    if 30 < end - begin <= HEADING_LENGTH and not _POINTING_BACK.search(abstract, begin, end):
        yield Draft(((begin, end),), "what is shown", begin, end, -0.5 - late)
    if adverb := _ADVERB.match(abstract, begin, end):
        begin = adverb.end()
    if any(pattern.match(abstract, begin) for pattern in (_BACK, SELF, _THE_MORE, _PRONOUN)):
        return
    said = phrase(abstract, begin, sentence.end)
    if said.quality >= 0.5 and abstract.count(" ", begin, said.end) > 5:
        weight = 0.3 + said.quality * 1.2 - late - (0.0 if said.quality >= 0.8 else 0.6)
        yield Draft(said.pieces, "what is shown", begin, said.end, weight)
