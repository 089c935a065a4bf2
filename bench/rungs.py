"""The rungs of every ladder: found with the solvers, and measured with simulated players of our levels.

python bench/rungs.py find [GAME …]       choose ten rungs from many, by short games of the levels
python bench/rungs.py measure [GAME …]    measure the rungs of `rungs.json` again, and keep the figures there
python bench/rungs.py page                write the tables of docs/explanation/ladder.md

A rung's figures:

    games    how many each level played
    value    the chance of the person's side to win when both play perfectly; null where play never ends
    share    the mean share of moves that keep this value, over the choices of `perfect` at the person's seat
    blind    the chance that choices made at random keep it through the whole rung, along the same games
    length   the person's own moves in a game of `perfect`
    passed   by level: the share of tries that pass the rung, and its 95 % margin

All players meet the same seeds. The rungs are chosen by games of other seeds than those that measure them.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb, prod, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from house_variants import measured as measure_variant
from primeparlor.coach.grades import accuracy, find_keeping_moves, grade_choice
from primeparlor.coach.training.ladder import (
    CHOICES,
    SURVIVE,
    WIN,
    Kind,
    Rung,
    load_badges,
    load_rungs,
)
from primeparlor.core import PLAYERS, Player, State
from primeparlor.games import GAMES, PocketAddition, PrimeClimb
from primeparlor.games.game import game_of
from primeparlor.match import Match, Settings
from primeparlor.notation import find_game, set_up
from primeparlor.players import LEVELS, PERFECT, create_player, play_match
from primeparlor.solve import Analysis, outline
from primeparlor.wording import round_percent

SEEDS, PILOT_SEEDS = 1_000_000, 2_000_000  # the first seed of each kind of game
GAMES_EACH, PILOT_GAMES = 200, 80  # games of each level
FEWER = {("number-morph", ""): 0.2}  # of that, where a game takes long
LONG = {SURVIVE: 0.5, CHOICES: 0.6}
LONGEST: dict[Kind, int] = {WIN: 1_000, CHOICES: 1_000, SURVIVE: 112}  # moves of both players
ERRANT = LEVELS[:-1]
RUNGS = 10
Z = 1.96
PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "ladder.md"
BELOW = "<!-- The rest is written by bench/rungs.py page. -->"


class Played(NamedTuple):
    """What came of one game for the simulated person."""

    won: bool
    moves: int  # own moves that did not lose at once
    accuracy: int | None  # of 100
    shares: tuple[float, ...]  # of the moves that keep the value, at each choice


@cache
def analysed(state: State) -> Analysis:
    """The answer to a position, once for all players."""
    return outline(state)


@cache
def play(game: str, variant: str, side: Player, person: str, level: str, kind: Kind, seed: int) -> Played:
    """Play one game of a level at the person's seat."""
    seats = (person, level) if side == 1 else (level, person)
    match = Match(set_up(GAMES[game], variant.split()), seats, Settings(limit=LONGEST[kind]), seed=seed)
    outcome = play_match(match, [player for label in seats if (player := create_player(label))])
    own = [(event, state) for event, state in match.line if event.who == side and not event.forced]
    winner = outcome.winner if outcome else None
    at_once = winner not in (None, side) and match.line[-1][0].who == side
    score = None
    if kind == CHOICES:
        score = accuracy(grade_choice(analysed(state), event.move or 0) for event, state in own)
    shares = [
        len(find_keeping_moves(analysed(state))) / len(state.moves())
        for _, state in own
        if person == PERFECT and len(state.moves()) > 1 and analysed(state).verdict != "loss"
    ]
    won = winner == side
    return Played(won, len(own) - at_once, None if score is None else round_percent(score), tuple(shares))


def play_all(rung: Rung, person: str, first: int, games: int) -> list[Played]:
    """Play so many games for a rung, each with a seed of its own."""
    return [
        play(rung.game, rung.variant, rung.side, person, rung.level, rung.kind, first + at)
        for at in range(games)
    ]


# Figures --------------------------------------------------------------------------------------------


def measure_passes(rung: Rung, played: Sequence[Played]) -> tuple[float, float]:
    """The share of tries that pass the rung, and its margin.

    Games are independent: the chance of several wins follows from the share of games won.
    """
    if rung.kind == WIN:
        won = sum(game.won for game in played)
        likely = (won + 2) / (len(played) + 4)
        error = Z * sqrt(likely * (1 - likely) / (len(played) + 4))
        ends = [rate_series(rung, min(1, max(0, likely + sign * error))) for sign in (-1, 1)]
        rate = rate_series(rung, won / len(played))
        return rate, max(abs(rate - end) for end in ends)
    if rung.kind == SURVIVE:
        tries = [game.won or game.moves >= rung.need for game in played]
    else:
        known = [game.accuracy for game in played if game.accuracy is not None]
        blocks = [known[at : at + rung.games] for at in range(0, len(known) - rung.games + 1, rung.games)]
        tries = [sum(block) >= rung.need * rung.games for block in blocks]
    rate, likely = sum(tries) / len(tries), (sum(tries) + 2) / (len(tries) + 4)
    return rate, Z * sqrt(likely * (1 - likely) / (len(tries) + 4))


def rate_series(rung: Rung, chance: float) -> float:
    """The chance of enough wins in the games of a rung, given that of one win."""
    return sum(
        comb(rung.games, wins) * chance**wins * (1 - chance) ** (rung.games - wins)
        for wins in range(rung.need, rung.games + 1)
    )


def find_value(rung: Rung) -> float | None:
    """The value of the game for the person's side; None where perfect play never ends."""
    start = set_up(GAMES[rung.game], rung.words)
    if not start.chances():
        return _value_for(outline(start), start, rung.side)
    odds, states = start.odds(), {move: start.after(move) for move in start.chances()}
    values = [
        (float(odds[move]), _value_for(outline(state), state, rung.side)) for move, state in states.items()
    ]
    return sum(share * value for share, value in values if value is not None)


def _value_for(analysis: Analysis, state: State, side: Player) -> float | None:
    if analysis.value is None:
        return None
    return analysis.value if state.turn == side else 1 - analysis.value


def find_figures(rung: Rung, first: int, games: int) -> dict[str, Any]:
    """All figures of a rung."""
    played = {level: play_all(rung, level, first, games) for level in LEVELS}
    ideal = played[PERFECT]
    times = {WIN: rung.need, CHOICES: rung.games, SURVIVE: 1}[rung.kind]
    cut = rung.need if rung.kind == SURVIVE else None
    shares = [share for game in ideal for share in game.shares[:cut]]
    blind = sum(prod(game.shares[:cut]) for game in ideal) / games
    passed = {level: measure_passes(rung, played[level]) for level in LEVELS}
    return {
        "games": games,
        "value": None if (value := find_value(rung)) is None else round(value, 4),
        "share": round(sum(shares) / len(shares), 3) if shares else 1.0,
        "blind": float(f"{blind**times:.2g}"),
        "length": round(sum(game.moves for game in ideal) / games, 1),
        "passed": {level: [round(rate, 3), round(margin, 3)] for level, (rate, margin) in passed.items()},
    }


# The choice of rungs --------------------------------------------------------------------------------

SERIES = ((1, 3), (1, 2), (1, 1), (2, 3), (2, 2), (3, 3))  # wins needed, of so many games


def list_candidates(game: type[State]) -> Iterator[Rung]:
    """Everything that might be a rung: only sides that can win, or hold their own."""
    name = game.name
    if name == "nonprime-addition":
        yield from _list_survivals(name)
    elif name == "prime-duel":
        yield from _list_choices(name)
    else:
        for variant, side in list_won_variants(name):
            for level in LEVELS:
                for need, games in SERIES:
                    yield Rung(name, 0, variant, side, level, WIN, need, games)


LIVELY = {
    "nonprime-addition": "",
    "number-morph": "digits=2",
    "prime-climb": "top=35 largest=4",
    "pocket-addition": "target=21",
    "prime-duel": "target=23 copies=2",
}
CLIMBS = [(top, largest) for largest in (3, 4, 5, 6) for top in (*range(20, 60, 5), *range(60, 101, 20))]
POCKETS = [(target, largest) for largest in (7, 8, 9) for target in range(largest + 5, 32)]
FIGHTS = 2  # variants of each side


@cache
def list_won_variants(name: str) -> tuple[tuple[str, Player], ...]:
    """The variants of a game in which one side wins, with that side: the liveliest of each side."""
    if name == "number-morph":
        return (("digits=2", 2), ("", 2))
    if name == "prime-climb":
        starts: list[State] = [
            PrimeClimb.start(PrimeClimb.Rules(top=top, largest=largest)) for top, largest in CLIMBS
        ]
    else:
        starts = [
            PocketAddition.start(PocketAddition.Rules(target=target, largest=largest))
            for target, largest in POCKETS
        ]
    found: dict[str, Player] = {}
    fights = sorted(map(measure_variant, starts), key=lambda variant: -variant.fight)
    for side in PLAYERS:
        winning = [v for v in fights if bool(v.winning) == (side == 1) and 8 <= v.plies <= 60]
        weighed = sorted(winning, key=lambda v: -v.lost * v.matter)
        found |= dict.fromkeys((v.start.rules.words for v in weighed[:FIGHTS]), side)
    found |= GAMES[name].winning_side  # the house variants
    if name == "prime-climb":
        del found[""]  # won in the first turn
    return tuple(found.items())


def _list_survivals(name: str) -> Iterator[Rung]:
    """Moves survived against one that never slips: the totals grow, and the time for a move gets shorter."""
    totals = ((1, 60), (50, 60), (100, 45), (200, 45), (500, 30), (1_000, 30))
    for start, seconds in totals:
        for smallest, largest in ((2, 9), (1, 6), (1, 4), (2, 4), (1, 3)):
            words = {"start": (start, 1), "smallest": (smallest, 2), "largest": (largest, 9)}
            variant = " ".join(f"{key}={value}" for key, (value, book) in words.items() if value != book)
            for side in PLAYERS:
                for moves in (4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50):
                    yield Rung(name, 0, variant, side, PERFECT, SURVIVE, moves, 1, seconds)


def _list_choices(name: str) -> Iterator[Rung]:
    """Accuracy, against levels that press more and more."""
    short, small = "target=23 copies=2", "target=20 largest=6 copies=2"
    tables: tuple[tuple[str, Player, str], ...] = (
        (short, 1, "beginner"),
        (short, 2, "casual"),
        ("", 1, "casual"),
        ("", 2, "club"),
        ("", 1, "expert"),
        (small, 1, "club"),
        (small, 2, "expert"),
        (small, 1, "perfect"),
    )
    for variant, side, level in tables:
        for games in (2, 3, 4, 5):
            for need in range(50, 100, 5):
                yield Rung(name, 0, variant, side, level, CHOICES, need, games)


class Candidate(NamedTuple):
    """A rung with its figures of the pilot."""

    rung: Rung
    rates: tuple[float, ...]  # of the levels that err
    share: float
    blind: float
    length: float

    @property
    def ease(self) -> float:
        return sum(self.rates) / len(self.rates)


SURE = 0.99  # how often `perfect` has to pass
TOLERANCE = 0.01  # how far a weaker level may seem stronger in the pilot
SLACK = 0.005  # of the share, which is an estimate
STEEP = 20.0  # what a rate or share that rises along the ladder costs


def find_rungs(game: type[State], games: int) -> list[Rung]:
    """Choose ten rungs: rates fall evenly, for each level, and so does the chance of blind choices."""
    found = []
    for rung in show_progress(list(list_candidates(game)), f"{game.title}, pilot"):
        figures = find_figures(rung, PILOT_SEEDS, count_games(rung, games))
        rates = tuple(figures["passed"][level][0] for level in LEVELS)
        ordered = all(weak <= strong + TOLERANCE for weak, strong in itertools.pairwise(rates))
        if ordered and rates[-1] >= SURE and rates[-2] > 0.03:
            found.append(Candidate(rung, rates[:-1], figures["share"], figures["blind"], figures["length"]))
    found.sort(key=lambda candidate: (-candidate.ease, -candidate.blind))
    return [candidate.rung for candidate in _choose_chain(found)]


def _choose_chain(found: Sequence[Candidate]) -> list[Candidate]:
    """The cheapest chain of ten: dynamic programming over the candidates, from easy to hard."""
    goals = [0.85 + (0.1 - 0.85) * at / (RUNGS - 1) for at in range(RUNGS)]
    name = found[0].rung.game
    best: dict[tuple[int, bool], tuple[float, list[int]]] = {}
    for at, candidate in enumerate(found):
        if candidate.rung.variant == LIVELY[name]:
            best[at, candidate.rung.variant == ""] = _cost(candidate, goals[0]), [at]
    for goal in goals[1:]:
        following: dict[tuple[int, bool], tuple[float, list[int]]] = {}
        for (last, book), (cost, chain) in best.items():
            for at in range(last + 1, len(found)):
                step = _step_cost(found[last], found[at])
                if step is None:
                    continue
                key = at, book or not found[at].rung.variant
                total = cost + step + _cost(found[at], goal)
                if key not in following or total < following[key][0]:
                    following[key] = total, [*chain, at]
        best = following
    with_book = {key: value for key, value in best.items() if key[1]} or best
    _, chain = min(with_book.values(), key=lambda value: value[0])
    return [found[at] for at in chain]


def _cost(candidate: Candidate, goal: float) -> float:
    return (candidate.ease - goal) ** 2 + 0.0004 * candidate.rung.games * (1 + candidate.length / 10)


def _step_cost(one: Candidate, two: Candidate) -> float | None:
    """What it costs that this rung follows that one; None if it may not."""
    if two.blind > one.blind or two.ease >= one.ease - 0.01:
        return None
    grown = _start(two.rung) - _start(one.rung)
    if grown < 0:
        return None
    rises = sum(max(0.0, now - then) ** 2 for then, now in zip(one.rates, two.rates, strict=True))
    same = (one.rung.variant == two.rung.variant) + (one.rung[2:5] == two.rung[2:5])
    stays = 0.03 * (one.rung.kind == SURVIVE and not grown)
    return STEEP * (rises + max(0.0, two.share - one.share - SLACK)) + 0.01 * same + stays


def _start(rung: Rung) -> int:
    return int(dict(word.split("=") for word in rung.words).get("start", 1))


# Kept -----------------------------------------------------------------------------------------------


def show_progress(rungs: Sequence[Rung], title: str) -> Iterator[Rung]:
    """Yield the rungs, and say on stderr how far the work is."""
    began = time.monotonic()
    for at, rung in enumerate(rungs, 1):
        print(f"\r{title}: {at} of {len(rungs)}, {time.monotonic() - began:.0f} s ", end="", file=sys.stderr)
        yield rung
    print(file=sys.stderr)


def find_path(game: type[State]) -> Path:
    """The file of a game's rungs."""
    return Path(game_of(game).path) / "rungs.json"


def count_games(rung: Rung, full: int) -> int:
    """How many games of each level."""
    return int(full * FEWER.get((rung.game, rung.variant), LONG.get(rung.kind, 1)))


def write(game: type[State], rungs: Iterable[Rung], badges: Iterable[Rung]) -> None:
    """Measure these rungs, and keep them with their figures."""
    rows = [
        {**_terms(rung), "figures": find_figures(rung, SEEDS, count_games(rung, GAMES_EACH))}
        for rung in show_progress(list(rungs), f"{game.title}, measured")
    ]
    rows.sort(key=_rank_row)
    lines = [f'"first_seed": {SEEDS}', f'"rungs": [\n  {_join(rows)}\n ]']
    if extra := [_terms(badge) for badge in badges]:
        lines.append(f'"badges": [\n  {_join(extra)}\n ]')
    separator = ",\n "
    find_path(game).write_text(f"{{\n {separator.join(lines)}\n}}\n", encoding="utf-8")


def _rank_row(row: dict[str, Any]) -> tuple[int, float]:
    """The order of the rungs as measured: the start grows, and the levels that err pass less often."""
    start = int(dict(word.split("=") for word in row["variant"].split()).get("start", 1))
    return start, -sum(row["figures"]["passed"][level][0] for level in ERRANT)


def _join(rows: Iterable[dict[str, Any]]) -> str:
    return ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _terms(rung: Rung) -> dict[str, Any]:
    """The terms of a rung that differ from the usual."""
    usual: dict[str, Any] = {"games": 1, "clock": None, "name": ""}
    return {key: value for key, value in list(rung._asdict().items())[2:] if usual.get(key, ...) != value}


# The table ------------------------------------------------------------------------------------------


def read_figures(game: type[State]) -> list[dict[str, Any]]:
    """The kept figures of a game's rungs."""
    path = find_path(game)
    if not path.exists():
        raise FileNotFoundError(
            f"{path} is missing: give bench/rungs.py its variants, and let it find and measure its rungs."
        )
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["rungs"]
    return rows


def format_table(game: type[State]) -> list[str]:
    """The table of the docs."""
    heads = ["", "rung", "value", "share", "at random", *LEVELS]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for rung, row in zip(load_rungs(game), read_figures(game), strict=True):
        figures = row["figures"]
        value = "endless" if figures["value"] is None else f"{figures['value']:.3g}"
        rates = [f"{100 * rate:.0f} ± {100 * margin:.0f}" for rate, margin in figures["passed"].values()]
        cells = [str(rung.number), rung.task, value, f"{figures['share']:.2f}", f"{figures['blind']:.1g}"]
        lines.append(f"| {' | '.join([*cells, *rates])} |")
    return lines


def format_page() -> str:
    """The page of the docs, with its tables made again."""
    head, _, _ = PAGE.read_text(encoding="utf-8").partition(BELOW)
    tables = ["\n".join([f"## {GAMES[name].title}", "", *format_table(GAMES[name])]) for name in GAMES.ours]
    return "\n\n".join([head + BELOW, *tables]) + "\n"


def main(kind: str, names: Sequence[str]) -> None:
    """Find or measure the rungs of these games, or of all, or write the page."""
    if kind == "page":
        PAGE.write_text(format_page(), encoding="utf-8")
        return
    for game in [find_game(name) for name in names] or [GAMES[name] for name in GAMES.ours]:
        rungs = find_rungs(game, PILOT_GAMES) if kind == "find" else load_rungs(game)
        write(game, rungs, load_badges(game))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
