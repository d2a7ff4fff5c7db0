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
    r"[\w-]+, (?:derived|called|named|a|an|the|which|that)\b|\d|[^\w\s\"“‘'$(⟨<]|"
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
    r"| (?:reduc\w+ reliance|insight|respect|access|attention|obtained|used|learned|performed|conducted|"
    r"produced|provided|present|making|following|seeking|mitigating|showing|needed|required|introduced|"
    r"given|induced|captured|caused|associated|similar|compared|relative|able|capable|due|according|their|"
    r"\w+ly|strictly|allow|require|involve|do|does|give|when|where|if|key|exhibits?|leads?|helps?|aims?)"
    r"| (?:from|to|of|by|than|with) [~≈<>]?\d[\d.,]*|,\s\w+| \d\d\d+| [b-hj-z])$"
)
_INSIDE = re.compile(
    r"\(?\b(?:[ai1]|ii)\) |\b(?:it|them|they|itself|our|these|those|we|our|aforementioned)\b| (?:of|by) (?:two|three|"
    r"four|five) |\d ?%| also |\bfirst to\b|\b(?:their|its) own$"
    r"|\b(?:this|both) [\w-]+$|\b(?:two|three|four|five) (?:[\w-]+ ){0,2}(?:key|core|main|complementary|components|"
    r"modules|stages|steps|models|parts|phases|innovations|ideas|objectives|principles|aspects|factors|types|kinds|"
    r"issues|challenges|desiderata|questions|findings|ways)\b|, to |"
    r"^\w+ (?:\w+ )?(?:over |approximately |up to )?\d[\d,.KMk+]* | and (?:uncover|show|find|prove)\b|^(?:achieves|"
    r"outperforms|improves|provides|offers|shows|demonstrates) "
)


def blemishes(said: str) -> float:
    """Return how much tells against a phrase as a heading (without the name before it): 0 for none."""
    last = _ODD_LAST.search(said, max(0, len(said) - 40))
    return 1.4 * bool(_ODD_FIRST.match(said)) + 1.0 * bool(last) + 0.8 * bool(_INSIDE.search(said))


def emptiness(words: set[str]) -> float:
    """Return how little the words (in small letters) tell of what one paper does."""
    telling = len(words - GENERIC)
    return 1.6 if telling == 0 else 0.8 if telling == 1 else 0.25 if telling == 2 else 0.0


def is_thin(said: str) -> bool:
    """Tell whether a phrase says so little that it should go on."""
    return len(said) < 70 and emptiness({word.strip(",;()") for word in said.lower().split() if len(word) > 3}) > 0.5
