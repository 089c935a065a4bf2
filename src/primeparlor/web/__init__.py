"""Prime Parlor in the browser: the server and its page, opened by `parlor serve`.

server, lazy_app, app   the command, how it starts, and the application with every route
config                  every limit and time of the server
connections, middleware, rate_limit
                        limits, origins and headers, before a request reaches its endpoint
api/                    models of requests and answers; endpoints, one module per subject; seats, streams
site/                   the pages, their static files, and the rules as pages
tables/                 live tables: the registry, the table, its view, seats, clock and house player
storage/                tables in a database
workers/                processes that think: moves, hints, reviews, puzzles
metrics, logging        what the operator of the server sees
errors, responses       what clients get when something is wrong, and how a response is built
json_encoder, threads   JSON, and work beside the event loop
static/                 what the browser loads: ES modules, styles, pages
"""
