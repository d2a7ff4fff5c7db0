"""The house rules (ARCHITECTURE.md): who may import whom, what pure means, how long anything may be.

A rule is a function from a tree of source files to sentences about what breaks it. Every rule is tried
twice: on this repository, where it must find nothing, and on a small wrong tree, where it must find the wrong.
"""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

# --- The table of rooms -------------------------------------------------------------------------
STORED = {"models", "markup"}
PUBLIC = STORED | {"search", "facets", "exports", "curation"}
EVERY_ROOM = PUBLIC | {"sources", "extraction", "importing"}
MAY_IMPORT = {
    "sources": {"markup"},
    "markup": set(),
    "extraction": {"markup"},
    "models": {"markup"},
    "search": STORED | {"facets"},
    "facets": STORED,
    "exports": STORED | {"search", "facets"},
    "curation": STORED | {"extraction", "search", "facets"},
    "importing": STORED | {"sources", "extraction", "curation", "search", "facets"},
    "web": PUBLIC | {"list_import"},  # every other module of catalogue: urls, forms, access, views, templatetags …
    "list_import": PUBLIC | {"web", "sources", "importing"},  # the one view that reads files
    "admin": PUBLIC | {"web", "sources", "importing"},
    "management": EVERY_ROOM | {"web"},  # a query means to a command what it means to a page
    "migrations": STORED | {"search", "facets"},
    **{name: set() for name in ("apps", "site_config")},
}
ROOMS_WITH_A_DOOR = EVERY_ROOM - {"models"}
PURE_ROOMS = {"sources", "markup", "extraction"}
PURE_MODULES = {
    *(f"catalogue.search.{name}" for name in "query reading documents stop_words scores likeness excerpts".split()),
    *(f"catalogue.models.{name}" for name in "keys identifiers ordering changes".split()),
    *(f"catalogue.curation.{name}" for name in "spellings twins".split()),
    *(f"catalogue.facets.{name}" for name in "links memory overlaps postings".split()),
}
EXPORTS_THAT_KNOW_MODELS = {f"catalogue.exports{n}" for n in ["", *".account .csl .jsonl .listing .vocabulary".split()]}
NOT_PURE = set(
    "django psycopg sqlite3 socket socketserver ssl http ftplib smtplib imaplib poplib telnetlib xmlrpc asyncio "
    "requests httpx aiohttp urllib3 urllib.request catalogue.models".split()
)
MEANINGLESS_NAMES = set("utils util helpers helper base common manager managers service services data process".split())
DJANGO_FOLDERS = {"management", "migrations", "templatetags"}


# --- Reading a tree -----------------------------------------------------------------------------
@dataclass(frozen=True)
class Import:
    target: str  # dotted name of a module; a name imported from a module counts as that module
    line: int
    relative: bool
    in_function: bool
    for_types_only: bool


class Module:
    """One Python file of ours."""

    def __init__(self, root: Path, path: Path) -> None:
        self.path = path.relative_to(root)
        self.text = path.read_text(encoding="utf-8")
        self.syntax = ast.parse(self.text)
        parts = self.path.with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def room(self) -> str:
        return room_of(self.name)

    @property
    def is_migration(self) -> bool:
        return "migrations" in self.path.parts

    def public_names(self) -> set[str]:
        """What the module offers under a name of its own, though a module of the same name may lie beside it."""
        imported = [alias for node in self.syntax.body if isinstance(node, ast.ImportFrom) for alias in node.names]
        return {alias.asname or alias.name for alias in imported}

    def functions(self) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, int]]:
        """Each function with its number of lines."""
        for node in ast.walk(self.syntax):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node, (node.end_lineno or node.lineno) - node.lineno + 1


class Tree:
    """The Python files and templates under a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        folders = [root / name for name in ("catalogue", "site_config", "tests", "bench")]
        paths = [*root.glob("*.py"), *(path for folder in folders for path in folder.rglob("*.py"))]
        self.modules = [Module(root, path) for path in sorted(paths)]
        self.names = {module.name for module in self.modules}
        self.offered = {module.name: module.public_names() for module in self.modules}

    @cached_property
    def templates(self) -> list[Path]:
        return sorted(path for path in (self.root / "templates").rglob("*") if path.is_file())

    def imports(self, module: Module) -> Iterator[Import]:
        inside = {id(node) for function, _ in module.functions() for node in ast.walk(function)}
        for_types = {id(node) for block in type_checking_blocks(module.syntax) for node in ast.walk(block)}
        for node in ast.walk(module.syntax):
            targets = []
            relative = isinstance(node, ast.ImportFrom) and node.level > 0
            if isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                origin = node.module or ""
                offered = self.offered.get(origin, set()) if origin != module.name else set()
                names = [f"{origin}.{alias.name}" for alias in node.names if alias.name not in offered]
                targets = [name if name in self.names | NOT_PURE else origin for name in names] or [origin]
            for target in dict.fromkeys(targets):
                yield Import(target, node.lineno, relative, id(node) in inside, id(node) in for_types)


def type_checking_blocks(syntax: ast.Module) -> list[ast.If]:
    return [node for node in ast.walk(syntax) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]


def room_of(name: str) -> str:
    """The row of the table that a module belongs to; for modules of others, their first name."""
    first, *rest = name.split(".")
    if first != "catalogue":
        return first
    if not rest:
        return "apps"
    return rest[0] if rest[0] in MAY_IMPORT else "list_import" if rest[-1] == "list_import" else "web"


def is_inside(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


# --- The rules ----------------------------------------------------------------------------------
def imports_against_the_table(tree: Tree) -> Iterator[str]:
    ours = {room_of(name) for name in tree.names} | set(MAY_IMPORT)
    for module in tree.modules:
        if module.room in MAY_IMPORT:
            for found in tree.imports(module):
                room = room_of(found.target)
                if room in ours - MAY_IMPORT[module.room] - {module.room}:
                    yield f"{module.path}:{found.line} {module.room} may not import {room} ({found.target})"


def imports_past_a_door(tree: Tree) -> Iterator[str]:
    for module in tree.modules:
        if module.room in MAY_IMPORT:
            for found in tree.imports(module):
                room = room_of(found.target)
                if room in ROOMS_WITH_A_DOOR - {module.room} and found.target != f"catalogue.{room}":
                    yield f"{module.path}:{found.line} imports {found.target}, not from the door catalogue.{room}"


def relative_imports(tree: Tree) -> Iterator[str]:
    for module in tree.modules:
        for found in tree.imports(module):
            if found.relative:
                yield f"{module.path}:{found.line} relative import"


def imports_inside_functions(tree: Tree) -> Iterator[str]:
    for module in tree.modules:
        for found in tree.imports(module):
            if found.in_function:
                yield f"{module.path}:{found.line} imports {found.target} inside a function"


def pure_rooms_that_reach_out(tree: Tree) -> Iterator[str]:
    for module in tree.modules:
        pure_export = module.room == "exports" and module.name not in EXPORTS_THAT_KNOW_MODELS
        if module.room in PURE_ROOMS or module.name in PURE_MODULES or pure_export:
            for found in tree.imports(module):
                if any(is_inside(found.target, name) for name in NOT_PURE):
                    yield f"{module.path}:{found.line} is pure, yet imports {found.target}"


def import_cycles(tree: Tree) -> Iterator[str]:
    graph: dict[str, set[str]] = {}
    for module in tree.modules:
        if is_inside(module.name, "catalogue"):
            targets = {found.target for found in tree.imports(module) if not found.for_types_only}
            graph[module.name] = (targets & tree.names) - {module.name}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        yield "cycle: " + " <- ".join(error.args[1])


def long_files(tree: Tree) -> Iterator[str]:
    for module in tree.modules:
        lines = len(module.text.splitlines())
        if not module.is_migration and lines > 400:
            yield f"{module.path} has {lines} lines, more than 400"


def long_commands(tree: Tree) -> Iterator[str]:
    for module in tree.modules:
        lines = len(module.text.splitlines())
        if is_inside(module.name, "catalogue.management.commands") and lines > 60:
            yield f"{module.path} has {lines} lines, a command more than 60"


def long_functions(tree: Tree) -> Iterator[str]:
    for module in tree.modules:
        for function, lines in module.functions():
            if lines > 40:
                yield f"{module.path}:{function.lineno} {function.name} has {lines} lines, more than 40"


def long_views(tree: Tree) -> Iterator[str]:
    for module in tree.modules:
        for function, lines in module.functions():
            arguments = [argument.arg for argument in function.args.posonlyargs + function.args.args]
            is_view = is_inside(module.name, "catalogue.views") and arguments[:1] == ["request"]
            if is_view and lines > 25:
                yield f"{module.path}:{function.lineno} view {function.name} has {lines} lines, more than 25"


def long_templates(tree: Tree) -> Iterator[str]:
    for path in tree.templates:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > 120:
            yield f"{path.relative_to(tree.root)} has {lines} lines, more than 120"


def names_without_meaning(tree: Tree) -> Iterator[str]:
    paths = [module.path for module in tree.modules]
    paths += [path.relative_to(tree.root) for path in tree.templates]
    for path in paths:
        words = {*path.parent.parts, path.name.partition(".")[0]} & MEANINGLESS_NAMES
        if words and path != Path("templates/base.html"):
            yield f"{path}: {words.pop()} says nothing about what is in it"


def rooms_without_a_sign(tree: Tree) -> Iterator[str]:
    places = [module.path.parts for module in tree.modules]
    rooms = {parts[1] for parts in places if parts[0] == "catalogue" and len(parts) > 2}
    signs = {module.name: ast.get_docstring(module.syntax) for module in tree.modules if module.path.stem == "__init__"}
    for room in sorted(rooms - DJANGO_FOLDERS):
        if not signs.get(f"catalogue.{room}"):
            yield f"catalogue/{room}/__init__.py has no docstring that says what the room does"


# --- This repository ----------------------------------------------------------------------------
Rule = Callable[[Tree], Iterator[str]]


@pytest.fixture(scope="module")
def here() -> Tree:
    return Tree(Path(__file__).resolve().parent.parent)


def test_rooms_import_only_what_the_table_allows(here: Tree) -> None:
    assert list(imports_against_the_table(here)) == []


def test_outsiders_use_the_door_of_a_room(here: Tree) -> None:
    assert list(imports_past_a_door(here)) == []


def test_imports_are_absolute(here: Tree) -> None:
    assert list(relative_imports(here)) == []


def test_nothing_is_imported_inside_a_function(here: Tree) -> None:
    assert list(imports_inside_functions(here)) == []


def test_pure_rooms_know_no_django_no_database_and_no_network(here: Tree) -> None:
    assert list(pure_rooms_that_reach_out(here)) == []


def test_modules_do_not_import_each_other_in_a_circle(here: Tree) -> None:
    assert list(import_cycles(here)) == []


def test_files_have_at_most_400_lines(here: Tree) -> None:
    assert list(long_files(here)) == []


def test_commands_have_at_most_60_lines(here: Tree) -> None:
    assert list(long_commands(here)) == []


def test_functions_have_at_most_40_lines(here: Tree) -> None:
    assert list(long_functions(here)) == []


def test_views_have_at_most_25_lines(here: Tree) -> None:
    assert list(long_views(here)) == []


def test_templates_have_at_most_120_lines(here: Tree) -> None:
    assert list(long_templates(here)) == []


def test_names_say_what_is_inside(here: Tree) -> None:
    assert list(names_without_meaning(here)) == []


def test_every_room_says_at_its_door_what_it_does(here: Tree) -> None:
    assert list(rooms_without_a_sign(here)) == []


# --- The rules themselves -----------------------------------------------------------------------
def planted(root: Path, files: dict[str, str]) -> Tree:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Tree(root)


def function_of(lines: int, start: str = "def f():") -> str:
    return start + "\n    pass" * (lines - 1)


TIDY = {
    "catalogue/__init__.py": "",
    "catalogue/apps.py": "from django.apps import AppConfig",
    "catalogue/access.py": "from catalogue.models import Paper",
    "catalogue/sources/__init__.py": '"""Reads."""\nfrom catalogue.sources.ris import read, sniff',
    "catalogue/sources/sniff.py": "import re",
    "catalogue/sources/ris.py": "import re\nfrom urllib.parse import quote\n" + function_of(40),
    "catalogue/models/__init__.py": '"""Stores."""\nfrom catalogue.models.paper import Paper',
    "catalogue/models/paper.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
    "    from catalogue.models import Paper\nfrom django.db import models\n",
    "catalogue/views/__init__.py": '"""Pages."""',
    "catalogue/views/papers.py": "from catalogue.access import may\n"
    + function_of(25, "def page(request):")
    + "\n"
    + function_of(40, "def part(papers):"),
    "catalogue/admin/__init__.py": '"""Curators."""\nfrom catalogue.importing import load',
    "catalogue/importing/__init__.py": '"""Loads."""\nfrom catalogue.sources import sniff\nload = sniff',
    "catalogue/management/commands/load.py": "from catalogue.importing import load\n" * 60,
    "catalogue/migrations/0001_initial.py": "x = 1\n" * 401,
    "tests/sources/test_ris.py": "from catalogue.sources.ris import read\n" * 400,
    "templates/base.html": "<p>\n" * 120,
}
WRONG: list[tuple[Rule, str, str]] = [
    (imports_against_the_table, "catalogue/models/tag.py", "from catalogue.search import find"),
    (imports_against_the_table, "catalogue/sources/bibtex.py", "import catalogue.extraction"),
    (imports_against_the_table, "catalogue/views/home.py", "from catalogue import importing"),
    (imports_against_the_table, "catalogue/views/list_import.py", "from catalogue.extraction import extract"),
    (imports_against_the_table, "catalogue/feeds.py", "from catalogue.extraction import extract"),
    (imports_against_the_table, "catalogue/facets/index.py", "from catalogue.access import may"),
    (imports_against_the_table, "catalogue/search/query.py", "from site_config import settings"),
    (imports_past_a_door, "catalogue/importing/rows.py", "from catalogue.sources.ris import read"),
    (imports_past_a_door, "catalogue/importing/rows.py", "from catalogue.sources import ris"),
    (imports_past_a_door, "catalogue/management/commands/scan.py", "import catalogue.sources.ris"),
    (relative_imports, "catalogue/sources/bibtex.py", "from .ris import read"),
    (relative_imports, "catalogue/sources/bibtex.py", "from . import ris"),
    (imports_inside_functions, "catalogue/access.py", "def may():\n    import re"),
    (imports_inside_functions, "catalogue/access.py", "class A:\n    async def may(self):\n        from re import sub"),
    (pure_rooms_that_reach_out, "catalogue/sources/bibtex.py", "from django.utils import html"),
    (pure_rooms_that_reach_out, "catalogue/markup/latex.py", "from urllib.request import urlopen"),
    (pure_rooms_that_reach_out, "catalogue/extraction/links.py", "from urllib import request"),
    (pure_rooms_that_reach_out, "catalogue/search/query.py", "import django.db.models"),
    (pure_rooms_that_reach_out, "catalogue/exports/bibtex.py", "from catalogue.models import Paper"),
    (import_cycles, "catalogue/models/paper.py", "from catalogue.models import Paper"),
    (long_files, "catalogue/access.py", "x = 1\n" * 401),
    (long_commands, "catalogue/management/commands/load.py", "x = 1\n" * 61),
    (long_functions, "tests/test_access.py", "class A:\n  " + function_of(41).replace("\n", "\n  ")),
    (long_views, "catalogue/views/home.py", function_of(26, "def home(request):")),
    (long_templates, "templates/catalogue/home.html", "<p>\n" * 121),
    (names_without_meaning, "catalogue/utils.py", ""),
    (names_without_meaning, "catalogue/views/helpers/dates.py", ""),
    (names_without_meaning, "templates/catalogue/base.html", ""),
    (rooms_without_a_sign, "catalogue/sources/__init__.py", "from catalogue.sources.ris import read"),
    (rooms_without_a_sign, "catalogue/facets/index.py", ""),
]
RULES = {rule for rule, _, _ in WRONG}


@pytest.mark.parametrize("rule", sorted(RULES, key=lambda rule: rule.__name__))
def test_a_tidy_tree_breaks_no_rule(rule: Rule, tmp_path: Path) -> None:
    assert list(rule(planted(tmp_path, TIDY))) == []


@pytest.mark.parametrize(("rule", "path", "text"), WRONG)
def test_a_rule_finds_what_breaks_it(rule: Rule, path: str, text: str, tmp_path: Path) -> None:
    findings = list(rule(planted(tmp_path, TIDY | {path: text})))
    assert len(findings) == 1
    assert path in findings[0] or rule in {import_cycles, rooms_without_a_sign}


def test_every_rule_is_tried_on_something_wrong() -> None:
    rules = {value for value in globals().values() if getattr(value, "__annotations__", {}).get("tree") is Tree}
    assert rules == RULES
