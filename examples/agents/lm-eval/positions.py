"""The positions of the suite for lm-eval: as rows, as prompts, and what a reply is worth."""

from __future__ import annotations

from typing import Any

import datasets

from primeparlor.notation import read_position
from primeparlor.players import NoAnswer
from primeparlor.players.prompt import build_position_prompt, read_answer
from primeparlor.suite import FOLDER, find_move, regret


def load_rows(**settings: Any) -> Any:
    return datasets.load_dataset(str(FOLDER))


def write_prompt(row: Any) -> str:
    return build_position_prompt(read_position(row["position"]))


def score_reply(row: Any, replies: list[str]) -> dict[str, float]:
    try:
        move = read_answer(read_position(row["position"]), replies[0])
    except NoAnswer:
        move = None
    found = find_move(row, move)
    return {"regret": regret(row, move), "optimal": bool(found and found["best"]), "legal": found is not None}
