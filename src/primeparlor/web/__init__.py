"""Prime Parlor in the browser: the server and its page, opened by `parlor serve`.

server, app             the command, and the application with every route
connections, middleware limits, origins and headers, before a request reaches its endpoint
api/                    endpoints, one module per subject; seats, request bodies, answers, streams
site/                   the pages, their static files, and the rules as pages
tables/                 live tables: the registry, the table, its view, seats and house player
storage/                tables in a database
workers/                processes that think: moves, hints, reviews, puzzles
static/                 what the browser loads: ES modules, styles, pages
"""
