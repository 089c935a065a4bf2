"""Prime Parlor in the browser: the server and its page, opened by `parlor serve`.

From the door, through what is sent and the tables, to the database and the processes that think:

    serve                   the command
    connections, guard      the door: how much, how fast, from where
    app, calls              every address, and what is checked before each call
    at_table, orders        the calls at a table
    holding                 who holds which seat: tokens and cookies
    puzzles, progress       the calls of puzzles, reviews and progress
    about                   the calls about the server: games, description, health, figures
    pages, learn, static    the pages and their files
    stream                  a table as events

    bodies, days            what is sent to us, checked
    answers, openapi        what we answer, and the description of it all
    wire, apart             data as JSON; much of it is written apart from the loop
    listing                 the games, for the page
    errors, faults          what goes wrong, and how it is told
    logs, metrics           what is known of it afterwards

    hall, ordering          all tables: opening, finding and forgetting them
    desk, telling           one table: what is done there, and who is told what
    naming                  what the players are called
    sitting, seating        who sits where, and who may act
    running, playing        what goes on by itself: the next turn, the house's moves, the clock
    presence                who is here, and waiting for news
    keeping, shielding      done to its end, and committed

    store, schema, engine   the tables in a database, as durable as it can be
    rows, lock              what is written into it, and by one server only

    house, worker           processes that think, each thought within its time
    turns                   whose thought comes next
    answering               a question and its answer, whatever happens
    tasks, puzzling,        what they are asked: pure functions from data to data
    reviewing, progressing

Errors, beside those of the rooms below: see `faults`.
"""
