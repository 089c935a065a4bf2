"""Prime Parlor in the browser: the server and its page, opened by `parlor serve`.

    engine          the database, as durable as it can be
    schema, store   the tables in it
    house, worker   processes that think, each thought within its time
    tasks, puzzling what they are asked: pure functions from data to data
    hall            all tables: opening, finding and forgetting them
    sitting, desk   one table: who may do what, and who sees what
    telling         what is sent: the view, the line of play, the news
    serve           the command

Errors, beside those of the rooms below: see `errors`.
"""
