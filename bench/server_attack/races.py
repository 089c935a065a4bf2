"""Moves that race: many for one turn, from both seats and strangers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from server_attack.plan import Plan
from server_attack.report import Report
from server_attack.server import attacked
from server_attack.visitor import Friends, Visitor, choose_address, find_safe, open_friends

RACERS = 21  # moves sent for one turn
TURNS = 200  # at one table


async def attack(report: Report, plan: Plan, folder: Path) -> None:
    """Send many moves for each turn at once; exactly one may count."""
    async with attacked(folder) as server:
        racers = [Visitor(server.port, choose_address(at), report.counts) for at in range(RACERS)]
        faults, turns = list[str](), -(-plan.races // RACERS)
        for first in range(0, turns, TURNS):
            table = await open_friends(racers[first // TURNS % RACERS])
            for _ in range(min(TURNS, turns - first)):
                if fault := await _race(racers, table):
                    faults.append(fault)
            report.counts["racing moves"] += min(TURNS, turns - first) * RACERS
        report.check(
            "of many moves for one turn exactly one counts, and only its senders are told so",
            not faults,
            faults[:3],
        )
        complaints = server.read_complaints()
        report.check("the server has logged no error", not complaints, complaints[:3])
        for racer in racers:
            racer.close()


async def _race(racers: list[Visitor], table: Friends) -> str:
    """Send different moves for one turn; return what is wrong with the outcome."""
    view = await table.view(racers[0])
    turn, total = view["turn"], view["facts"]["total"]
    moves = [find_safe(total, at) for at in range(len(racers))]
    tokens = [
        None if at % 7 == 6 else table.tokens[(turn if at % 7 == 5 else 3 - turn) % 2]
        for at in range(len(racers))
    ]  # of the player to move, one in seven of the other, one in seven of nobody
    answers = await asyncio.gather(
        *(
            racer.post(f"{table.path}/move", {"number": view["number"], "move": str(move)}, token)
            for racer, move, token in zip(racers, moves, tokens, strict=True)
        )
    )
    counted = [at for at, answer in enumerate(answers) if answer.status == 200]
    after = await table.view(racers[0])
    if not {answer.status for answer in answers} <= {200, 401, 403, 409}:
        return f"statuses {sorted({answer.status for answer in answers})}: {answers[-1].text!r:.100}"
    if any(tokens[at] != table.tokens[turn - 1] for at in counted):
        return "somebody moved for another"
    if len({moves[at] for at in counted}) != 1:
        return f"{len({moves[at] for at in counted})} different moves were told to count"
    if after["number"] != view["number"] + 1 or after["steps"][-1]["move"] != moves[counted[0]]:
        return f"the table shows {json.dumps(after['steps'][-1])[:100]}"
    return ""
