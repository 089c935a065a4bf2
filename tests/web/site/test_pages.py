"""The pages and what they load: shells, files, rules to read."""

from __future__ import annotations

import gzip
import html
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from primeparlor.games import GAMES, game, game_of
from primeparlor.web.site.learn import render_rules
from primeparlor.web.site.pages import PAGES, Site
from primeparlor.web.site.qr_code import draw_qr_code
from primeparlor.web.site.static_files import SiteVersion, StaticFile, find_files
from primeparlor.web.tables.catalogue import list_games
from support.game_folders import make
from support.web.http_server import SITE, Served, served


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("pages")) as one:
        yield one


ADDRESSES = [
    *(page.path.format(table="k3mv-9qpa-aaaa-bbbb", game="prime-climb") for page in PAGES),
    "/learn",
    *(f"/learn/{game}" for game in GAMES.ours),
]


class Strict(HTMLParser):
    """Collects what our policy forbids, and what a page loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forbidden, self.loads, self.headings = list[str](), list[str](), 0
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        self.headings += tag == "h1"
        for name, value in attrs:
            if name == "style" or name.startswith("on") or (value or "").startswith("javascript:"):
                self.forbidden.append(f"{tag} {name}")
            if name in ("src", "href") and tag in ("script", "link", "img"):
                self.loads.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style") and data.strip():
            self.forbidden.append(f"{self._inside}: {data[:40]}")


@pytest.mark.parametrize("path", ADDRESSES)
def test_every_page_is_whole_and_holds_nothing_that_the_policy_forbids(server: Served, path: str) -> None:
    answer = server.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "Prime Parlor</title>" in answer.text or path == "/"
    assert "$" not in answer.text
    page = Strict(answer.text)
    assert page.forbidden == []
    assert all(address.startswith(("/static/", "/games/")) for address in page.loads)
    assert server.client.head(path).status_code == 200


def test_what_is_not_there_is_told_in_the_look_of_the_house(server: Served) -> None:
    answer = server.client.get("/nothing")
    assert answer.status_code == 404
    assert "There is nothing at this address." in answer.text
    assert 'href="/"><svg' in answer.text
    assert Strict(answer.text).headings == 1


def test_pages_bring_their_policy_also_when_nothing_has_changed(server: Served) -> None:
    for path, of_pages in (("/", True), ("/static/img/mark.svg", True), ("/static/lib/dom.js", False)):
        known = {"If-None-Match": server.client.get(path).headers["etag"]}
        again = server.client.get(path, headers=known)
        assert again.status_code == 304
        assert ("content-security-policy" in again.headers) is of_pages, path


def test_files_are_kept_by_browsers_and_asked_for_again(server: Served) -> None:
    first = server.client.get("/static/css/parlor.css")
    assert first.headers["content-type"] == "text/css; charset=utf-8"
    assert first.headers["content-encoding"] == "gzip"
    assert (first.headers["cache-control"], first.headers["vary"]) == ("no-cache", "Accept-Encoding")
    tag = first.headers["etag"]
    assert tag.startswith('"')
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = server.client.get("/static/css/parlor.css", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert server.client.get("/static/css/parlor.css", headers={"If-None-Match": '"x"'}).status_code == 200
    plain = server.client.get("/static/css/parlor.css", headers={"Accept-Encoding": "identity"})
    assert plain.text == first.text
    assert "content-encoding" not in plain.headers
    assert plain.headers["etag"] != tag
    refused = server.client.get("/static/css/parlor.css", headers={"Accept-Encoding": "gzip;q=0, br"})
    assert "content-encoding" not in refused.headers


def test_what_a_page_names_is_of_its_version_and_never_asked_for_again(server: Served) -> None:
    """Every import too: a module under two addresses would be two modules."""
    boards = [f"/games/{game}/{file}.js" for game in GAMES.ours for file in ("page", "art")]
    todo, named = [*ADDRESSES, *boards], set[str]()
    while todo:
        text = server.client.get(todo.pop()).text
        new = set(re.findall(r"""["'(](/static/[\w./]+\.(?:js|css|svg))""", text)) - named
        named |= new
        todo += new
    assert len(named) > 40
    [version] = {address.split("/")[2] for address in named}
    assert re.fullmatch("[0-9a-f]{12}", version)
    for address in named:
        answer = server.client.get(address)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, "max-age=31536000, immutable")


def test_a_page_of_another_version_gets_what_there_is_now(server: Served) -> None:
    """A table outlives a server that comes back as a newer one, and asks for more of itself at the end."""
    newest = server.client.get("/static/lib/progress.js")
    late = server.client.get(f"/static/{'0' * 12}/lib/progress.js")
    assert (late.status_code, late.text) == (200, newest.text)
    assert late.headers["cache-control"] == "no-cache"
    assert server.client.get("/static/nowhere/lib/progress.js").status_code == 404
    assert server.client.get(f"/static/{'0' * 12}/nothing.js").status_code == 404


def test_another_content_has_another_version() -> None:
    files = {"a.js": b"one", "b.js": b"two"}
    others = ({"a.js": b"two", "b.js": b"one"}, {"a.js": b"one"}, {"a.js": b"one", "c.js": b"two"})
    assert SiteVersion(files).name == SiteVersion(dict(files)).name
    assert len({SiteVersion(each).name for each in (files, *others)}) == 4


@pytest.mark.parametrize("path", [name for name in SITE.files if name.endswith((".js", ".svg"))][:6])
def test_a_file_has_its_kind(server: Served, path: str) -> None:
    answer = server.client.get(f"/static/{path}")
    kind = "text/javascript; charset=utf-8" if path.endswith(".js") else "image/svg+xml"
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)


def test_a_folder_is_served_without_what_is_none_of_a_browsers_business(tmp_path: Path) -> None:
    for name in ("a.js", "b/c.css", ".hidden.js", "_private/d.js", "e.py", "f.html", "g.d.ts", "h.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x" * 1000)
    files = dict(find_files(str(tmp_path)))
    assert list(files) == ["a.js", "b/c.css"]
    file = SiteVersion(files).build_file("a.js", files["a.js"])
    assert file.packed is not None
    assert gzip.decompress(file.packed) == file.plain == files["a.js"]
    assert StaticFile(b"short", "text/plain").packed is None


@pytest.fixture(name="brought")
def bringing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a game that counts as installed from another package."""
    make(tmp_path / "somebody", "pig")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(game, "_folders", {**game._folders})
    monkeypatch.setattr(GAMES, "_others", [game.Brought("pig", "somebody")])
    yield tmp_path / "somebody"
    for name in [name for name in sys.modules if name.partition(".")[0] == "somebody"]:
        del sys.modules[name]


def test_a_game_from_another_package_is_served_like_ours(brought: Path) -> None:
    (brought / "page.js").write_text("export default 1;")
    (brought / "wheel.js").write_text("export {};")
    site = Site()
    [pig] = [entry for entry in list_games(site.find_url) if not entry["ours"]]
    assert (pig["name"], pig["page"]) == ("pig", "/games/pig/page.js")
    assert list(site._games["pig"]) == ["page.js", "wheel.js"]
    assert b"Pig" in site._books["pig"].plain
    assert b"/learn/pig" in site.find_page("/learn").plain


def test_a_game_without_a_board_has_no_page(brought: Path) -> None:
    assert Site().find_url("pig", "page.js") is None


def test_a_broken_game_from_another_package_is_left_out(
    brought: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (brought / "text.md").unlink()
    warnings = list[str]()
    monkeypatch.setattr(GAMES, "warn", warnings.append)
    site = Site()
    assert warnings == []
    assert "pig" not in site._books
    assert [warning[:49] for warning in warnings] == ["The game 'pig' is left out: Pig has no text.md ne"]
    assert b"/learn/pig" not in site.find_page("/learn").plain
    assert len(warnings) == 1


def test_a_link_has_a_preview_with_whole_addresses_and_no_page_is_of_another_host(server: Served) -> None:
    headers = {"Host": "parlor.example:8000"}
    text = server.client.get("/today", headers=headers).text
    assert '<meta property="og:title" content="Today">' in text
    [picture] = re.findall('og:image" content="http://parlor.example:8000(/static/[^"]+.png)"', text)
    assert server.client.get(picture).content.startswith(b"\x89PNG")
    for path in ("/t/nobody-knows", "/nothing/here", "/learn/chess"):
        assert "{origin}" not in server.client.get(path).text
    long = {"Host": "a" * 2_000}
    assert '"og:image" content="/static/' in server.client.get("/today", headers=long).text
    assert server.client.get("/t/2345-6789/qr.svg", headers=long).status_code == 404
    assert "parlor.example" not in server.client.get("/today").text


def test_a_phone_reads_a_tables_link_from_its_qr_code(server: Served) -> None:
    """The same drawing as of the whole address, with the host that was asked."""
    headers = {"Host": "parlor.example"}
    answer = server.client.get("/t/2345-6789/qr.svg", headers=headers)
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.content == draw_qr_code("http://parlor.example/t/2345-6789")
    assert answer.content != server.client.get("/t/2345-6789/qr.svg").content
    assert Strict(answer.text).forbidden == []
    known = headers | {"If-None-Match": answer.headers["etag"]}
    assert server.client.get("/t/2345-6789/qr.svg", headers=known).status_code == 304
    assert server.client.get("/t/%22/qr.svg").status_code == 404


@pytest.mark.parametrize("name", GAMES.ours)
def test_the_rules_of_a_game_are_readable(server: Served, name: str) -> None:
    state = GAMES[name]
    text = server.client.get(f"/learn/{name}").text
    page = Strict(text)
    assert page.headings == 1
    assert f"<h1>{state.title}</h1>" in text
    assert "<h2>Rulings</h2>" in text, f"text.md of {name} needs the headings that docs/add-a-game.md lists"
    assert "At the prompt" not in text
    assert state.favoured[""].split(":")[0] in re.sub("&#x27;", "'", text)
    assert "perfect</dt>" in text


@pytest.mark.parametrize("name", GAMES.ours)
def test_below_the_rules_it_is_told_who_wins_and_why(server: Served, name: str) -> None:
    text = server.client.get(f"/learn/{name}").text
    why = game_of(GAMES[name]).why
    assert why, f"{name} has no why.md: docs/add-a-game.md tells what stands in it"
    title, claim = why.split("\n\n")[:2]
    rules, heading, proof = text.partition(f"<h3>{title.removeprefix('# ')}</h3>")
    shown, folded, told = rules.partition('<details class="spoiler">')
    assert folded
    sentence = html.escape(GAMES[name].favoured[""])
    assert sentence not in shown
    assert sentence in told
    assert "<code>parlor" not in text  # commands are for the terminal
    assert heading
    assert "<h2>Rulings</h2>" in rules
    assert "<h4>The argument</h4>" in proof
    assert claim.split("](")[0].replace("[", "").strip("*") in proof
    assert ".md" not in proof  # those pages are not here
    [(address, told)] = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', proof)
    assert address == f"/games/{name}/why.svg"
    assert f'<a class="picture" href="{address}">' in proof
    assert told
    picture = server.client.get(address)
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    assert picture.text.startswith("<svg ")


LINKS = {
    "[Number Morph](../games/number-morph.md)": '<a href="/learn/number-morph">Number Morph</a>',
    "[this game](../games/prime-climb.md)": "this game",
    "[another](../games/chess.md)": "another",
    "a [*ruling*](rulings.md#a) and [one](https://example.org/) more": (
        'a <em>ruling</em> and <a href="https://example.org/">one</a> more'
    ),
    "![a stair](stair.svg)": (
        '<a class="picture" href="/games/prime-climb/stair.svg">'
        '<img src="/games/prime-climb/stair.svg" alt="a stair" /></a>'
    ),
    "[![a stair](stair.svg)](https://example.org/)": (
        '<a href="https://example.org/"><img src="/games/prime-climb/stair.svg" alt="a stair" /></a>'
    ),
    "![from elsewhere](https://example.org/a.svg)": "from elsewhere",
    "![<b>](../b.svg)": "&lt;b&gt;",
}


@pytest.mark.parametrize("written", LINKS)
def test_only_what_can_be_reached_is_linked(monkeypatch: pytest.MonkeyPatch, written: str) -> None:
    monkeypatch.setattr(game.Game, "why", f"# Why\n\n{written}\n")
    assert f"<h3>Why</h3>\n<p>{LINKS[written]}</p>\n" in render_rules(GAMES["prime-climb"])


def test_a_game_without_a_proof_has_its_rules_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game.Game, "why", None)
    text = render_rules(GAMES["prime-climb"])
    assert "<h1>Prime Climb</h1>" in text
    assert "<h3>Why" not in text


def test_html_in_a_text_stays_text(monkeypatch: pytest.MonkeyPatch) -> None:
    wild = "# Title\n\n<script>alert(1)</script> <b onclick=x>b</b> [x](javascript:alert(1)) <img src=x>"
    monkeypatch.setattr(game.Game, "text", wild)
    monkeypatch.setattr(game.Game, "why", wild)
    page = Strict(render_rules(GAMES["prime-climb"]))
    assert page.forbidden == []
    assert page.loads == []
    assert render_rules(GAMES["prime-climb"]).count("&lt;script&gt;") == 2
