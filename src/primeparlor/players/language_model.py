"""The player `llm:MODEL@BASE_URL`: a language model behind an endpoint, asked for each move in words.

The model gets the prompt, and answers in free text. An answer without an ANSWER line, or with an illegal
move, counts as a strike; the model is told the true reason, in the same conversation, and asked again. A
reply that was cut off is no answer yet: the model is told so, and asked to be short. If it is cut off again
and again, or until the deadline, the answer is missing: a strike.

Each answer has a deadline: the time left on the match's clock, else two minutes. Under a clock, a model that
lets it run out is out of time. Everything else that the endpoint does wrong is no fault of the model's and
raises `EndpointFailed`: the game is void.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from typing import NamedTuple, TextIO

from primeparlor import notation
from primeparlor.core import ParlorError, State
from primeparlor.players.chat_endpoint import Attempt, ChatEndpoint, Message, Reply, ReplyLate
from primeparlor.players.player import Chosen, NoAnswer, PlayerFailed, View
from primeparlor.players.prompt import VERSION, build_prompt, format_refusal, read_answer

DEADLINE = 120.0  # seconds for an answer where no clock is set
MOST_CUT_OFF = 2  # replies that are cut off before one counts as an answer
LONGEST_QUOTE = 4000  # characters of an earlier reply that are sent again
REPLIES = "PARLOR_LLM_REPLIES"  # an environment variable: the file that keeps every reply
CUT_OFF_LENGTH = "length"  # the reason why such a reply finished
SHORT = "Your reply was cut off because it was too long. Be short this time, and end with the ANSWER line."
CUT_OFF = "Your reply was cut off before its last line. Be short."
FORM = re.compile(r"(.+)@(https?://.*)", re.IGNORECASE)


class Exchange(NamedTuple):
    """One request to an endpoint and what came back, as it is kept."""

    prompt: str  # the version of the prompt
    model: str
    endpoint: str
    position: str
    seat: int
    asked: str  # the last message; those before it were kept earlier
    status: int | None
    raw: str
    fault: str  # of the endpoint; empty if there was a reply
    content: str | None
    finish_reason: str | None
    prompt_tokens: int | None
    completion_tokens: int | None
    ms: int


class LanguageModelPlayer:
    """A language model at a table. It remembers the conversation of the decision that is due."""

    own = False

    def __init__(
        self,
        model: str,
        endpoint: ChatEndpoint,
        *,
        deadline: float = DEADLINE,
        replies: str | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.model, self.endpoint, self.deadline, self.now = model, endpoint, deadline, now
        self.exchanges: list[Exchange] = []
        self._messages: list[Message] = []
        self._decision: tuple[State, int] | None = None
        self._file: TextIO | None = open(replies, "a", encoding="utf-8") if replies else None  # noqa: SIM115

    def choose(self, view: View) -> Chosen:
        """Ask the model for a move."""
        decision = (view.state, len(view.history))
        if view.refusal and decision == self._decision:
            self._say("user", format_refusal(view.refusal))
        else:
            self._messages, self._decision = [], decision
            self._say("user", build_prompt(view))
        return Chosen(read_answer(view.state, self._ask(view)))

    def close(self) -> None:
        """Close the file of replies."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _say(self, role: str, content: str) -> None:
        self._messages.append({"role": role, "content": content})

    def _ask(self, view: View) -> str:
        """Return the model's next reply that was not cut off."""
        ends = self.now() + (self.deadline if view.time_left is None else view.time_left)
        for cut_off in range(MOST_CUT_OFF + 1):
            if cut_off:
                self._say("user", SHORT)
            try:
                reply = self._complete(view, ends)
            except ReplyLate as late:
                if view.time_left is not None:
                    raise PlayerFailed("The model gave no complete reply in time.") from None
                if cut_off:
                    break
                raise late
            self._say("assistant", _shorten(reply.content))
            if reply.finish_reason != CUT_OFF_LENGTH:
                return reply.content
        raise NoAnswer(CUT_OFF)

    def _complete(self, view: View, ends: float) -> Reply:
        """Return the reply to the messages so far; every attempt to get one is kept."""
        position, asked = notation.position(view.state), self._messages[-1]["content"]

        def keep(attempt: Attempt) -> None:
            said = attempt.reply or Reply("")
            self._keep(
                Exchange(
                    VERSION,
                    self.model,
                    self.endpoint.base_url,
                    position,
                    view.seat,
                    asked,
                    attempt.status,
                    attempt.raw,
                    attempt.fault,
                    said.content if attempt.reply else None,
                    said.finish_reason,
                    said.prompt_tokens,
                    said.completion_tokens,
                    attempt.ms,
                )
            )

        return self.endpoint.complete(self.model, self._messages, ends - self.now(), keep)

    def _keep(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        if self._file is not None:
            self._file.write(json.dumps(exchange._asdict()) + "\n")
            self._file.flush()


def _shorten(reply: str) -> str:
    """Return a reply as it is sent again: its end, if it is long; some endpoints refuse an empty one."""
    return reply if 0 < len(reply) <= LONGEST_QUOTE else f"…{reply[-LONGEST_QUOTE:]}"


def split_label(rest: str) -> tuple[str, str]:
    """Return the model and the address in what follows `llm:`; raise if it is not of that form."""
    matched = FORM.fullmatch(rest)
    if matched is None:
        raise ParlorError(
            "A language model is seated as llm:MODEL@BASE_URL, for example llm:qwen3@http://localhost:8000/v1."
        )
    return matched[1], matched[2]


def create_language_model(rest: str) -> LanguageModelPlayer:
    """Create the player for what follows `llm:` in its label; nothing is sent yet."""
    model, address = split_label(rest)
    return LanguageModelPlayer(model, ChatEndpoint(address), replies=os.environ.get(REPLIES))
