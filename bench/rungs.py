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
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import comb, prod, sqrt
from pathlib import Path
from typing import Any, NamedTuple

from house_variants import Variant
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

SEEDS, PILOT_SEEDS = 3_000_000, 2_000_000  # the first seed of each kind of game
GAMES_EACH, PILOT_GAMES = 400, 80  # games of each level
MORE = {"pocket-addition": 4}  # times as many, where neighbouring rungs are close
LONG: dict[Kind, float] = {SURVIVE: 0.75, CHOICES: 0.3}  # of that, where a game takes long
FEWER = {("number-morph", ""): 0.75}  # where the variant makes it long
LONGEST: dict[Kind, int] = {WIN: 1_000, CHOICES: 1_000, SURVIVE: 140}  # moves of both players
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


def find_ease(figures: dict[str, Any]) -> float:
    """The mean pass rate of the levels that err."""
    rates: list[float] = [figures["passed"][level][0] for level in ERRANT]
    return sum(rates) / len(rates)


# The choice of rungs --------------------------------------------------------------------------------

SERIES = ((1, 1), (2, 3), (2, 2), (3, 4), (3, 3), (4, 4), (5, 5))  # wins needed, of so many games
GROWS = {  # the number of a game's rules that never falls along its ladder
    "nonprime-addition": "start",
    "number-morph": "digits",
    "prime-climb": "top",
    "pocket-addition": "largest",
}
# Where more moves keep the value further on: of long games, and where larger totals are seldom prime.
DENSE = {"number-morph", "nonprime-addition"}


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


CLIMBS = [(top, largest) for largest in (4, 5) for top in (28, 30, 32, 35, 38, 40, 45, 50, 60)]
POCKETS = [(target, largest) for largest in range(6, 13) for target in range(largest + 4, 41)]
FIGHTS = {"prime-climb": 9, "pocket-addition": 3}  # variants of each side and number of choices
SHORTEST, LONGEST_WON = 7, 60  # moves of best play


@cache
def list_won_variants(name: str) -> tuple[tuple[str, Player], ...]:
    """The variants of a game in which one side wins, with that side: the house's and the liveliest."""
    if name == "number-morph":
        return (("digits=2", 2), ("", 2))
    found = dict(GAMES[name].winning_side)
    alike: Counter[tuple[Player, int]] = Counter()
    for variant in sorted(_list_variants(name), key=lambda variant: -variant.fight):
        side: Player = 1 if variant.winning else 2
        key = side, variant.start.rules.values()["largest"]
        if SHORTEST <= variant.plies <= LONGEST_WON and alike[key] < FIGHTS[name]:
            alike[key] += 1
            found.setdefault(variant.start.rules.words, side)
    if name == "prime-climb":
        del found[""]  # won in the first turn
    return tuple(found.items())


def _list_variants(name: str) -> Iterator[Variant]:
    """The variants among which the liveliest are found, with their figures."""
    if name == "prime-climb":
        for top, largest in CLIMBS:
            yield measure_variant(PrimeClimb.start(PrimeClimb.Rules(top=top, largest=largest)))
    else:
        for target, largest in POCKETS:
            yield measure_variant(PocketAddition.start(PocketAddition.Rules(target=target, largest=largest)))


def _list_survivals(name: str) -> Iterator[Rung]:
    """Moves survived against one that never slips: the totals grow, and the time for a move gets shorter."""
    totals = ((1, 60), (20, 60), (50, 60), (100, 45), (200, 45), (500, 30), (1_000, 30))
    for start, seconds in totals:
        for smallest, largest in ((2, 9), (1, 6), (1, 4), (2, 4), (1, 3)):
            words = {"start": (start, 1), "smallest": (smallest, 2), "largest": (largest, 9)}
            variant = " ".join(f"{key}={value}" for key, (value, book) in words.items() if value != book)
            for side in PLAYERS:
                for moves in (3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 60, 70):
                    yield Rung(name, 0, variant, side, PERFECT, SURVIVE, moves, 1, seconds)


def _list_choices(name: str) -> Iterator[Rung]:
    """Accuracy, against levels that press more and more."""
    tables: tuple[tuple[str, tuple[tuple[Player, str], ...]], ...] = (
        ("target=23 copies=2", ((1, "beginner"), (2, "casual"))),
        ("target=30 largest=6 copies=2", ((1, "beginner"), (2, "casual"))),
        ("target=25 largest=8 copies=2", ((2, "beginner"), (1, "club"))),
        ("target=35", ((1, "casual"), (2, "club"))),
        ("", ((1, "casual"), (2, "club"), (1, "expert"))),
        ("target=20 largest=6 copies=2", ((1, "club"), (2, "expert"), (1, "perfect"))),
    )
    for variant, seats in tables:
        for side, level in seats:
            for games in (1, 2, 3, 4, 5):
                for need in range(50, 100, 5):
                    yield Rung(name, 0, variant, side, level, CHOICES, need, games)


class Candidate(NamedTuple):
    """A rung with its figures of the pilot."""

    rung: Rung
    rates: tuple[float, ...]  # of the levels that err
    share: float
    blind: float
    ease: float  # the mean of the rates
    size: int  # the number of the rules that never falls along the ladder
    length: float


class Chain(NamedTuple):
    """Rungs that may follow each other, and what is against them."""

    cost: float
    at: tuple[int, ...]  # in the list of candidates
    used: tuple[str, ...]  # the variants


SURE = 0.99  # how often `perfect` has to pass
TOLERANCE = 0.03  # how far a weaker level may seem stronger in the pilot, or a later rung easier
SLACK = 0.005  # of the share, which is an estimate
STEEP = 20.0  # what a rate or share that rises along the ladder costs
FIRST, LAST = 0.85, 0.12  # the mean pass rates to aim at
WELCOMING, DEMANDING = 0.6, (0.25, 0.55)  # how often a beginner passes the first rung, an expert the last
STEP = 0.04  # how much less often a rung is passed than the one before, at least
LASTING = 190  # own moves that a rung may take
AGAIN = 0.03  # what it costs that a variant is used again, for the first time
STAYS = 0.03  # that the numbers do not grow
KEPT = 4  # chains that end with the same rung


def find_size(rung: Rung) -> int:
    """The number of a rung's rules that never falls along the ladder; 0 where there is none."""
    if rung.game not in GROWS:
        return 0
    values = set_up(GAMES[rung.game], rung.words).rules.values()
    return int(values[GROWS[rung.game]])


def find_rungs(game: type[State], games: int) -> list[Rung]:
    """Choose ten rungs: rates fall evenly, for each level, and so does the chance of blind choices."""
    found = []
    for rung in show_progress(list(list_candidates(game)), f"{game.title}, pilot"):
        figures = find_figures(rung, PILOT_SEEDS, count_games(rung, games))
        if (candidate := _judge_candidate(rung, figures)) is not None:
            found.append(candidate)
    found.sort(key=lambda candidate: (-candidate.ease, -candidate.blind))
    return [candidate.rung for candidate in _choose_chain(found)]


def _judge_candidate(rung: Rung, figures: dict[str, Any]) -> Candidate | None:
    """The candidate, if levels pass it in the order of strength, `perfect` always, and it is not too long."""
    rates = [figures["passed"][level][0] for level in LEVELS]
    ordered = all(weak <= strong + TOLERANCE for weak, strong in itertools.pairwise(rates))
    passable = rates[-1] >= SURE and rates[-2] >= DEMANDING[0]
    if not (ordered and passable and rung.games * figures["length"] <= LASTING):
        return None
    share, blind, length = (figures[key] for key in ("share", "blind", "length"))
    return Candidate(rung, tuple(rates[:-1]), share, blind, find_ease(figures), find_size(rung), length)


def _choose_chain(found: Sequence[Candidate]) -> list[Candidate]:
    """The cheapest chain of ten that the search sees; it keeps the best few that end with each rung."""
    goals = [FIRST + (LAST - FIRST) * at / (RUNGS - 1) for at in range(RUNGS)]
    chains = [
        Chain(_cost(candidate, goals[0]), (at,), (candidate.rung.variant,))
        for at, candidate in enumerate(found)
        if candidate.rates[0] >= WELCOMING
    ]
    follow = [list(_list_steps(found, one)) for one in found]
    for number, goal in enumerate(goals[1:], 2):
        longer: dict[int, list[Chain]] = {}
        costs = [_cost(candidate, goal) for candidate in found]
        for cost, chain, used in chains:
            for at, step in follow[chain[-1]]:
                if number < RUNGS or found[at].rates[-1] <= DEMANDING[1]:
                    variant = found[at].rung.variant
                    total = cost + step + costs[at] + AGAIN * used.count(variant) ** 2
                    longer.setdefault(at, []).append(Chain(total, (*chain, at), (*used, variant)))
        chains = [chain for ending in longer.values() for chain in sorted(ending)[:KEPT]]
    with_book = [chain for chain in chains if "" in chain.used] or chains
    return [found[at] for at in min(with_book).at]


def _cost(candidate: Candidate, goal: float) -> float:
    return (candidate.ease - goal) ** 2 + 0.001 * candidate.rung.games * (1 + candidate.length / 10)


def _list_steps(found: Sequence[Candidate], one: Candidate) -> Iterator[tuple[int, float]]:
    """Where the rungs stand that may follow this one, and what each costs."""
    for at, two in enumerate(found):
        if (step := _step_cost(one, two)) is not None:
            yield at, step


def _step_cost(one: Candidate, two: Candidate) -> float | None:
    """What it costs that this rung follows that one; None if it may not."""
    if two.blind > one.blind or two.ease > one.ease - STEP or two.size < one.size:
        return None
    rises = max(now - then for then, now in zip(one.rates, two.rates, strict=True))
    if rises > TOLERANCE:
        return None
    denser = 0.0 if one.rung.game in DENSE else max(0.0, two.share - one.share - SLACK)
    same = (one.rung.variant == two.rung.variant) + (one.rung.side == two.rung.side)
    stays = one.rung.game in GROWS and two.size == one.size
    return STEEP * (max(0.0, rises) ** 2 + denser) + 0.01 * same + STAYS * stays


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
    measured = [
        (rung, find_figures(rung, SEEDS, count_games(rung, GAMES_EACH * MORE.get(rung.game, 1))))
        for rung in show_progress(list(rungs), f"{game.title}, measured")
    ]
    measured.sort(key=lambda pair: (find_size(pair[0]), -find_ease(pair[1])))
    rows = [{**_terms(rung), "figures": figures} for rung, figures in measured]
    lines = [f'"first_seed": {SEEDS}', f'"rungs": [\n  {_join(rows)}\n ]']
    if extra := [_terms(badge) for badge in badges]:
        lines.append(f'"badges": [\n  {_join(extra)}\n ]')
    separator = ",\n "
    find_path(game).write_text(f"{{\n {separator.join(lines)}\n}}\n", encoding="utf-8")


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
