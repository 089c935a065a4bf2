"""`parlor check-agent`: each fault of a program is named, with what to do about it."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from primeparlor.cli import main
from primeparlor.conformance import agent_checks
from primeparlor.conformance.agent_checks import AgentFault, check_agent
from primeparlor.conformance.agent_command import format_report, hide_secrets
from primeparlor.core import ParlorError, State
from primeparlor.games import GAMES
from primeparlor.players import Chosen, EndpointFailed, NoAnswer, PlayerFailed, PlayerKind, View, seats
from support.example_games import Pig
from support.players import Stranger
from support.programs import left, strange

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
EXAMPLES = Path(__file__).parents[2] / "examples" / "agents" / "program"
CLIMB = GAMES["prime-climb"]
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine makes no program slow."""
    monkeypatch.setattr("primeparlor.players.process.LEAVE_SECONDS", PATIENCE)
    monkeypatch.setattr("primeparlor.players.process.ENDED_SECONDS", PATIENCE)
    monkeypatch.setattr(agent_checks, "LITTLE_TIME", PATIENCE)


@pytest.fixture
def token() -> Iterator[str]:
    """A word for the command line of programs, none of which may be left after the test."""
    word = secrets.token_hex(8)
    yield word
    assert left(word) == []


@pytest.mark.parametrize(
    "command", [f"{sys.executable} -I -S {EXAMPLES}/player.py", f"sh {EXAMPLES}/player.sh"]
)
@pytest.mark.parametrize("name", GAMES.ours)
def test_the_examples_have_nothing_to_fix(command: str, name: str) -> None:
    report = check_agent(f"cmd:{command}", [GAMES[name]])
    assert report.faults == ()
    assert (report.games, report.asked >= 4) == ((name,), True)


FAULTS = {
    "end": ("The program ended with exit code 3 instead of answering.", "Run it by hand"),
    "no_move": ("The program answered without a move.", 'Answer with {"id":…,"move":…}.'),
    "answer_twice": ("The program sent a line that answers no open question.", "Send one line for each"),
    "illegal": (
        "It chose 98, which is refused: Choose a whole number from 1 to 9.",
        "Choose one of the moves",
    ),
    "null": (
        "It chose None, which is refused: A move must be a whole number or a word.",
        "Choose one of the",
    ),
    "stay": ("The program was still running a second after its input had ended.", "End at bye"),
    "hello_prose": ("The program sent a line that is not a JSON object.", "Write answers to standard output"),
    "latin": ("The program sent a line that is not UTF-8.", "Write UTF-8."),
    "flood": ("The program sent a line of more than 65,536 bytes.", "Answer with one short line."),
}


@pytest.mark.parametrize("way", FAULTS)
def test_each_fault_is_named_once_with_what_to_do(
    way: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if way == "stay":
        monkeypatch.setattr("primeparlor.players.process.LEAVE_SECONDS", 0.2)
    report = check_agent(strange(way, token), [CLIMB, GAMES["pocket-addition"]])
    [fault] = report.faults
    sentence, remedy = FAULTS[way]
    assert fault.sentence.endswith(sentence)
    assert fault.remedy.startswith(remedy)
    assert fault.games == (("prime-climb",) if way == "hello_prose" else ("prime-climb", "pocket-addition"))
    assert bool(fault.position) == (way not in ("hello_prose", "stay"))


def test_a_program_that_is_too_slow_for_little_time_is_told_so(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_checks, "LITTLE_TIME", 0.1)
    monkeypatch.setattr("primeparlor.players.program.MOVE_SECONDS", 0.3)
    report = check_agent(strange("hang", token), [CLIMB])
    assert [fault.sentence for fault in report.faults] == ["The program did not answer within 0.3 seconds."]


# Any other player ---------------------------------------------------------------------------------


class Careless(Stranger):
    """A player that answers well in a match, and fails when it has little time or was refused."""

    def choose(self, view: View) -> Chosen:
        if view.refusal:
            return Chosen("no")
        if view.time_left is not None:
            raise PlayerFailed("I need more time.")
        return Chosen(view.moves[0])


@pytest.mark.parametrize("game", [*map(GAMES.__getitem__, GAMES.ours), Pig])
def test_what_a_match_seldom_brings_is_asked_in_every_game(
    game: type[State], monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = PlayerKind("careless", lambda _: Careless())
    monkeypatch.setattr(seats, "KINDS", (*seats.KINDS, kind))
    faults = check_agent("careless", [game]).faults
    assert [fault.sentence.partition(",")[0] for fault in faults] == ["It chose 'no'", "I need more time."]
    assert all(fault.games == (game.name,) for fault in faults)


class Silent(Stranger):
    """A player whose answers name no move, as those of a language model may."""

    def choose(self, view: View) -> Chosen:
        raise NoAnswer("The last line is missing.")


def test_an_answer_without_a_move_is_a_fault_in_matches_and_questions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seats, "KINDS", (*seats.KINDS, PlayerKind("silent", lambda _: Silent())))
    report = check_agent("silent", [CLIMB])
    [fault] = report.faults
    assert (fault.sentence, fault.remedy) == ("The last line is missing.", agent_checks.ANSWER)
    assert report.asked == 9  # three strikes in each match, and all the questions


class Quoter(Stranger):
    """A player that sends numbers as text."""

    def choose(self, view: View) -> Chosen:
        return Chosen(str(view.moves[0]))


def test_a_number_sent_as_text_is_told_apart_from_a_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "KINDS", (*seats.KINDS, PlayerKind("quoter", lambda _: Quoter())))
    [fault] = check_agent("quoter", [CLIMB]).faults
    assert fault.sentence.startswith("It chose '1', which is refused: Choose a whole number")
    assert fault.remedy == agent_checks.AS_IT_STANDS


def test_the_house_has_nothing_to_fix() -> None:
    assert check_agent("casual", [CLIMB]).faults == ()


def test_who_comes_in_cannot_be_checked() -> None:
    with pytest.raises(ParlorError, match="only a player that is called can be checked"):
        check_agent("agent:Ada", [CLIMB])


# The command -------------------------------------------------------------------------------------


def test_the_command_tells_each_fault_in_a_sentence(token: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["check-agent", strange("illegal", token), "climb"]) == 1
    seat, fault, where, asked = capsys.readouterr().out.splitlines()
    assert seat == f"{strange('illegal', token)}: 1 thing to fix."
    assert fault.startswith("  It chose 98, which is refused: Choose a whole number from 1 to 9. Choose one")
    assert where == "    in prime-climb, first at prime-climb steps=0,0 turn=1"
    assert asked == "It was asked 9 times in 1 game."


def test_the_command_answers_in_json(token: str, capsys: pytest.CaptureFixture[str]) -> None:
    seat = strange("good", token)
    assert main.main(["check-agent", seat, "climb", "duel", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "seat": seat,
        "games": ["prime-climb", "prime-duel"],
        "asked": answer["asked"],
        "faults": [],
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nobody"], "There is no player 'nobody'."),
        (["cmd:no-such-program"], "There is no program 'no-such-program' here that can be started."),
        (["human"], "'human' comes in by itself"),
        (["club", "chess"], "There is no game 'chess'."),
    ],
)
def test_a_wrong_command_line_is_told_in_a_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(["check-agent", *words]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"parlor: {sentence}")
    assert said.out == ""


def test_a_fault_of_an_endpoint_ends_the_check_and_blames_nobody(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    away = PlayerKind("away", lambda _: Stranger(EndpointFailed("example.org cannot be reached.")))
    monkeypatch.setattr(seats, "KINDS", (*seats.KINDS, away))
    assert main.main(["check-agent", "away", "climb"]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "parlor: example.org cannot be reached.\n")


def test_what_a_program_complains_of_is_shown_without_secrets(
    token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = secrets.token_hex(16)
    monkeypatch.setenv("STRANGE_KEY", secret)
    for words in ([], ["--json"]):
        assert main.main(["check-agent", strange("crash", token), "climb", *words]) == 1
        out = capsys.readouterr().out
        assert secret not in out
        assert "ZeroDivisionError" in out
    assert "the key is [STRANGE_KEY]" in out


def test_a_value_as_short_as_a_word_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHORT_KEY", "a")
    monkeypatch.setenv("MY_PASSWORD", "aaaa")
    monkeypatch.setenv("MY_TOKEN", "aaaabbbb")
    assert hide_secrets("a bad key: aaaabbbb aaaa") == "a bad key: [MY_TOKEN] [MY_PASSWORD]"


def test_a_report_cannot_control_the_terminal() -> None:
    fault = AgentFault("It chose '\x1b[2J'.", "Choose.", ("climb",), errors="\x1b[31mred\n\n")
    report = agent_checks.AgentReport("cmd:x", ("climb",), 1, (fault, fault))
    lines = format_report(report)
    assert lines[0] == "cmd:x: 2 things to fix."
    assert all(line.isprintable() for line in lines)
