"""The page as files: nothing inline, nothing from elsewhere, small, and every import finds its module.

The types in its comments are checked by the TypeScript compiler in `make lint`.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from string import Template

import pytest

from primeparlor.web.site import pages

PAGE = Path(pages.FOLDER)
GAMES = PAGE.parents[1] / "games"
SCRIPTS = sorted([*PAGE.rglob("*.js"), *GAMES.glob("*/*.js")])
SHEETS = sorted([*PAGE.rglob("*.css"), *GAMES.glob("*/*.css")])
MARKUP = sorted(PAGE.rglob("*.html"))
MODULES = sorted({page.module for page in [*pages.PAGES, pages.LEARN]})
BUDGET = (
    75_000  # bytes, compressed, of everything that a first visit loads; with headers and data below 102,000
)
LONGEST = 500  # lines, of a file that is one thing
IMPORTED = re.compile(r'^(?:import|export) (?:[^"]*? from )?"([^"]+)";', re.MULTILINE)
NAMESPACE = "http://www.w3.org/2000/svg"  # a name, not an address


class Tags(HTMLParser):
    """Every tag with its attributes, and the text inside scripts and styles."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem:
            self.inline += data

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def place(name: str, importer: Path) -> Path:
    """The file that an import names."""
    return PAGE / name.removeprefix("/static/") if name.startswith("/static/") else importer.parent / name


def loaded(script: Path, seen: set[Path] | None = None) -> set[Path]:
    """A module and all it imports."""
    seen = {script.resolve()} if seen is None else seen
    for name in IMPORTED.findall(read(script)):
        found = place(name, script).resolve()
        if found not in seen:
            seen.add(found)
            loaded(found, seen)
    return seen


def linked(shell: Tags) -> Iterator[Path]:
    """The files that every page links."""
    for attributes in [*shell.of("link"), *shell.of("script")]:
        address = attributes.get("href") or attributes.get("src") or ""
        assert address.startswith("/static/")
        if "$" not in address:
            yield PAGE / address.removeprefix("/static/")


def test_there_is_something_to_check() -> None:
    assert len(SCRIPTS) > 20
    assert len(SHEETS) > 8
    assert PAGE / "html" / "shell.html" in MARKUP
    without = [
        path.parent.name for path in GAMES.glob("*/rules.py") if not (path.parent / "page.js").exists()
    ]
    assert not without, f"games of the house need a page.js: {without}"


@pytest.mark.parametrize("path", MARKUP, ids=lambda path: path.name)
def test_no_markup_has_anything_inline(path: Path) -> None:
    markup = Tags(read(path))
    assert not markup.inline.strip()
    assert not markup.of("style")
    assert all(attributes.get("src") for attributes in markup.of("script"))
    named = {name for _, attributes in markup.tags for name in attributes}
    assert not [name for name in named if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("path", MARKUP, ids=lambda path: path.name)
def test_every_field_has_a_label(path: Path) -> None:
    text = read(path)
    for attributes in Tags(text).of("input"):
        alone = re.search(rf'<label[^>]* for="{attributes.get("id")}"', text)
        within = re.search(
            rf"<label(?:(?!</label>).)*<input[^>]*{attributes.get('id') or ''}", text, re.DOTALL
        )
        assert alone or within, attributes


def test_the_shell_asks_for_what_the_server_fills_in() -> None:
    wanted = {"title", "name", "heading", "description", "origin", "module", "body_class", "main", "sheets"}
    shell = Template(read(PAGE / "html" / "shell.html"))
    assert shell.is_valid()
    assert set(shell.get_identifiers()) == wanted


def test_the_shell_has_its_landmarks_a_way_past_them_and_all_digits() -> None:
    shell = Tags(read(PAGE / "html" / "shell.html"))
    assert [len(shell.of(tag)) for tag in ("header", "nav", "main", "footer")] == [1, 1, 1, 1]
    assert shell.of("a")[0] == {"class": "skip", "href": "#main"}
    assert shell.of("main")[0]["id"] == "main"
    assert {f"d{sign}" for sign in "0123456789p"} <= {path.get("id") for path in shell.of("path")}
    assert shell.of("html") == [{"lang": "en"}]


@pytest.mark.parametrize("name", ["home.html", "storage_notice.html"])
def test_each_page_has_one_main_heading(name: str) -> None:
    assert len(Tags(read(PAGE / "html" / name)).of("h1")) == 1


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_script_makes_markup_or_code_of_text(path: Path) -> None:
    unsafe = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|DOMParser"
    assert not re.search(unsafe, read(path))
    assert not re.search(r'setAttribute\("style"|[{,] style:|cssText', read(path))


@pytest.mark.parametrize(
    "path", [*SCRIPTS, *SHEETS, *MARKUP], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_nothing_comes_from_elsewhere_and_no_file_is_long(path: Path) -> None:
    text = read(path).replace(NAMESPACE, "")
    assert not re.search(r"https?://", text)
    assert not re.search(r"@import|url\((?!#|\"data:image/svg|\"/static/)", text)
    assert len(text.splitlines()) <= LONGEST


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_import_finds_its_module(path: Path) -> None:
    for name in IMPORTED.findall(read(path)):
        assert name.startswith(("/static/", "./")), name
        assert place(name, path).is_file(), name


LAYERS = ("lib", "board", "components", "pages")


@pytest.mark.parametrize(
    "path",
    [path for path in SCRIPTS if PAGE in path.parents],
    ids=lambda path: f"{path.parent.name}/{path.name}",
)
def test_imports_flow_one_way_and_no_page_imports_another(path: Path) -> None:
    own = path.relative_to(PAGE).parts[:-1]
    for name in IMPORTED.findall(read(path)):
        other = place(name, path).relative_to(PAGE).parts[:-1]
        if own and other:
            assert LAYERS.index(other[0]) <= LAYERS.index(own[0]), name
        if other[:1] == ("pages",):
            assert other[:2] == own[:2], name


def compressed(files: set[Path]) -> int:
    return sum(len(gzip.compress(path.read_bytes())) for path in files)


def of_games(module: str, common: set[Path]) -> int:
    """What the games add: a picture of each on the wall and the shelf, and the board of one."""
    boards = [loaded(board) | {*board.parent.glob("page.css")} for board in GAMES.glob("*/page.js")]
    pictures = set[Path]().union(*map(loaded, GAMES.glob("*/art.js")))
    shown = pictures - common if module in ("home", "learn") else set()
    proofs = [compressed({picture}) for picture in GAMES.glob("*/why.svg")]
    proof = max(proofs) if module == "learn" else 0
    return compressed(shown) + proof + max(compressed(board - common) for board in boards)


@pytest.mark.parametrize("module", MODULES)
def test_a_first_visit_to_any_page_is_small(module: str) -> None:
    """Everything that is loaded, compressed: shell, styles, modules, pictures and a board."""
    body = PAGE / "html" / f"{module}.html"
    files = {path.resolve() for path in linked(Tags(read(PAGE / "html" / "shell.html")))}
    files |= {PAGE / "html" / "shell.html", *([body] if body.exists() else [])}
    files |= loaded(PAGE / "shell.js") | loaded(PAGE / f"{pages.SCRIPTS[module]}.js")
    size = compressed(files) + of_games(module, files)
    assert size < BUDGET, f"{module}: {size:,} bytes"
    assert size > 20_000  # or the count has lost sight of something


def luminance(colour: str) -> float:
    """The relative luminance of #rgb or #rrggbb, as WCAG defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_who_asks_for_more_contrast_gets_seven_to_one() -> None:
    sheet = (PAGE / "css" / "parlor.css").read_text(encoding="utf-8")
    asked = sheet[sheet.index("@media screen and (prefers-contrast: more)") :]
    light, chosen, system = re.findall(r":root:root \{(.*?)\}", asked, re.DOTALL)
    assert chosen.split() == system.split()
    usual = re.findall(r":root \{(.*?)\}", sheet, re.DOTALL)[0]
    dark = re.findall(r":root\[data-theme=dark\] \{(.*?)\}", sheet, re.DOTALL)[0]
    inks = ("ink", "ink-2", "edge", "brass", "p1", "p2", "good", "bad", "focus")
    pairs = {(ink, ground) for ink in inks for ground in ("wall", "paper", "mat", "sunk")}
    hues = ("brass", "p1", "p2", "good", "bad")
    pairs |= {(ink, f"{hue}-soft") for hue in hues for ink in ("ink", "ink-2", hue)}
    pairs |= {("on-fill", "p1-fill"), ("on-fill", "p2-fill"), ("on-brass", "brass-fill")}
    for tokens in (usual + light, usual + dark + chosen):
        given = dict(re.findall(r"--([\w-]+): (#\w+)", tokens))
        for ink, ground in pairs:
            low, high = sorted((luminance(given[ink]), luminance(given[ground])))
            assert (high + 0.05) / (low + 0.05) >= 7, (ink, ground)


def test_the_dark_tokens_are_the_same_by_choice_and_by_system() -> None:
    """CSS cannot share one list between a media query and an attribute."""
    sheet = (PAGE / "css" / "parlor.css").read_text(encoding="utf-8")
    dark = r":root(?:\[data-theme=dark\]|:not\(\[data-theme=light\]\)) \{(.*?)\}"
    chosen, system = re.findall(dark, sheet, re.DOTALL)
    assert chosen.split() == system.split()
    assert "--wall:" in chosen
