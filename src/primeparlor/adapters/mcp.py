"""Tables for agents' clients, by the Model Context Protocol: tools that open a table and play at it.

The protocol keeps no session: each tool names its table by a handle, and a move names the event number it
was chosen at. So every call can be sent again if its answer was lost.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from inspect import signature
from math import inf
from threading import Semaphore
from typing import Annotated, Any, TypeAlias

try:
    from mcp.server import MCPServer
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "mcp":
        raise
    raise ModuleNotFoundError(
        "MCP is missing. Install it with: pip install 'primeparlor[mcp]'", name="mcp"
    ) from None
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, ToolAnnotations
from pydantic import Field, StrictBool, StrictInt, StrictStr, ValidationError

from primeparlor import __version__, notation
from primeparlor.coach.review.analysis_json import as_data
from primeparlor.core import OTHER, ParlorError, State, capital
from primeparlor.games import GAMES
from primeparlor.notation.blocks import shown
from primeparlor.players import DESCRIBED, SEATS
from primeparlor.players.prompt import VERSION, describe_form, describe_position, describe_rules
from primeparlor.solve import analyse
from primeparlor.tables.agents import options
from primeparlor.tables.agents.agent_table import DEFAULT_OPPONENT, AgentTable, open_agent_table
from primeparlor.tables.agents.handles import TableHandles
from primeparlor.wording import join_words

Answer: TypeAlias = dict[str, object]

SECONDS = 20.0  # for one analysis, or for one move of the house
MOST_ANALYSES = 8  # at the same time; other calls go on beside them
INSTRUCTIONS = (
    "Two-player number games against a house player. Call list_games, then read_rules of one game, then"
    " open_table. Play with the table and number of the last answer. Illegal moves count against you."
)
LARGEST_BODY = 1 << 16  # bytes of a request; the longest argument is a name
CLEAN_UP_SECONDS = 2  # for clients that are still listening when the server is closed
MOST_SESSIONS = 1000  # of clients that speak the older protocol
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
WILDCARDS = ("0.0.0.0", "::")
OPEN_TO_ALL = (
    "Whoever can reach {} can play here: there is no password. Requests must call this machine {}; give other"
    " names with --allow-host."
)
LOOK = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
ACT = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
OPEN = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)

# What each argument is: told to the client, and in the sentence that refuses anything else.
EXPECTED = {
    "game": "the name of a game",
    "level": f"one of: {', '.join(SEATS)}",
    "seat": '1 to move first, 2 to move second, or "random"',
    "rules": "whole numbers by name, for a variant",
    "seed": "a whole number that fixes everything random",
    "strikes": "a whole number: so many invalid moves in a row lose the game",
    "limit": "a whole number: after so many moves the game stops, with no winner",
    "hints": "true or false: whether hints, moves and analyses may be asked for",
    "name": "a name for you, shown in the record",
    "table": "the handle that open_table gave",
    "number": "the whole number in the last answer of this table",
    "move": "a whole number or a word",
    "step": "a whole number from 1, one more each time",
    "position": "a position as text, as these tools write it",
}


def _describe(name: str) -> Any:
    return Field(description=f"{capital(EXPECTED[name])}.")


Game = Annotated[StrictStr, _describe("game")]
Level = Annotated[StrictStr, _describe("level")]
SeatNumber = Annotated[StrictInt | StrictStr, _describe("seat")]
RuleNumbers = Annotated[dict[StrictStr, StrictInt] | None, _describe("rules")]
Seed = Annotated[StrictInt | None, _describe("seed")]
Strikes = Annotated[StrictInt | None, _describe("strikes")]
Limit = Annotated[StrictInt | None, _describe("limit")]
Hints = Annotated[StrictBool, _describe("hints")]
AgentName = Annotated[StrictStr, _describe("name")]
Handle = Annotated[StrictStr, _describe("table")]
HandleIfAny = Annotated[StrictStr | None, _describe("table")]
Number = Annotated[StrictInt, _describe("number")]
NumberNow = Annotated[StrictInt | None, _describe("number")]
MoveInput = Annotated[StrictInt | StrictStr, _describe("move")]
Step = Annotated[StrictInt, _describe("step")]
PositionText = Annotated[StrictStr | None, _describe("position")]


class TooSlow(ParlorError):
    """Raised when a computation takes longer than anybody should wait for it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"This takes longer than {seconds:g} seconds here. Try a smaller variant.")


class Deadline:
    """Progress callback that stops the work when its time is up."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.until = seconds, time.monotonic() + seconds

    def lift(self) -> None:
        """Let the work take its time from here on: whoever did it keeps this for later."""
        self.until = inf

    def __call__(self, done: int, total: int | None) -> None:
        if time.monotonic() > self.until:
            raise TooSlow(self.seconds)


class AgentTools:
    """The tools, one method each: they run in threads, side by side, one at a time for each table."""

    def __init__(self, *, record: bool = True, seconds: float = SECONDS) -> None:
        self.handles = TableHandles()
        self._record, self._seconds = record, seconds
        self._analyses = Semaphore(MOST_ANALYSES)

    def list_games(self) -> Answer:
        """List the games, with the numbers that a variant may change, and the levels of the house."""
        games = [_describe_game(GAMES[name]) for name in GAMES]
        return {
            "games": games,
            "levels": {level: DESCRIBED.get(level, "plays any legal move") for level in SEATS},
        }

    def read_rules(self, game: Game, rules: RuleNumbers = None) -> Answer:
        """Read the rules of a game or, with rules, of a variant; they hold no advice."""
        found = options.read_game(game)
        start = found.start(options.read_rules(found, rules))
        return {"game": start.name, "rules": start.rules.values(), "text": describe_rules(start)}

    def open_table(
        self,
        game: Game,
        level: Level = DEFAULT_OPPONENT,
        seat: SeatNumber = 1,
        rules: RuleNumbers = None,
        seed: Seed = None,
        hints: Hints = True,
        strikes: Strikes = None,
        limit: Limit = None,
        name: AgentName = "guest",
    ) -> Answer:
        """Open a table against the house; its handle and its number are needed for everything else.

        Three invalid moves in a row lose the game, and after 200 moves it stops, unless you say otherwise.
        """
        options.check_choice("level", level, SEATS)
        deadline = Deadline(self._seconds)
        table = open_agent_table(
            game,
            rules,
            level,
            seat,
            seed,
            strikes=strikes,
            limit=limit,
            hints=hints,
            name=name,
            seconds=self._seconds,
            progress=deadline,
        )
        deadline.lift()
        handle = self.handles.add(table)
        try:
            with self.handles.use(handle):
                if self._record:
                    table.table.create_record()
                table.play_house()
                return _describe_table(handle, table, 0) | {"terms": table.describe_terms()}
        except BaseException:
            self.handles.remove(handle)
            raise

    def look(self, table: Handle) -> Answer:
        """Look at a table: its position, its number, and everything that has happened."""
        with self.handles.use(table) as found:
            found.play_house()
            return _describe_table(table, found, 0) | {"terms": found.describe_terms()}

    def play(self, table: Handle, number: Number, move: MoveInput) -> Answer:
        """Play a move at this number, and see what the house answers. The same move may be sent again.

        An invalid move is refused with the reason, and counts against you.
        """
        with self.handles.use(table) as found:
            found.play(move, number)
            return _describe_table(table, found, number)

    def list_moves(self, table: Handle, number: NumberNow = None) -> Answer:
        """List the legal moves; it counts as a hint."""
        with self._help(table, number) as found:
            return {"table": table, "number": found.match.number, "moves": found.list_moves()}

    def hint(self, table: Handle, step: Step = 1, number: NumberNow = None) -> Answer:
        """Ask for a hint; each step tells more. That it was given is noted in the record."""
        with self._help(table, number) as found, self._analysis() as deadline:
            given = found.give_hint(step, deadline)
            told = {"table": table, "number": found.match.number, "hints": given.hints}
            return told | {"next_step": None if given.all else len(given.hints) + 1}

    def analyse(self, table: HandleIfAny = None, position: PositionText = None) -> Answer:
        """Analyse the position of a table, or any other: the value of every move. It counts as every hint."""
        if (table is None) == (position is None):
            raise ParlorError("Give a table or a position, one of them.")
        with self._analysis() as deadline:
            if table is not None:
                with self._help(table, None) as found:
                    return _shorten(found.analyse(deadline))
            return _shorten(self._analyse_position(notation.read_position(position or ""), deadline))

    def review(self, table: Handle) -> Answer:
        """Review a game that is over: every move graded against perfect play, with reasons."""
        with self._analysis() as deadline, self.handles.use(table) as found:
            return found.review(deadline) | {"sentence": found.describe_result()}

    def resign(self, table: Handle, number: NumberNow = None) -> Answer:
        """Give the game to the house."""
        with self.handles.use(table) as found:
            since = found.match.number
            found.resign(number)
            return _describe_table(table, found, since)

    # What several tools need ------------------------------------------------------------------------

    @contextmanager
    def _help(self, handle: str, number: int | None) -> Iterator[AgentTable]:
        """Yield the table of this handle, where the program chooses; raise if it is at another number."""
        with self.handles.use(handle) as table:
            table.play_house()
            if number is not None:
                table.check_number(number)
            yield table

    @contextmanager
    def _analysis(self) -> Iterator[Deadline]:
        """Yield the deadline of an analysis; raise if too many are under way."""
        if not self._analyses.acquire(blocking=False):
            raise ParlorError(f"{MOST_ANALYSES} analyses are under way. Ask again in a moment.")
        try:
            yield Deadline(self._seconds)
        finally:
            self._analyses.release()

    def _analyse_position(self, state: State, deadline: Deadline) -> Answer:
        if self.handles.is_played(state):
            raise ParlorError(
                "This position is being played at a table here."
                " Ask at that table, or once its game has moved on."
            )
        return as_data(state, analyse(state, progress=deadline))


def _describe_game(game: type[State]) -> Answer:
    numbers = {
        name: {"standard": span.standard, "least": span.least, "most": span.most_to_play or span.most}
        for name, span in game.Rules.numbers.items()
    }
    return {"game": game.name, "title": game.title, "aim": game.aim, "rules": numbers}


def _describe_table(handle: str, table: AgentTable, since: int) -> Answer:
    """Return the table as its program may see it, with what has happened since this number."""
    match, outcome = table.match, table.match.outcome
    told = "" if outcome else describe_position(match.state, table.seat, match.list_history(table.seat))
    return {
        "table": handle,
        "number": match.number,
        "game": match.start.name,
        "position": notation.position(match.state),
        "turn": match.state.turn,
        "seat": table.seat,
        "level": match.seats[OTHER[table.seat] - 1],
        "events": table.describe_events(since),
        "text": told,
        "move_form": "" if outcome else describe_form(match.state),
        "over": outcome is not None,
        "winner": outcome and outcome.winner,
        "result": table.describe_result(),
        "remarks": table.remarks,
        "prompt_version": VERSION,
    }


def _shorten(analysis: Answer) -> Answer:
    """Return the analysis without its proof, which may be as long as a book."""
    return {key: value for key, value in analysis.items() if key != "proof"}


# The server --------------------------------------------------------------------------------------------


class GameServer(MCPServer[Any]):
    """The server: whatever is wrong with a call is told in one sentence."""

    def __init__(self, tools: AgentTools) -> None:
        super().__init__(
            "primeparlor",
            title="Prime Parlor",
            version=__version__,
            instructions=INSTRUCTIONS,
            log_level="WARNING",
        )
        self._arguments: dict[str, list[str]] = {}
        for method, hints in (
            (tools.list_games, LOOK),
            (tools.read_rules, LOOK),
            (tools.open_table, OPEN),
            (tools.look, LOOK),
            (tools.list_moves, ACT),
            (tools.play, ACT),
            (tools.hint, ACT),
            (tools.analyse, ACT),
            (tools.review, LOOK),
            (tools.resign, ACT),
        ):
            self.add_tool(method, annotations=hints)
            self._arguments[method.__name__] = list(signature(method).parameters)
        self.resource("parlor://rules/{game}", mime_type="text/markdown")(read_rules)

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool; raise `ToolError` with one sentence if that is impossible."""
        self._check_arguments(name, arguments)
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ParlorError):
                raise ToolError(str(cause)) from None
            if isinstance(cause, ValidationError):
                raise ToolError(_explain_invalid(cause)) from None
            raise  # our own fault: the client is told no more than that, the log everything

    async def get_prompt(
        self, name: str, arguments: dict[str, str] | None = None, context: Any = None
    ) -> Any:
        """Refuse: the server offers no prompts, and an unknown one is no fault of ours."""
        raise MCPError(INVALID_PARAMS, "There are no prompts here.")

    def _check_arguments(self, name: str, arguments: dict[str, Any]) -> None:
        """Raise if there is no such tool, or it has no such argument, which would be dropped."""
        if name not in self._arguments:
            raise ToolError(f"There is no tool {shown(name)}. The tools are: {', '.join(self._arguments)}.")
        known = self._arguments[name]
        for argument in arguments:
            if argument not in known:
                takes = f"Its arguments are: {', '.join(known)}." if known else "It takes none."
                raise ToolError(f"{name} has no argument {shown(argument)}. {takes}")


def _explain_invalid(error: ValidationError) -> str:
    """Return the first fault of the arguments as a sentence."""
    fault = error.errors()[0]
    name = str(fault["loc"][0])
    if fault["type"] == "missing":
        return f"{name} is missing: {EXPECTED[name]}."
    return f"{name} must be {EXPECTED[name]}."


def read_rules(game: str) -> str:
    """Return the rules of this game as Markdown."""
    try:
        return describe_rules(notation.find_game(game).start())
    except ParlorError as error:
        raise ResourceNotFoundError(str(error)) from None


def run_stdio(record: bool) -> int:
    """Serve one client on standard input and output until it leaves."""
    signal.signal(signal.SIGINT, _leave_at_once)
    tools = AgentTools(record=record)
    with closing(tools.handles):
        GameServer(tools).run()
    return 0


def _leave_at_once(number: int, frame: object) -> None:
    """End the process: the thread that reads standard input waits for a line, and every move is saved."""
    os._exit(130)


def run_http(host: str, port: int, names: Sequence[str], record: bool) -> int:
    """Serve clients over HTTP until a signal comes; requests may also call this machine by these names."""
    import uvicorn

    tools = AgentTools(record=record)
    with _open_socket(host, port) as listener, closing(tools.handles):
        shown_host = f"[{host}]" if ":" in host else host
        address = f"{shown_host}:{listener.getsockname()[1]}"
        print(f"parlor: Tables for agents at http://{address}/mcp – Ctrl-C closes them.", file=sys.stderr)
        known = [*LOOPBACK, *([] if host in (*LOOPBACK, *WILDCARDS) else [shown_host]), *names]
        if host not in ("localhost", "127.0.0.1", "::1"):
            print(f"parlor: {OPEN_TO_ALL.format(address, join_words(known, 'or'))}", file=sys.stderr)
        app = GameServer(tools).streamable_http_app(
            host=host,
            max_request_body_size=LARGEST_BODY,
            max_sessions=MOST_SESSIONS,
            transport_security=_allow_hosts(known),
        )
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=CLEAN_UP_SECONDS)
        uvicorn.Server(config).run([listener])
    return 0


def _open_socket(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except socket.gaierror as error:  # its number is none of the system's
        raise ParlorError(f"{host}:{port} cannot be used: {error.strerror}.") from None
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else error
        raise ParlorError(f"{host}:{port} cannot be used: {reason}.") from None


def _allow_hosts(names: Sequence[str]) -> TransportSecuritySettings:
    """Return the names that a request may call this machine by: a page of another site cannot know them."""
    return TransportSecuritySettings(
        allowed_hosts=[form for name in names for form in (name, f"{name}:*")],
        allowed_origins=[
            f"{scheme}://{form}"
            for scheme in ("http", "https")
            for name in names
            for form in (name, f"{name}:*")
        ],
    )
