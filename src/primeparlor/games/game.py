"""A game is a folder: `rules.py`, `text.md`, and any parts that improve it.

    rules.py     the book: one State class                 needed
    text.md      the rules in our words                    needed
    why.md       who wins and why, with the picture why.svg
    rungs.json   the rungs of its ladder, with the figures that justify them
    form.py      `Form`      text ⇄ moves and positions
    facts.py     `facts`     what everyone at the table may see
    words.py     `Words`     reasons, hints, what a puzzle asks
    terminal.py  `Dialogue`  what is said at the table, and `board`, what is drawn
    screen.py    `Board`     what is drawn and said on the screen, and its keys
    solver.py    `Solver`    where the generic way will not do
    habits.py    `Habits`    the mistakes the levels make in this game
    tensor.py    `Tensor`    positions as numbers, for programs that learn
    page.js      the board in the browser, with its looks in page.css
    art.js       the picture on the wall there

A part is found by its file name, loaded when it is first asked for, and has a default in the code that
asks for it. This is the only place that imports parts; what is for the browser is served as it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from primeparlor.core import GameError, Played, Rules, State

GROUP = "primeparlor.games"  # of entry points: each is named like its game and names a package
RULES = ".rules"

Part = TypeVar("Part")


class Game:
    """One folder. Generic code asks it for its parts; `game_of` finds it for a state."""

    def __init__(self, package: str, state: type[State] | None = None) -> None:
        self.package = package
        self._state = state
        self._modules: dict[str, ModuleType | None] = {}
        self._parts: dict[str, Any] = {}
        self.ours = package.startswith(f"{__package__}.")
        self._strict = self.ours  # our own mistakes are not hidden

    @property
    def state(self) -> type[State]:
        """The State class of `rules.py`."""
        if self._state is None:
            self._state = _state_class(import_module(self.package + RULES))
        return self._state

    @property
    def text(self) -> str:
        """The rules in our words, as Markdown that also reads well raw."""
        text = self._read("text.md")
        if text is None:
            raise GameError(f"{self.state.title} has no text.md next to its rules.py.")
        return text

    @property
    def why(self) -> str | None:
        """Who wins and why: a claim, a picture and the argument, as Markdown; None if it is not told."""
        return self._read("why.md")

    @property
    def rungs(self) -> str | None:
        """The rungs of the game's ladder, as JSON; None if the folder brings none."""
        return self._read("rungs.json")

    def _read(self, name: str) -> str | None:
        """What this file of the folder says; None if it cannot be opened."""
        try:
            with open(os.path.join(self.path, name), encoding="utf-8") as page:
                return page.read()
        except OSError:
            return None

    @property
    def path(self) -> str:
        """The folder's path."""
        rules = sys.modules[self.state.__module__]
        return os.path.dirname(getattr(rules, "__file__", None) or "")

    def files(self, *endings: str) -> dict[str, bytes]:
        """The content of the folder's files with these endings, by name: what it brings for the browser."""
        found = {}
        with suppress(OSError):
            for name in sorted(os.listdir(self.path)):
                if name.endswith(endings):
                    with open(os.path.join(self.path, name), "rb") as file:
                        found[name] = file.read()
        return found

    def part(self, file: str, default: type[Part]) -> Part:
        """The folder's own class of the default's name, else the default, made for this game once."""
        key = f"{file}.{default.__name__}"
        if key not in self._parts:
            self._parts[key] = self._made(file, default)
        found: Part = self._parts[key]
        return found

    def _made(self, file: str, default: type[Part]) -> Any:
        own = self.brings(file, default.__name__)
        if own is not None:
            try:
                return own(self.state)
            except (Exception, SystemExit) as error:
                self._leave_out(file, error)
        make: Any = default
        return make(self.state)

    def brings(self, file: str, name: str) -> Any | None:
        """What this file of the folder defines under this name; None if there is no such file or name."""
        try:
            return getattr(self.module(file), name, None)
        except (Exception, SystemExit) as error:
            self._leave_out(file, error)
            return None

    def module(self, file: str) -> ModuleType | None:
        """The folder's file of this name, if there is one; its errors are raised."""
        if file not in self._modules:
            self._modules[file] = _imported(f"{self.package}.{file}") if self.package else None
        return self._modules[file]

    def _leave_out(self, file: str, error: BaseException) -> None:
        """Use the default for a broken part from now on, and warn once."""
        if self._strict:
            raise error
        from primeparlor.games import GAMES

        self._modules[file] = None
        name = self.state.name
        GAMES.warn(
            f"The {file}.py of the game {name!r} is left out: {_reason(error)}. "
            f"Run 'parlor check-game {name}' for more."
        )

    @contextmanager
    def strictly(self) -> Iterator[None]:
        """Raise the errors of parts meanwhile, for the check that reports them."""
        kept = self._strict, self._modules, self._parts
        self._strict, self._modules, self._parts = True, {}, {}
        try:
            yield
        finally:
            self._strict, self._modules, self._parts = kept

    @contextmanager
    def without(self, file: str) -> Iterator[None]:
        """Use the default for one part meanwhile, so that other faults show."""
        kept = self._modules, self._parts
        self._modules, self._parts = {**self._modules, file: None}, {}
        try:
            yield
        finally:
            self._modules, self._parts = kept

    def facts(self, state: State, line: Sequence[Played] = (), may_be_over: bool = True) -> dict[str, Any]:
        """What everyone at the table may see of this state and the moves that led there, as JSON data.

        Who knows that the game goes on need not let the rules be asked for its end again.
        """
        if "facts" not in self._parts:
            self._parts["facts"] = self.brings("facts", "facts") or _fields
        own = self._parts["facts"]
        ending = state.ending() if may_be_over else None
        return {
            "game": state.name,
            "rules": state.rules.named,
            "turn": state.turn,
            "winner": ending.winner if ending else None,
            **({"moves": list(state.moves())} if state.shows_moves else {}),
            **own(state, line),
        }


def _imported(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # the part exists, but something it imports does not
            raise
        return None


def _fields(state: State, line: Sequence[Played]) -> dict[str, Any]:
    """The fields of a state by name: the default facts."""
    fields: dict[str, Any] = state._asdict()  # type: ignore[attr-defined]
    return {name: _plain(value) for name, value in fields.items() if name not in ("rules", "turn")}


def _plain(value: Any) -> Any:
    """A field as JSON data: tuples become lists."""
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _state_class(module: ModuleType) -> type[State]:
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, State) and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise GameError(f"{module.__name__} must have one State class, but has {len(found)}.")
    return found[0]


# Which folder ------------------------------------------------------------------------------------

_folders: dict[str, Game] = {}  # by package
_loose: dict[type[State], Game] = {}  # state classes outside any folder, which have no parts


def folder(package: str) -> Game:
    """The game in this package, always the same one."""
    return _folders.get(package) or _folders.setdefault(package, Game(package))


def game_of(state: State | type[State]) -> Game:
    """The game of this state: the folder its class lives in."""
    cls = state if isinstance(state, type) else type(state)
    package, _, file = cls.__module__.rpartition(".")
    if package and file == RULES[1:]:
        return folder(package)
    return _loose.setdefault(cls, Game("", cls))


def blame(error: BaseException) -> str | None:
    """A sentence blaming the other package's game that this error came from; None if there is none."""
    found, trace = None, error.__traceback__
    while trace is not None:
        name = f"{trace.tb_frame.f_globals.get('__name__')}."
        brought = (
            game for game in _folders.values() if not game.ours and name.startswith(f"{game.package}.")
        )
        found, trace = next(brought, found), trace.tb_next
    return None if found is None else accuse(found, _reason(error))


def accuse(game: Game, fault: str) -> str:
    """Return the sentence that names another package's game, its fault, and the check that tells more."""
    name = game.state.name
    return (
        f"The game {name!r} from the package {game.package} failed: {fault.rstrip('.')}. "
        f"Run 'parlor check-game {name}' for more."
    )


def find_guest(error: BaseException) -> Game | None:
    """Return the other package's game whose state or rules our code had in hand when it failed."""
    found, trace = None, error.__traceback__
    while trace is not None:
        for value in trace.tb_frame.f_locals.values():
            cls = value if isinstance(value, type) else type(value)
            cls = getattr(cls, "game", cls) if issubclass(cls, Rules) else cls
            if issubclass(cls, State) and cls is not State and not game_of(cls).ours:
                found = game_of(cls)
        trace = trace.tb_next
    return found


class Brought:
    """A game from an installed package, loaded when it is first asked for or listed."""

    def __init__(self, name: str, package: str, taken: str = "") -> None:
        self.name, self.package, self.taken = name, package, bool(taken)
        self.fault = f"the name {name!r} is taken by {taken}" if taken else ""
        self.told = False  # whether the warning was given
        self._state: type[State] | None = None

    @property
    def state(self) -> type[State] | None:
        """The State class; None if it cannot be used, and then `fault` says why."""
        if self._state is None and not self.fault:
            try:
                self._state = self._usable()
            except (Exception, SystemExit) as error:
                self.fault = _reason(error)
        return self._state

    def _usable(self) -> type[State]:
        state = folder(self.package).state
        if state.name != self.name:
            raise GameError(f"its State class is named {state.name!r}")
        _check_usable(state)
        return state


def _check_usable(state: type[State]) -> None:
    """Raise an error if this class lacks what every list of games and every table asks of it."""
    _ = state.title, state.aim, state.Rules.numbers
    for method in ("start", "moves", "after", "ending"):
        if next(cls for cls in state.__mro__ if method in vars(cls)) is State:
            raise GameError(f"{method}() is missing in its rules.py")
    start = state.start()
    if not isinstance(start, state) or not isinstance(start, tuple):
        raise GameError(f"start() gives {start!r}, which is no {state.__name__}")
    try:
        hash(start)
    except TypeError as error:
        raise GameError(f"its state is not immutable ({error})") from None
    if start.turn != 1 or start.ending() is not None:
        raise GameError("start() must return a game that is not over, with Player 1 to move")


class Games(Mapping[str, type[State]]):
    """The games by name: our own, then those from installed packages.

    Packages are searched only to list all games or to find a name that is not ours, because that takes
    longer than everything else before the first prompt. Listing loads every game and leaves out, with a
    warning, any that cannot be used; asking for one game by name loads only that one.
    """

    def __init__(self, *packages: str) -> None:
        self._ours = {package.rpartition(".")[2].replace("_", "-"): package for package in packages}
        self._others: list[Brought] | None = None
        self.warn: Callable[[str], None] = _warn  # the command line replaces this

    @property
    def ours(self) -> tuple[str, ...]:
        """The names of the listed games, known without loading any."""
        return tuple(self._ours)

    @property
    def names(self) -> tuple[str, ...]:
        """All names that can be asked for, known without loading any game, even of broken ones."""
        return (*self._ours, *(brought.name for brought in self._brought() if not brought.taken))

    def __getitem__(self, name: str) -> type[State]:
        if name in self._ours:
            return folder(self._ours[name]).state
        for brought in self._brought():
            if brought.name == name and not brought.taken:
                if (state := brought.state) is not None:
                    return state
                raise GameError(
                    f"The game {name!r} from the package {brought.package} cannot be used: {brought.fault}. "
                    f"Run 'parlor check-game {name}' for more."
                )
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter((*self._ours, *self._listed()))

    def __len__(self) -> int:
        return len(self._ours) + len(self._listed())

    def __contains__(self, name: object) -> bool:
        return name in self._ours or name in self.names

    def folder(self, name: str) -> Game | None:
        """The folder of this name, even if it cannot be used: `parlor check-game` says why."""
        if name in self._ours:
            return folder(self._ours[name])
        found = (each for each in self._brought() if name in (each.name, each.package))
        return next((folder(brought.package) for brought in found), None)

    def find_name(self, text: str) -> str:
        """Return the name of the game that this names, by itself or by its package."""
        return next((each.name for each in self._brought() if each.package == text), text)

    def _listed(self) -> list[str]:
        """The usable games from packages; warns once about each of the others."""
        listed = []
        for brought in self._brought():
            if brought.state is not None:
                listed.append(brought.name)
            elif not brought.told:
                brought.told = True
                which = f"The game {brought.name!r} from the package {brought.package}"
                self.warn(f"{which} is left out: {brought.fault}.")
        return listed

    def _brought(self) -> list[Brought]:
        if self._others is None:
            self._others = []
            try:
                points = _entry_points()
            except Exception as error:  # the metadata of some package is broken
                self.warn(f"Games from other packages are left out: {_reason(error)}.")
                return self._others
            for name, package in points:
                self._others.append(Brought(name, package, self.find_owner(name, package)))
        return self._others

    def find_owner(self, name: str, package: str) -> str:
        """Say whose this name is already, as it is not for this package; "" if it is free.

        The first package wins. Part of one of our names already means that game.
        """
        if ours := next((ours for ours in self._ours if name in ours and self._ours[ours] != package), ""):
            return f"the game {ours!r} of the house"
        other = next((other for other in self._brought() if other.name == name), None)
        return "" if other is None or other.package == package else f"the package {other.package}"


def _warn(sentence: str) -> None:
    import warnings

    warnings.warn(sentence, stacklevel=2)


def _reason(error: BaseException) -> str:
    told = f"no {error}" if isinstance(error, KeyError) else str(error)
    return told.rstrip(".") or type(error).__name__


def _entry_points() -> list[tuple[str, str]]:
    """The names and packages of games from installed packages, in a fixed order."""
    from importlib.metadata import entry_points

    return sorted((point.name, point.value) for point in entry_points(group=GROUP))
