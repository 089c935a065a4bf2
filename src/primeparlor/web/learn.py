"""The rules of every game as HTML: its own text, who is favoured, its variants and the levels."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from markdown_it import MarkdownIt

from primeparlor import notation
from primeparlor.core import State, capital
from primeparlor.games import GAMES, game_of
from primeparlor.tables.variants import favoured, levels

AT_THE_PROMPT = "## At the prompt"  # the last part of a text, which is for the terminal


def shelf(games: Iterable[str]) -> str:
    """The list of these games."""
    rows = "\n".join(
        f'<li><a href="/learn/{escape(name)}">{escape(game.title)}</a>'
        f"<span>{escape(capital(game.aim))}.</span></li>"
        for name, game in ((name, GAMES[name]) for name in games)
    )
    told = "The rules in our words, who is favoured, and how the house plays."
    return f'<h1>Learn the games</h1>\n<p class="soft">{told}</p>\n<ul class="books">\n{rows}\n</ul>'


def book(game: type[State]) -> str:
    """The page of one game."""
    text = game_of(game).text.partition(AT_THE_PROMPT)[0]
    told = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    parts = [told.replace("<pre>", '<pre tabindex="0">')]  # on a phone it scrolls: with the keyboard, too
    start = game.start()
    if better := favoured(start):
        parts.append(f"<h2>Who is favoured</h2>\n<p>{escape(better)}</p>")
    return f'<article class="book">\n{"".join(parts)}{_variants(game)}{_levels(start)}</article>'


def _variants(game: type[State]) -> str:
    rows = []
    for words, like in game.house_variants.items():
        told = favoured(notation.set_up(game, words.split())) or ""
        rows.append(f"<dt>{escape(words)}</dt><dd>{escape(like)} {escape(told)}</dd>")
    return f"<h2>House variants</h2>\n<dl>{''.join(rows)}</dl>\n" if rows else ""


def _levels(start: State) -> str:
    rows = "".join(
        f"<dt>{escape(level)}</dt><dd>{escape(told)}</dd>" for level, told in levels(start).sentences.items()
    )
    return f"<h2>The house plays at five levels</h2>\n<dl>{rows}</dl>\n"
