"""Somebody who follows a table as a page does: with views, and updates of what is known."""

from __future__ import annotations

from typing import Any

from support.web.http_server import Event

Data = dict[str, Any]


class Missed(Exception):
    """Raised when an update does not follow what is known."""


class Follower:
    """What is known of a table."""

    def __init__(self, view: Data | None = None) -> None:
        self.view = view

    def take(self, event: Event) -> Data | None:
        """The table after this event; None if the event tells nothing of it."""
        if event.name == "view":
            self.view = event.data
        elif event.name == "update":
            self.view = applied(self.view, event.data)
        elif event.name == "presence" and self.view is not None:
            self.view = self.view | event.data
        return self.view if event.name in ("view", "update") else None


def applied(view: Data | None, update: Data) -> Data:
    """The table with what is new; raises if something in between was missed."""
    if view is None or view["game_number"] != update["game_number"]:
        raise Missed("this is another game")
    if update["seq"] < view["seq"]:
        return view
    if update["after"] > view["seq"] or update["kept"] > len(view["steps"]):
        raise Missed(f"{update['after']} is not known")
    steps = view["steps"][: update["kept"]] + update["steps"]
    facts = update["facts"] or (update["steps"][-1]["facts"] if update["steps"] else view["facts"])
    news = {key: value for key, value in update.items() if key not in ("after", "kept")}
    return view | news | {"steps": steps, "facts": facts}
