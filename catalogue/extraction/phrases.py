"""Where a phrase of running text may end, so that what is cut off reads as if it were whole."""

import re

# A comma after which something new begins, and not the next member of a list or the next adjective.
_NEW_CLAUSE = (
    r"(?:which|who|whose|where|when|while|whereas|that|thus|thereby|then|but|yet|so|we|our|it|its|they|this|these|"
    r"there|either|of which|called|named|termed|dubbed|coined|namely|specifically|especially|particularly|such|"
    r"including|e\.g\.|"
    r"i\.e\.|as|by|via|through|using|with|without|for|to|in|on|under|from|at|both|each|one|based|designed|built|"
    r"trained|grounded|inspired|consisting|comprising|tailored|motivated|powered|equipped|combined|followed|given|"
    r"if|an?|the|not|rather|even|despite|although|because|since|after|before|until|unlike|only|also|still|"
    r"(?!challenging|existing|missing|promising|interesting|emerging|training|learning|reasoning|planning|"
    r"rendering|editing|modeling|sampling|scaling|pruning|routing|matching|coding|encoding|decoding|processing|"
    r"understanding|grounding|embedding|long-|pre-?training|fine-?tuning|post-?training|ranking|clustering|"
    r"scheduling|caching|mapping|tracking)[a-z]{3,}ing (?!\w+[,.]|and\b)|and (?:thus|then|we|it|show|demonstrate|"
    r"prove|provide|propose|introduce|establish|use|develop|train|perform|apply|build|design|adopt|employ|construct|"
    r"even|by|decode|\w+ that|also|further|is|are|can|find|derive|"
    r"achiev\w+|present|does|has|hence|therefore)\b)"
)
_END = re.compile(
    rf"[.!?;:](?=\s|$)|\s[—–-]\s|—|,(?= {_NEW_CLAUSE}\b(?!-))|, (?=\()"
    r"| (?=by (?:proposing|introducing|presenting|developing) )"
    r"| (?=and (?:\w+ly )?(?:we|fine-tune|study|show|prove|demonstrate|provide|propose|introduce|establish|develop|"
    r"derive|"
    r"characterize|explore|investigate|evaluate|examine|conduct|find|validate|discuss|identify|reveal|argue|"
    r"analy[sz]e|present|release|uncovers?|formalizes?|achieves?|obtains?|verif(?:y|ies)|demonstrates|reveals|proves|"
    r"highlights?|confirms?|proposes|introduces|shows|provides|presents|develops|establishes) )"
)
_WEAK = re.compile(
    r" (?=(?:(?P<clause>that|which|where|whereby|whose|while|whereas|by|using|via|through|when|without|so that|"
    r"such that|because|since|if|after|before|thereby|"
    r"leveraging|enabling|ensuring|allowing|making|yielding|performing|featuring|comprising|combining|covering|"
    r"containing|involving|integrating|"
    r"incorporating|requiring|supporting|utilizing|exploiting|concerning|regarding|based on|grounded in|built on|"
    r"designed (?:to|for)|and (?:show|prove|demonstrate|provide|"
    r"propose|introduce|establish|use|develop|derive|find|analy[sz]e|then|thus|characterize|explore|investigate|"
    r"study|evaluate|examine|conduct|release|apply|compare|validate|discuss|identify|address|present|design|"
    r"report|uncover|reveal|argue|highlight|offer|describe|construct|train|test|achieve|obtain|outperform|showing|"
    r"proving|uncovering|demonstrating|set))"
    r"|(?P<participle>\w+(?:[^e]ed|wn) (?:from|by|on|in|with|for|to|as|into|via|across|at|under|over))"
    r"|(?P<preposition>with|for|to|from|in|on|under|across|over|as|at|among|against|towards?|within|"
    r"during|called|named)|(?P<joint>and|or)) )"
)
# A word before a preposition that belongs to it: nothing may be cut between the two.
_BOUND = re.compile(
    r"(?<![\w-])(?:\w+ed|built|able|due|according|access|ability|robust|how|similar|equivalent|such|well|leads?|"
    r"relies|rely|focus\w*|depends?|aims?|seeks?|consists?|"
    r"present|reason|arising|away|capable|inherent|progressing|ranging|shifting|moving|one|"
    r"refers?|adapts?|scales?|"
    r"applies|generali[sz]es?|results?|corresponds?|respect|order|ways?|not|only|is|are|"
    r"be|and|or|of|the|a|an|learns?|trying|attempts?|"
    r"fails?|tends?|operates?|builds?|acts?|serves?|suitable|specific|close|between|both|from|what|why|when|"
    r"whether|need|needs|about|up|out|driven|shown|given|known|"
    r"more|less|better|worse|subject|prior|compared|relative|back|that|which|more|most|very|their|its|our|these|"
    r"this|than|then|by|for|in|on|at|to|with|as|can|may|will|"
    r"effectively|efficiently|\w+ly|us|them|it|itself|themselves|\w+-(?:to|of|in))$",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    r",\s\w+(?:ed|es|ly)$|,\splug-and-play$|\s(?:optimizing|leveraging|using|enabling|improving|utilizing|"
    r"integrating|combining|ensuring|addressing|exploring)$|\sthe\s(?:fact|ability|need|capacity)$|"
    r",\sdeveloped\sin\s\w+$|\s(?:in|under|"
    r"for)\s(?:settings|scenarios|cases)$|"
    r"\sand\s\w+[ai]ble$|\sand\s(?:\w+ly\s)?[a-z]+(?:lects|izes|ates|ifies|ines|orms|uces|ains|oves|ables|ores|anks|"
    r"esses)$|"
    r"[\s,;:–—-]+(?:an?|the|and|or|but|nor|of|to|in|on|"
    r"at|by|for|from|with|without|into|via|as|than|that|which|"
    r"whose|who|when|where|while|is|are|was|were|be|been|has|have|had|its|their|our|this|these|it|they|we|can|"
    r"often|most|both|just|coined as|one|another|each|every|any|all|some|however|e\.g\.?|i\.e\.?|not|only|also|such|"
    r"using|based|"
    r"through|between|under|over|across|"
    r"within|during|towards?|called|named|termed|dubbed|coined|namely|specifically|then|thus|so|composed|"
    r"consisting|consists|made|comprising|where|(?!famil|assembl|anomal|suppl|repl)\w+ly|including|designed|even|"
    r"explicitly|more|(?:that|which|who) (?:\w+ly )?[a-z]+|to [a-z]+|and (?:we )?(?:\w+ly )?(?:show|prove|demonstrate|"
    r"provide|propose|introduce|establish|use|develop|derive|find|analy[sz]e|then|thus|characterize|explore|"
    r"investigate|study|evaluate|examine|conduct|release|apply|compare|validate|discuss|identify|address|present|"
    r"design|report|uncover|reveal|argue|highlight|offer|describe|construct|train|test|achieve|obtain|showing|"
    r"proving|uncovering))$",
    re.IGNORECASE,
)
_POINTING = re.compile(
    r" (?:this|these|those|such(?! as\b)|them|above|aforementioned)\b| not only\b(?!.*\bbut\b)"
    r"| (?:two|three|four|five|several) (?:\w+ ){0,2}(?:components|modules|stages|steps|innovations|parts|designs|"
    r"techniques|strategies|phases|factors|issues|challenges|limitations|problems)\b"
    r"| both \w+(?: by\b| via\b| with\b|$)| it$"
)
_MEANS = re.compile(
    r"[^,.;:()]{0,80}?\b(?:that|which|to|for) (?:(?:\w+ly )?\w+ (?:and \w+ )?)?(?:this|these|those|such|both|"
    r"the (?:above|"
    r"aforementioned))\b[^,.;:()]{0,60}?,? (?:by|through|via) (?=(?:\w+ly )?[a-z-]+ing )(?:(?:using|leveraging|"
    r"employing|utilizing|developing|introducing|proposing)(?: an?)? )?"
    r"(?!(?:[\w-]+ ){1,8}?(?:two|three|four|five|several|this|these|those|both) )"
)
_PARTICIPLE = re.compile(r" \w+[^e]ed$")
_CLAUSE = re.compile(
    r" (?:(?:designed|aiming|intended|used|that aims|which aims) to|(?:consisting|composed) of|comprising|built around|"
    r"that|which|to|by|for|with|in|on|from|under|while|where|through|via|concerning|"
    r"regarding|against|across|over|within|among|between|evaluating|based on"
    r"|[a-z]+ing(?= (?:this|these|those|both|two|three|four|five|several) )) "
)
_EDGES = " \t\r\n\u00a0,;:–—-"


_PAIRED = re.compile(r"\b(?:both|between|either|neither)\b")
# Before "and": a member of a list, or a word that qualifies the one after the next, as far as its end tells.
_IN_A_LIST = re.compile(
    r"(?:,|, [\w -]{2,30}|-\w+|al|ive|ic|ous|ful|less|able|ible|ary|ory|(?<!m)ent|ant|ed|ly|ise|ate|erse|parse|ense|"
    r" (?:low|high|large|small|robust|clear|clean|safe|short|long|fast|slow|simple|complex|discrete|fine|coarse))$"
)
# Verbs whose object is not whole without what it is joined with.
_JOINING = re.compile(
    r"\b(?:equip|combin|coupl|replac|pair|augment|align|endow|integrat|bridg|connect|unif|merg|interleav)\w* [^,]*$"
)
_TWO = re.compile(r"\b(?:combines?|couples?|combining|unif(?:y|ies)|merges?|bridges?|alternates) [^.;:]*$")
# Verbs that turn one thing into another.
_TURNING = re.compile(
    r"\b(?:maps?|mapping|transforms?|transforming|converts?|converting|turns?|turning|shifts?|shifting|translates?|"
    r"projects?|decomposes?|recasts?|casts?|treats?|treating|replaces?|reformulates?|formulates?|assigns?|"
    r"links?) [^.;:]*$"
)
_TURNED = (" into ", " to ", " onto ", " as ", " with ", " by ")
_SEEN = re.compile(r"\b(?:treat|cast|view|regard|conceptuali|fram|interpret|defin|us|leverag|captur)\w* [^,]*$")
_SCORES = {"clause": 0.8, "participle": 0.6, "preposition": 0.5, "joint": 0.2}
# What stands at no better place than between two words is most often half a phrase.
_BARE = -1.5


def phrase_end(text: str, start: int, limit: int, length: int, least: int = 0) -> tuple[int, float]:
    """Return where the phrase from `start` ends, and how well.

    It is at most `length` characters long, at least `least` if it can be, and ends by `limit`, the end of its sentence.
    1 is the end of a clause, 0.2 to 0.8 a place inside it before another phrase, `_BARE` a bare space. Nothing ends
    inside brackets or quotation marks, after a function word, or between a verb and its preposition.
    """
    reach = min(limit, start + length)
    for match in _END.finditer(text, start, limit):
        if match.start() > reach:
            break
        at = match.start()
        if at - start < max(3, least) or not _closed(text, start, at) or _abbreviated(text, at):
            continue
        if text[at] != "," or not _half_of_two(text, start, at):
            return _tidy(text, start, at), 1.0
    if limit <= reach and _closed(text, start, limit):
        return _tidy(text, start, limit), 1.0
    best, quality, highest = -1, 0.0, float("-inf")
    for match in _WEAK.finditer(text, start, min(limit, reach + 40)):
        at = match.start()
        if at > reach:
            break
        kind = match.lastgroup
        if at - start < max(8, least) or not _closed(text, start, at) or _bound(text, start, at, kind == "clause"):
            continue
        if _inside_clause(text, start, at):
            continue
        if _half_of_two(text, start, at) or (kind == "joint" and _IN_A_LIST.search(text, start, at)):
            continue
        score = _SCORES[kind or "preposition"]
        early = 0.5 if at - start < 45 else 0.0
        if (rank := score - early + 0.9 * (at - start) / length) > highest:
            best, quality, highest = at, score, rank
    if best >= 0:
        return _tidy(text, start, best), quality
    at = text.rfind(" ", start, reach + 1)
    while at > start and not _closed(text, start, at):
        at = text.rfind(" ", start, at)
    return _tidy(text, start, at if at > start else reach), _BARE


def may_end(text: str, start: int, at: int) -> bool:
    """Tell whether the phrase from `start` can end at `at`, before a clause."""
    return _closed(text, start, at) and not (
        _bound(text, start, at, False)
        or _half_of_two(text, start, at)
        or _inside_clause(text, start, at)
        or _LOOSE.search(text, max(start, at - 32), at)
    )


def _bound(text: str, start: int, at: int, clause: bool) -> bool:
    """Tell whether the word before `at` belongs to the one behind; an adverb before a clause goes with the clause."""
    bound = _BOUND.search(text, max(start, at - 16), at)
    return bound is not None and not (clause and bound[0].endswith("ly"))


def behind_reference(text: str, begin: int, limit: int) -> int:
    """Return where "doing something" begins in "a method that solves this problem by doing something", or `begin`."""
    means = _MEANS.match(text, begin, limit)
    return means.end() if means else begin


def without_reference(text: str, start: int, end: int, least: int) -> int:
    """Return an end before the clause that speaks of "this" or "these", if at least `least` characters are left."""
    pointing = _POINTING.search(text, start, end)
    if pointing is None:
        return end
    if pointing[0] == " such":
        least = max(least, 40)
    opened: list[int] = []
    for match in _CLAUSE.finditer(text, start, min(pointing.end() + 1, len(text))):
        if match.start() > pointing.start():
            break
        participle = _PARTICIPLE.search(text, start, match.start())
        if participle:
            opened.append(participle.start())
        elif not _BOUND.search(text, max(start, match.start() - 16), match.start()):
            opened.append(match.start())
    if not opened or opened[-1] - start < least:
        return end
    end = _tidy(text, start, opened[-1])
    participle = _PARTICIPLE.search(text, start, end)
    return participle.start() if participle else end


def _half_of_two(text: str, start: int, at: int) -> bool:
    """Tell whether "both", "between", "from", "combines" stands before `at` and its "and", "to", "with" does not."""
    if text.startswith(" with ", at) and (joined := _JOINING.search(text, max(start, at - 60), at)):
        return " with " not in joined[0]
    if text[at] in ", " and (joined := _TWO.search(text, max(start, at - 60), at)):
        return not any(word in joined[0] for word in (" and ", " with ", " into ", " to ", " of "))
    if text[at] in ", " and (turning := _TURNING.search(text, max(start, at - 60), at)):
        return not any(word in turning[0] for word in _TURNED)
    if text.startswith(" as ", at) and _SEEN.search(text, max(start, at - 60), at):
        return True
    if text.startswith(" to ", at) and text.find(" from ", max(start, at - 50), at) >= 0:
        return True
    opened = max((match.end() for match in _PAIRED.finditer(text, start, at)), default=-1)
    return opened >= 0 and text.find(" and ", opened, at) < 0 and text.find(" or ", opened, at) < 0


def _inside_clause(text: str, start: int, at: int) -> bool:
    """Tell whether a clause begins so shortly before `at` that its verb would stand alone."""
    if (clause := text.rfind(" in which ", start, at)) >= 0 or (clause := text.rfind(" where", start, at)) >= 0:
        return text.count(" ", clause + 1, at) < 6
    opened = max(
        (text.rfind(word, start, at) for word in (" that ", " which ", " where ", " by ", " using ", " to ")),
        default=-1,
    )
    return opened >= 0 and text.count(" ", opened + 1, at) < 2


def _closed(text: str, start: int, end: int) -> bool:
    """Tell whether no bracket or quotation is open at `end`."""
    if text.count("(", start, end) != text.count(")", start, end) or text.count("[", start, end) != text.count(
        "]", start, end
    ):
        return False
    return text.count("“", start, end) == text.count("”", start, end) and text.count('"', start, end) % 2 == 0


def _abbreviated(text: str, at: int) -> bool:
    return text[at] == "." and bool(
        re.search(r"(?:\b(?:e\.g|i\.e|cf|vs|etc|al|w\.r\.t)|\b[A-Z])$", text[max(0, at - 6) : at])
    )


def _tidy(text: str, start: int, end: int) -> int:
    """Return the end without punctuation and function words before it."""
    while True:
        while end > start and text[end - 1] in _EDGES:
            end -= 1
        loose = _LOOSE.search(text, max(start, end - 32), end)
        if loose is None or loose.start() <= start:
            return end
        end = loose.start()
