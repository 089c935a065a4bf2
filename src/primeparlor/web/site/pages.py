"""Pages of the site: an HTML shell for each, their static files, and the rules of every game."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cached_property, lru_cache
from html import escape
from string import Template
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from primeparlor.coach.training import rush_rules
from primeparlor.core import State
from primeparlor.games import GAMES, game_of
from primeparlor.tables.series_words import LENGTHS, format_length
from primeparlor.web.errors import NO_PAGE
from primeparlor.web.metrics import ROUTE
from primeparlor.web.site import learn
from primeparlor.web.site.qr_code import draw_qr_code
from primeparlor.web.site.static_files import HTML, KINDS, SiteVersion, StaticFile, find_files
from primeparlor.web.tables.catalogue import map_games
from primeparlor.wording import if_few

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "static")
NAME = "Prime Parlor"
ORIGIN = "{origin}"  # in a page, for the address under which the server is asked
QR_CODE = "/t/{table}/qr.svg"
LONGEST_ORIGIN = 300  # characters: a host's name has at most 253
TABLE_NAME = re.compile("[a-z0-9-]{1,40}")
STATIC, OF_GAME = "/static/{path:path}", "/games/{game}/{file}"
GAME_FILES = (".js", ".css", ".svg")  # served from a game's folder


class Page(NamedTuple):
    """One page: its path, title and description, and the module that fills it."""

    path: str
    module: str
    title: str
    description: str


COUNT = if_few(len(GAMES.ours))
HOME = f"{NAME}: {COUNT} small number games"
PAGES = (
    Page(
        "/",
        "home",
        HOME,
        f"Play {COUNT} number games at once: no account, with a friend or against the house.",
    ),
    Page("/t/{table}", "table", "A table", "A table where a game is played. Watch, or sit down."),
    Page("/t/{table}/review", "review", "Review", "What each move of a game was worth, and why."),
    Page("/review", "review", "Review", "Open a record and see what each move was worth, and why."),
    Page("/games", "games", "My games", "The tables you sat at: play on, or look back at each move."),
    Page("/today", "today", "Today", "Something new every day: a puzzle for each game, and a duel."),
    Page("/puzzle", "puzzle", "Puzzles", "Positions with one right answer, as hard as suits you."),
    Page("/puzzle/{game}", "puzzle", "Puzzles", "Positions with one right answer, as hard as suits you."),
    Page("/rush", "rush", "Rush", rush_rules.AIM),
    Page("/rush/{game}", "rush", "Rush", rush_rules.AIM),
    Page(
        "/print/{game}",
        "print",
        "A sheet to print",
        "Puzzles on paper for a class, with the solutions on a page of their own.",
    ),
    Page("/progress", "progress", "Progress", "What you solved, played and learned: kept in your browser."),
    Page("/stored", "storage_notice", "What is stored", "What is stored where, and for how long."),
)
SCRIPTS = {  # the file of each module
    "home": "pages/home/index",
    "table": "pages/table/index",
    "review": "pages/review/index",
    "games": "pages/games",
    "today": "pages/today",
    "puzzle": "pages/puzzle",
    "rush": "pages/rush/index",
    "print": "pages/print",
    "progress": "pages/progress",
    "learn": "pages/learn",
    "storage_notice": "pages/storage_notice",
    "shell": "shell",
}
SHEETS = {  # style sheets of each module, beside those of every page
    "home": ("home",),
    "table": ("table",),
    "review": ("table", "review"),
    "games": ("games",),
    "today": ("table", "daily"),
    "puzzle": ("table", "daily"),
    "rush": ("table", "daily"),
    "print": ("table", "print"),
    "progress": ("table", "daily"),
    "learn": ("learn",),
    "storage_notice": ("learn",),
    "shell": (),
}
BODIES = {  # CSS classes of each module's body; where a game is shown, its board decides whether a rail is
    "table": "at-table plays",
    "review": "plays",
    "today": "plays",
    "puzzle": "plays",
    "rush": "plays",
    "print": "plays",
}
LEARN = Page("/learn", "learn", "Learn", "The rules of every game, who is favoured, and why.")
RENDERED = (
    "/learn",
    "/learn/{game}",
    "/puzzle/{game}",
    "/rush/{game}",
    "/print/{game}",
)  # with the rules of every game, once
LOST = Page("", "shell", "Not found", NO_PAGE)
PATHS = {page.path: page for page in (*PAGES, LEARN)}


class Site:
    """The site: all static files, and all pages, each rendered when it is first asked for."""

    def __init__(self, folder: str = FOLDER) -> None:
        files = dict(find_files(folder))
        self._version = SiteVersion(files)
        self.files = self._version.build_files(files)
        self._html = _read_html(os.path.join(folder, "html"))  # now: a later one may be of another version
        self._shell = Template(self._html["shell"])
        self._pages: dict[str, StaticFile] = {}

    @cached_property
    def _games(self) -> dict[str, dict[str, StaticFile]]:
        """The files of every game, by game and name."""
        return map_games(self._load_game_files)

    @cached_property
    def _books(self) -> dict[str, StaticFile]:
        """The rules page of every game."""
        return map_games(self._render_rules)

    @cached_property
    def lost(self) -> StaticFile:
        """The page for an address with nothing there."""
        main = f"<h1>{LOST.title}</h1>\n<p>{NO_PAGE} <a href='/'>Play a game instead.</a></p>"
        return _fill_in_origin(self._render_page(LOST, main), "")

    def find_page(self, path: str) -> StaticFile:
        """Return the page of this path, as `PAGES` has it."""
        if path not in self._pages:
            page = PATHS[path]
            main = learn.render_list(self._books) if page is LEARN else self._fill(page.module)
            self._pages[path] = self._render_page(page, main)
        return self._pages[path]

    def _fill(self, module: str) -> str:
        """Return the HTML of this module's page; "" if its script makes all of it."""
        html = Template(self._html.get(module, ""))
        return html.substitute(count=COUNT.capitalize(), lengths="\n".join(map(_render_length, LENGTHS)))

    def _render_page(self, page: Page, main: str = "") -> StaticFile:
        title = page.title if page.title == HOME else f"{page.title} · {NAME}"
        filled = self._shell.substitute(
            title=escape(title),
            description=escape(page.description),
            name=NAME,
            heading=escape(page.title),
            origin=ORIGIN,
            module=escape(SCRIPTS[page.module]),
            body_class=BODIES.get(page.module, ""),
            sheets="\n".join(
                f'<link rel="stylesheet" href="/static/css/{it}.css">' for it in SHEETS[page.module]
            ),
            main=main,
        )
        return StaticFile(self._version.add_version(filled.encode()), HTML)

    def _render_rules(self, game: type[State]) -> StaticFile:
        return self._render_page(
            LEARN._replace(title=game.title, description=game.aim), learn.render_rules(game)
        )

    def _load_game_files(self, game: type[State]) -> dict[str, StaticFile]:
        """Return the files for the browser in the game's folder, by name."""
        brought = game_of(game).files(*GAME_FILES)
        return {name: self._version.build_file(name, data) for name, data in brought.items()}

    def find_url(self, game: str, name: str) -> str | None:
        """Return the URL of this file of the game's folder; None if the folder has no such file."""
        return f"/games/{game}/{name}" if name in self._games.get(game, {}) else None

    def find_file(self, request: Request) -> StaticFile | None:
        """Return the page or file at the URL of this request, or None."""
        path, given = request.scope[ROUTE], request.path_params
        if path == STATIC:
            return self.files.get(given["path"]) or self.files.get(SiteVersion.remove_version(given["path"]))
        if path == OF_GAME:
            return self._games.get(given["game"], {}).get(given["file"])
        if path == "/learn/{game}":
            return self._books.get(given["game"])
        if "game" in given and given["game"] not in self._books:
            return None
        return self.find_page(path)


def _render_length(first_to: int | None) -> str:
    """Render the choice of so many games to be won."""
    box = f'<input type="radio" name="games" value="{first_to or ""}"{"" if first_to else " checked"}>'
    return f"<label>{box}<span>{format_length(first_to)}</span></label>"


def build_routes(site: Site) -> list[Route]:
    """Return the routes of all pages and files."""
    paths = [*PATHS, "/learn/{game}", STATIC, OF_GAME]
    return [*(Route(path, _build_endpoint(site, path)) for path in paths), Route(QR_CODE, send_qr_code)]


async def send_qr_code(request: Request) -> Response:
    """Answer with the QR code of a table's link, whether there is such a table or not."""
    request.scope[ROUTE] = QR_CODE
    table, origin = request.path_params["table"], _find_origin(request)
    if not origin or not TABLE_NAME.fullmatch(table):
        return PlainTextResponse(NO_PAGE, 404)
    file = await run_in_threadpool(_draw_link, f"{origin}/t/{table}")
    return file.build_response(request)


@lru_cache(maxsize=256)
def _draw_link(address: str) -> StaticFile:
    return StaticFile(draw_qr_code(address), KINDS[".svg"])


def _find_origin(request: Request) -> str:
    """Return the address under which this server is asked, without a path: a proxy's, if one is in front.

    It is "" if a client has made it up to cause work: no host's name is so long.
    """
    origin = str(request.base_url).rstrip("/")
    return origin if len(origin) <= LONGEST_ORIGIN else ""


@lru_cache(maxsize=256)
def _fill_in_origin(file: StaticFile, origin: str) -> StaticFile:
    """Fill the server's address into a page: link previews want whole addresses; with "", relative."""
    return replace(file, plain=file.plain.replace(ORIGIN.encode(), escape(origin).encode()))


def _read_html(folder: str) -> dict[str, str]:
    """Read the HTML files in this folder, by their names without the ending."""
    texts = {}
    for entry in os.scandir(folder):
        name, ending = os.path.splitext(entry.name)
        if ending == ".html":
            with open(entry.path, encoding="utf-8") as file:
                texts[name] = file.read()
    return texts


def _build_endpoint(site: Site, path: str) -> Callable[[Request], Awaitable[Response]]:
    async def page(request: Request) -> Response:
        request.scope[ROUTE] = path
        file = (
            await run_in_threadpool(site.find_file, request) if path in RENDERED else site.find_file(request)
        )
        if file is not None and file.kind == HTML:
            file = _fill_in_origin(file, _find_origin(request))
        if file is not None:
            return file.build_response(request)
        if path in (STATIC, OF_GAME):
            return PlainTextResponse(NO_PAGE, 404)
        return site.lost.build_response(request, 404)

    return page
