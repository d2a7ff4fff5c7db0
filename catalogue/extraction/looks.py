"""How well a possible heading looks as a title, by its own words alone."""

import re

# Words that fit any paper: a heading made of them says nothing.
GENERIC = frozenset(
    """
    ability able achieve achieves adapt adaptation adapted adaptive adapts additional advance advanced advances
    agnostic algorithm algorithms allow allowing allows along alternative analysis approach approaches arbitrary
    architecture artificial aspects assess augment augments automated automatically balance based behavior benchmark
    benchmarks between both broad build built capabilities capability capable challenges challenging combines
    combining compact compatible complex component components comprehensive comprises comprising compute concept
    context core critical cross-domain data dataset datasets deep dedicated deliver delivers design designed
    detailed develop different directly diverse domain domains driven dynamic dynamically each effective
    effectively effectiveness efficiency efficient efficiently elegant employing employs empirical enable enables
    enabling
    encourages end-to-end enhance enhanced enhances enhancing ensure ensures environment environments evaluate
    evaluates evaluation evaluating existing explicit explicitly exploit exploits extends family field flexible
    focuses formulation foundation framework frameworks fully fundamental further general generic guided guide given
    guides high high-level high-quality improve improved improves improving incorporates incorporating
    information innovative integrated integrates integrating intelligence introduces introducing intuition
    issue issues jointly language large large-scale learn learned learning learns level leverage leverages leveraging
    lightweight llms main make makes mechanism mechanisms method methodology methods mllms model modeling models module
    modules multiple natural network networks neural novel objective only open-source optimize optimized
    optimizes other overall paradigm parameters perform performance performs pipeline platform plug-and-play
    post-hoc powerful practical principle principled principles problem problems procedure process processes promotes
    properties propose proposed provide provides quality real-world reduces regime reliable resource results rich
    rigorous robust scalable scale scenario scenarios scheme seamlessly series several setting settings shared
    significantly simple simplified simultaneously single single-stage solution solving space specific
    specifically stage standard state-of-the-art step steps strategies strategy strength strong structure
    structured study suite support supports system systematic systematically systems tailored target task tasks
    technique techniques that their theoretical theory this through tools toward towards train trained training
    training-free
    transformer two-stage unified unifies using utilize utilizes utilizing various variant variants versatile very
    well which while wide with within without works
    """.split()
)
# How a title does not begin.
_ODD_FIRST = re.compile(
    r"(?:second|third|next|new|latest) version of|[\w-]+, (?:derived|called|named|a|an|the|which|that)\b|\d|"
    r"[^\w\s\"“‘'$(⟨<]|"
    r"(?!only)\w+ly(?:,| (?:the|an?|that|how|in|for|of|to|on|why|whether|and \w+ly)\b)|(?:as|given|while|although|"
    r"since|because|"
    r"current|there|state-of-the-art|it|so-called|certain|recent|recently|series|most|next|different|existing|some|"
    r"many|humans|considering|"
    r"providing|concerning|other|additional|eight|several|as) |(?:two|three|four|five) (?:\w+ )?(?:key|main|core|"
    r"principles|aspects|[a-z]+s\b)"
    r"|(?:leverage|integrate|rewrite|summarize|conduct|rediscover|parameterize|depend|couple|optimize|reduce|"
    r"improve|employ|enable|achieve|enhance|incorporate|extend|derive|generate|utilize|apply|adopt|introduce|encode|"
    r"investigate|replace|obtain|provide|validate|uncover|identify|compute|formulate|convert|unify|combine|"
    r"decompose|predict|analyze|address|consider|discover|exploit|characterize|learn) (?!of\b|and\b|or\b)"
    r"|(?:map|move|cast|train|use|make|edit|model|design|build|view|treat|test|take|turn|transfer|measure|sample|"
    r"select|shift|release|benchmark|evaluate) (?:the|an?|each|all|both|away|on|by|it|from|this|our|these|to) |"
    r"(?:effectiveness|extent|setting|notion|concept|example|problem|context|view|perspective|"
    r"necessity|possibility|feasibility|need|solution|variant|version|kind|type|case) (?:of|to|"
    r"that|for) ",
    re.IGNORECASE,
)
# How no phrase ends, since more was to come.
_ODD_LAST = re.compile(
    r"(?: (?:of|in|with|by|to|for|on|under|from|at|upon|the|a|an) (?:the |an? )?(?:nature|ability|capability|use|"
    r"number|context|"
    r"times|face|presence|form|basis|way|extent|case|degree|amount|terms|role|manner|fact|need|range|variety|set|"
    r"course|level|quality|family|series|concept|principles|properties|setting|scenarios|settings|conditions|"
    r"representation|potential|high|low|lower|higher|large|small|new|single|complex|different|existing)"
    r"| (?:reduc\w+ reliance|the interplay|is guaranteed|insight|respect|access|attention|obtained|used|learned|"
    r"performed|conducted|"
    r"produced|provided|present|making|following|seeking|mitigating|showing|needed|required|introduced|"
    r"given|induced|captured|caused|associated|similar|compared|relative|able|capable|due|according|their|"
    r"\w+ly|strictly|allow|require|involve|do|does|give|when|where|if|key|exhibits?|leads?|helps?|aims?)"
    r"| s\.t| the (?:approach|problem|task|model|method|process|field|paradigm|issue|way)|, and [A-Z][\w-]+|"
    r", [a-z]+s (?!and|or)[\w-]+ (?!and|or)[\w-]+| (?:from|to|of|by|than|with) [~≈<>]?\d[\d.,]*|,\s\w+| \d\d\d+|"
    r" [b-hj-z])$"
)
# What points elsewhere, or counts: looked for only where one of `_POINTERS` stands.
_POINTERS = frozenset(
    """
    it them they itself our these those this we both such above aforementioned two three four five several its their
    also first own central fundamental key similar natural challenging same
    long-standing longstanding proposed following
    """.split()
)
_INSIDE = re.compile(
    r"\b(?:it|them|they|itself|our|these|those|we|aforementioned)\b| (?:of|by) (?:two|three|four|five) | also |"
    r"\b(?:central|fundamental|key|long-?standing) (?:paradox|challenge|question|problem|gap|issue)|\bfirst to\b|"
    r"\b(?:their|its) own$|\b(?:this|both) [\w-]+$|\b(?:two|three|four|five) (?:[\w-]+ ){0,2}(?:key|core|"
    r"main|complementary|components|modules|stages|steps|models|parts|phases|innovations|ideas|objectives|principles|"
    r"aspects|factors|types|kinds|issues|challenges|desiderata|questions|findings|ways)\b"
)
_LISTED = re.compile(
    r"(?:.* )?\((?:[ai1]|ii)\) |.*, i\.e\.|.* as well as |.*\d ?%|\w+ (?:\w+ )?(?:over |approximately |"
    r"up to )?\d[\d,.KMk+]* |"
    r"(?:achieves|outperforms|improves|provides|offers|shows|demonstrates) |.* and (?:uncover|show|find|prove)\b"
)
_VAGUE = re.compile(
    r"\b(?:th(?:is|ese|ose)|such(?! as)|our|above|aforementioned|(?:two|three|four|five|several) (?:[\w-]+ ){0,2}"
    r"(?:components|modules|stages|steps|issues|challenges|limitations|factors|designs|innovations))\b|\b(?:it|them)$"
    r"|^(?:[\w-]+ ){0,5}its |\bboth (?:\w+$|\w+ (?:by|via|through|with) )|\ba (?:central|fundamental|key|"
    r"similar) \w+$|\bnatural one\b|\bthe (?:challenging|same|proposed|following) \w+$"
)


def blemishes(said: str) -> float:
    """Return how much tells against a phrase as a heading (without the name before it): 0 for none."""
    ends = 1.4 * (_ODD_FIRST.match(said) is not None) + (_ODD_LAST.search(said, max(0, len(said) - 40)) is not None)
    listed = _LISTED.match(said) is not None
    if _POINTERS.isdisjoint(said.lower().replace(",", "").split()):
        return ends + 0.8 * listed
    looks = ends + 0.8 * (listed or _INSIDE.search(said) is not None)
    return max(looks, 1.5) if _VAGUE.search(said) else looks


def emptiness(words: set[str]) -> float:
    """Return how little the words (in small letters) tell of what one paper does."""
    telling = len(words - GENERIC)
    return 1.6 if telling == 0 else 0.8 if telling == 1 else 0.25 if telling == 2 else 0.0


def is_thin(said: str) -> bool:
    """Tell whether a phrase says so little that it should go on."""
    return len(said) < 70 and emptiness({word.strip(",;()") for word in said.lower().split() if len(word) > 3}) > 0.5
