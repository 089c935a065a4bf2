"""HTML of the rules of every game: its own text, its variants and the levels; folded up, who wins and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from primeparlor.core import State, capital
from primeparlor.games import GAMES, game_of
from primeparlor.tables.prompt_words import PROMPT
from primeparlor.tables.variants import build_levels, find_favoured, list_variants

SPOILERS = "Who wins, and why"
COMMAND = re.compile(r"parlor play [a-z-]+ ")  # before the numbers of a variant, for the terminal only
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def render_list(games: Iterable[str]) -> str:
    """Render the list of these games."""
    rows = "\n".join(
        f'<li><a href="/learn/{escape(name)}">{escape(game.title)}</a>'
        f"<span>{escape(capital(game.aim))}.</span></li>"
        for name, game in ((name, GAMES[name]) for name in games)
    )
    sentence = "The rules in our words and how the house plays; behind a click, who wins and why."
    return f'<h1>Learn the games</h1>\n<p class="soft">{sentence}</p>\n<ul class="books">\n{rows}\n</ul>'


def render_rules(game: type[State]) -> str:
    """Render the rules page of one game."""
    folder = game_of(game)
    parts = [
        _render_text(game, folder.text.partition(PROMPT)[0]),
        _render_variants(game),
        _render_levels(game.start()),
        _render_spoilers(game, folder.why or ""),
    ]
    return f'<article class="book">\n{"".join(parts)}</article>'


def _render_variants(game: type[State]) -> str:
    rows = [
        f"<dt>{escape(variant.name)}</dt><dd>{escape(variant.line)}</dd>"
        for variant in list_variants(game)
        if variant.words
    ]
    return f"<h2>House variants</h2>\n<dl>{''.join(rows)}</dl>\n" if rows else ""


def _render_spoilers(game: type[State], why: str) -> str:
    """Render who wins this game and its variants, and why, folded up: whoever wants to find out reads on."""
    rows = "".join(
        f"<dt>{escape(variant.name)}</dt><dd>{escape(sentence)}</dd>"
        for variant in list_variants(game)
        if (sentence := find_favoured(variant.start))
    )
    told = (f"<dl>{rows}</dl>\n" if rows else "") + _render_text(game, why, 2)
    if not told:
        return ""
    return f'<details class="spoiler">\n<summary><h2>{SPOILERS}</h2></summary>\n{told}</details>\n'


def _render_levels(start: State) -> str:
    rows = "".join(
        f"<dt>{escape(level)}</dt><dd>{escape(sentence)}</dd>"
        for level, sentence in build_levels(start).sentences.items()
    )
    return f'<section class="levels">\n<h2>The house plays at five levels</h2>\n<dl>{rows}</dl>\n</section>\n'


# Texts of a game's folder ---------------------------------------------------------------------------------


def _render_text(game: type[State], text: str, down: int = 0) -> str:
    """Render a text of the game's folder, with its headings moved down by this many levels."""
    tokens = MARKDOWN.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + down, 6)}"
        if token.children is not None:
            token.children = list(_adapt_links(game, token.children))
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return html


def _adapt_links(game: type[State], tokens: Sequence[Token]) -> Iterator[Token]:
    """Keep the links and images that work on this site; replace all others with their text."""
    linked = False
    for token in tokens:
        if token.type == "link_open":
            address = _resolve_link(game, str(token.attrs["href"]))
            linked = address is not None
            token.attrs["href"] = address or ""
        elif token.type == "image":
            yield from _render_image(game, token, linked)
            continue
        if token.type == "code_inline":
            token.content = COMMAND.sub("", token.content)
        if linked or token.type not in ("link_open", "link_close"):
            yield token
        linked = linked and token.type != "link_close"


def _resolve_link(game: type[State], target: str) -> str | None:
    """Return the URL of a link on this site; None if it has none, or is the page itself."""
    if target.startswith(("https://", "http://")):
        return target
    page = re.fullmatch(r"\.\./games/([a-z0-9-]+)\.md", target)  # the form of links between games in the docs
    return f"/learn/{page[1]}" if page and page[1] in GAMES and page[1] != game.name else None


def _render_image(game: type[State], image: Token, linked: bool) -> Iterator[Token]:
    """Render an image of the game's folder as a link to its file, and any other as its text."""
    name = str(image.attrs["src"])
    if not re.fullmatch(r"[\w-]+\.svg", name):
        yield Token("text", "", 0, content=image.content)
        return
    image.attrs["src"] = address = f"/games/{game.name}/{name}"
    if linked:
        yield image
    else:
        yield Token("link_open", "a", 1, attrs={"class": "picture", "href": address})
        yield image
        yield Token("link_close", "a", -1)
