"""Limits and times of the server: how much clients may send, how long things may take or are kept."""

from __future__ import annotations

from typing import NamedTuple

# Clients -----------------------------------------------------------------------------------------------


class Rate(NamedTuple):
    """A rate limit: tokens per second, and the size of the bucket."""

    second: float
    at_once: float


class ClientLimits(NamedTuple):
    """Limits per client and in total: enough for several people and bots on one machine."""

    reads: Rate = Rate(200, 2000)
    writes: Rate = Rate(100, 1000)
    tables: Rate = Rate(0.1, 200)  # opened
    unfinished: Rate = Rate(500 / 86_400, 500)  # opened within a day; a game that ends gives its token back
    thoughts: Rate = Rate(10, 200)  # that need a worker
    records: Rate = Rate(2, 100)  # of tables, sent whole; and lists of the games at one
    reviews: Rate = Rate(1, 60)  # of tables
    lists: Rate = Rate(0.5, 60)  # of many tables: those that are not in memory are read from the database
    openings: Rate = Rate(5, 300)  # of streams: each begins with a whole view, or with all entries
    foreign: Rate = Rate(10, 100)  # refused: of other sites' pages, or for another host
    misses: Rate = Rate(0.5, 100)  # unknown tables and wrong tokens: guesses
    gone: Rate = Rate(0.5, 200)  # unknown tables in lists: an honest list may be of tables long deleted
    thoughts_each: int = 8  # running at once
    streams_each: int = 100
    streams: int = 2_000
    spectators: int = 1_000  # streams of these: the others are for players
    connections_each: int = 300  # of one address
    connections: int = 1_000_000  # in all; the limit of open files allows fewer
    clients: int = 10_000  # remembered
    body: int = 64 * 1024
    record: int = 1024 * 1024
    head_time: float = 15.0  # seconds in which the head of a request must arrive
    body_time: float = 30.0  # seconds in which a body must arrive
    patience: float = 20.0  # seconds a client may take to receive what was sent
    beat: float = 15.0  # seconds between two keep-alive comments of a stream


class Access(NamedTuple):
    """Which requests are answered."""

    hosts: frozenset[str] | None = None  # names in the Host header, without the port; None for any
    metrics: bool = False  # whether other machines may see the metrics


RETRY_AFTER = 2  # seconds a client is asked to wait, if nothing else is said
LIMIT_RETRY_AFTER = 5  # the same for a client with too many requests under way
FULL_RETRY_AFTER = 900  # the same while there is no room for another table

# Tables ------------------------------------------------------------------------------------------------


class TableLimits(NamedTuple):
    """Limits of tables in number, size and time."""

    tables: int = 20_000
    events: int = 1_500  # per table, over all its games: each view holds all steps of one game
    entries: int = 6_000  # per table, after which no more undos and rematches are offered
    links: int = 6  # tokens per person
    move_seconds: float = 6.0  # for a worker to choose a move
    sit_seconds: float = 20.0  # for a worker to check that a level can play here
    help_seconds: float = 20.0
    review_seconds: float = 90.0
    check_seconds: float = 5.0  # for the database to answer the health check
    unjoined_days: float = 1
    untouched_days: float = 30
    finished_days: float = 30
    idle_seconds: float = 900.0  # before a table is unloaded from memory


LONG_RECORD = 50  # turns from which a record is encoded beside the event loop
RECORDS_KEPT = 6  # encoded records per table
LEAST_TIMER_SECONDS = 0.05  # least seconds until the clock is checked again
RETRY_SECONDS = 1.0  # seconds until another try, after the workers were busy or the database failed
COOKIE_SECONDS = 30 * 24 * 3600  # seconds that a browser keeps a seat

# Requests ----------------------------------------------------------------------------------------------

LONGEST_TOKEN = 200  # characters
LONGEST_POSITION = 4_000  # characters
LONGEST_MOVE = 100  # characters
MOST_STRIKES = 100  # that a table may set: each is an entry
MOST_GAMES = 10_000  # at one table
MOST_LISTED = 200  # tables in one list; lib/local_storage.js keeps as many
GAMES_OF_A_RECORD = 10  # in a ZIP file, for which it counts as another record
ENTRIES_OF_A_LIST = 2_000  # stored ones that are read for a list, from which it counts as another one
MOST_SEEN = 500  # positions of puzzles just seen
MOST_TRIED = 100  # wrong moves tried in one puzzle
MOST_LINE_MOVES = 10  # right moves of a line that come with the next one
MOST_HINTS = 1_000  # at all decisions of a line, each time it was begun
MOST_LINES = 20_000  # of a record: more than a meaningful record of the largest size has
MOST_EVENTS = 1_600  # of a reviewed game: a few more than a table allows
MOST_CHANGES = 200  # of progress
MOST_PLAYED = 5  # games among them: each is analysed
MOST_ON_SHEET = 12  # puzzles; pages/print.js offers as many
MOST_SHEETS = 1_000_000  # of each game; pages/print.js draws one of them
CACHED_DAYS = 40  # days whose puzzles are kept in memory
CACHED_SHEETS = 100  # sheets that are kept in memory

# Streams -----------------------------------------------------------------------------------------------

RECONNECT_MILLISECONDS = 1000  # until a browser reconnects
STREAM_BATCH = 50  # entries written in one round of the event loop
WAKE_BATCH = 8  # spectators woken in one round of the event loop

# Workers -----------------------------------------------------------------------------------------------

WORKERS = 4  # the three that one client can take, and one for all other clients
SHORT_SECONDS = 1.0  # a task may take before it counts as long
MOST_WAITING = 64  # clients that wait for a worker, for each kind of task
START_SECONDS = 60.0  # a new process may take, on a busy machine
END_SECONDS = 1.0  # one that has closed its output may take to end by itself
WORKER_BYTES = 1 << 30  # a process that has grown so large makes room after its answer
ANSWER_BYTES = 1 << 26  # of the longest answer
REFINE_SECONDS = (2.0, 8.0, 30.0)  # a review may take for exact values, by the step asked for
REFINE_BYTES = 1 << 30  # of memory for that
BACKGROUND_NICENESS = 10  # of a process that refines a review: others come first
TASK_SECONDS = {
    "today": 60.0,
    "sheet": 60.0,
    "puzzle": 15.0,
    "answer": 15.0,
    "clue": 15.0,
    "judge": 15.0,
    "upload": 60.0,
    "refine upload": 90.0,
    "progress": 30.0,
}

# Database ----------------------------------------------------------------------------------------------

STORE_THREADS = 4  # beside the one that appends turns; one of all writes at a time
LOCK_MILLISECONDS = 30_000  # to wait for another process that writes, such as a maintenance tool

# Server ------------------------------------------------------------------------------------------------

SPARE_FILES = 256  # open files beside connections: the database, the workers, connections not yet counted
BACKLOG = 64  # connections that wait to be accepted; all of them are accepted before the first is counted
SHUTDOWN_PATIENCE = 2.0  # seconds a client may receive nothing while the server shuts down
DRAIN_SECONDS = 10  # for requests that are under way
CLEAN_UP_SECONDS = 3600.0  # between two deletions of expired tables
# A full collection looks at every table in memory and stops the server meanwhile: it waits for the clean-up.
GARBAGE_THRESHOLDS = (10_000, 10, 100_000)
