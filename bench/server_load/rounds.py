"""Rounds of measuring: each system in turn, several times, so that a busy machine is unfair to none."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from server_load.process import ServerProcess


class Slice(NamedTuple):
    """What one system did in one round."""

    moves: int
    processor: float  # seconds of the server's process
    generator: float  # seconds of the load generator
    seconds: float
    waits: list[float]  # seconds until each answer
    answer: float  # bytes of the answers' bodies
    streams: float  # bytes to one stream, on average, for all moves


class System(Protocol):
    """A server under load."""

    server: ServerProcess

    async def play(self) -> Slice:
        """Play the moves of one round."""


class Summary(NamedTuple):
    """What all rounds of one system come to, for one move."""

    processor: float  # ms in the best round
    median: float  # ms in the median round
    generator: float  # ms in the best round
    moves: int
    per_second: float  # in the best round
    answer: float  # bytes
    stream: float  # bytes
    p50: float  # ms, of all rounds
    p99: float
    longest: float


class Stopwatch:
    """Measures processor time of a server and of this process, and the time that passes."""

    def __init__(self, server: ServerProcess) -> None:
        self._server = server
        self._began = self._read()

    def _read(self) -> tuple[float, float, float]:
        return self._server.read_processor_seconds(), time.process_time(), time.perf_counter()

    def stop(self, waits: list[float], answer: float, streams: float) -> Slice:
        """Return what happened since the start."""
        processor, generator, seconds = (
            now - then for now, then in zip(self._read(), self._began, strict=True)
        )
        return Slice(len(waits), processor, generator, seconds, waits, answer, streams)


async def run_rounds(systems: Mapping[str, System], rounds: int) -> dict[str, Summary]:
    """Measure the systems in turn, in so many rounds after one that does not count."""
    slices: dict[str, list[Slice]] = {name: [] for name in systems}
    for each in range(rounds + 1):
        for name, system in systems.items():
            measured = await system.play()
            if each:
                slices[name].append(measured)
    return {name: summarize(each) for name, each in slices.items()}


def summarize(slices: Sequence[Slice]) -> Summary:
    """Sum up the rounds of one system."""
    moves = sum(each.moves for each in slices)
    each_move = [1000 * each.processor / each.moves for each in slices]
    waits = sorted(1000 * wait for each in slices for wait in each.waits)
    return Summary(
        min(each_move),
        statistics.median(each_move),
        min(1000 * each.generator / each.moves for each in slices),
        moves,
        max(each.moves / each.seconds for each in slices),
        sum(each.answer for each in slices) / moves,
        sum(each.streams for each in slices) / moves,
        find_percentile(waits, 50),
        find_percentile(waits, 99),
        waits[-1],
    )


def find_percentile(values: Sequence[float], percent: float) -> float:
    """Return the value of sorted values that so many percent do not exceed."""
    return values[min(len(values) - 1, int(len(values) * percent / 100))]
