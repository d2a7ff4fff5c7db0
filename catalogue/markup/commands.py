"""What the scanner knows of LaTeX's commands outside formulas: their names, sorted by what is done with them."""

# An element around the argument.
AROUND = {
    "textbf": ("<strong>", "</strong>"),
    "mathbf": ("<strong>", "</strong>"),
    "textit": ("<em>", "</em>"),
    "emph": ("<em>", "</em>"),
    "textsl": ("<em>", "</em>"),
    "mathit": ("<em>", "</em>"),
    "texttt": ("<code>", "</code>"),
    "mathtt": ("<code>", "</code>"),
    "textsc": ('<span class="small-caps">', "</span>"),
    "underline": ('<span class="underline">', "</span>"),
    "uline": ('<span class="underline">', "</span>"),
    "textsuperscript": ("<sup>", "</sup>"),
    "textsubscript": ("<sub>", "</sub>"),
    "footnote": (" (", ")"),
    "thanks": (" (", ")"),
} | dict.fromkeys(
    "text textrm textsf textnormal textmd textup mathrm mathsf mbox hbox title author abstract uppercase "
    "centerline section paragraph subsection textquote hl num ensuremath lowercase MakeUppercase "
    "MakeLowercase caption nolinkurl path".split(),
    ("", ""),
)

# The same, from here to the end of the group.
SWITCHES = {
    "em": ("<em>", "</em>"),
    "it": ("<em>", "</em>"),
    "itshape": ("<em>", "</em>"),
    "sl": ("<em>", "</em>"),
    "slshape": ("<em>", "</em>"),
    "bf": ("<strong>", "</strong>"),
    "bfseries": ("<strong>", "</strong>"),
    "tt": ("<code>", "</code>"),
    "ttfamily": ("<code>", "</code>"),
    "sc": ('<span class="small-caps">', "</span>"),
    "scshape": ('<span class="small-caps">', "</span>"),
}

# Gone with this many arguments, and with optional ones in brackets.
DROPPED = (
    dict.fromkeys(
        "cite citep citet citeauthor citeyear citealp citealt citeyearpar Citet Citep parencite textcite".split(), 1
    )
    | dict.fromkeys("autocite footcite nocite onlinecite Ccite ccite".split(), 1)
    | dict.fromkeys(
        "ref eqref cref Cref autoref nameref pageref label vspace hspace color cellcolor rowcolor".split(), 1
    )
    | dict.fromkeys(
        "textcolor colorbox hyperref hypersetup includegraphics begin end vskip hskip footnotemark".split(), 1
    )
    | dict.fromkeys("bibliography bibliographystyle pagestyle thispagestyle usepackage input phantom".split(), 1)
    | dict.fromkeys("newcommand renewcommand setlength setcounter".split(), 2)
    | dict.fromkeys(
        "rm sf rmfamily sffamily normalfont upshape mdseries selectfont tiny scriptsize footnotesize small "
        "normalsize large Large LARGE huge Huge centering raggedright noindent indent protect xspace relax "
        "maketitle left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr limits "
        "nolimits displaystyle textstyle nonumber notag boldmath item smallskip medskip bigskip clearpage "
        "newpage linebreak nolinebreak pagebreak nopagebreak sloppy unskip ignorespaces null leavevmode "
        "allowbreak break hfill vfill hfil fill bgroup egroup begingroup endgroup".split(),
        0,
    )
)

# Gone with their optional argument, which is a length.
BREAKS = {"newline", "linebreak", "par", "break", "hfill"}

TEXTS = {
    "eg": "e.g.",
    "ie": "i.e.",
    "etal": "et al.",
    "etc": "etc.",
    "wrt": "w.r.t.",
    "aka": "a.k.a.",
    "vs": "vs.",
    "cf": "cf.",
    "resp": "resp.",
    "iid": "i.i.d.",
    "st": "s.t.",
    "viz": "viz.",
    "Eg": "E.g.",
    "Ie": "I.e.",
    "LaTeX": "LaTeX",
    "LaTeXe": "LaTeX2e",
    "TeX": "TeX",
    "BibTeX": "BibTeX",
    "ldots": "…",
    "dots": "…",
    "textellipsis": "…",
    "cdots": "⋯",
    "textendash": "–",
    "textemdash": "—",
    "textbackslash": "\\",
    "textasciitilde": "~",
    "textasciicircum": "^",
    "textunderscore": "_",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textbullet": "•",
    "textdegree": "°",
    "textregistered": "®",
    "texttrademark": "™",
    "textcopyright": "©",
    "copyright": "©",
    "textdollar": "$",
    "textpercent": "%",
    "texteuro": "€",
    "euro": "€",
    "EUR": "€",
    "pounds": "£",
    "textsterling": "£",
    "textquotesingle": "'",
    "textquoteleft": "‘",
    "textquoteright": "’",
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "lq": "‘",
    "rq": "’",
    "textmu": "µ",
    "textmultiply": "×",
    "texttimes": "×",
    "textpm": "±",
    "textrightarrow": "→",
    "textdagger": "†",
    "textsection": "§",
    "S": "§",
    "P": "¶",
    "dag": "†",
    "ddag": "‡",
    "slash": "/",
    "lbrack": "[",
    "rbrack": "]",
    "lbrace": "{",
    "rbrace": "}",
    "quad": "\u2003",
    "qquad": "\u2003",
    "enspace": "\u2002",
    "thinspace": "\u2009",
    "nobreakspace": "\u00a0",
    "space": " ",
    "degree": "°",
    "percent": "%",
    "checkmark": "✓",
    "cmark": "✓",
    "xmark": "✗",
    "R": "ℝ",
    "argmax": "arg max",
    "argmin": "arg min",
} | {
    name: name
    for name in "log ln exp max min sup inf lim sin cos tan det dim ker deg gcd arg Pr tanh sinh cosh hom".split()
}

# Commands of formulas that are also found outside, with the number of their arguments.
MATHEMATICAL = dict.fromkeys(
    "sqrt mathbb mathcal mathfrak mathscr mathds boldsymbol bm hat widehat tilde widetilde bar overline vec dot ddot "
    "acute grave check breve operatorname Tilde Hat Bar pmod".split(),
    1,
) | dict.fromkeys("frac tfrac dfrac binom overset underset stackrel".split(), 2)

ESCAPED = {mark: mark for mark in "%&#_$*{}<>[]()?!+@;:|~^=.\"'`-/"} | {
    ",": "\u2009",
    ";": "\u2009",
    ":": "\u2009",
    "!": "",
    " ": " ",
    "-": "",
    "/": "",
    "@": "",
    "|": "‖",
}
