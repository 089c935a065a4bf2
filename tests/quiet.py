"""A screen that is tested: when it is quiet, and what it need not do as nobody sees it.

Quiet is it when nothing is left that Textual has to do by itself. Textual's pilot guesses that from how
little of the processor the tests use. Where other processes use it, they wait for their turn, which looks
the same; and the guess takes its time after every key.
"""

from __future__ import annotations

import asyncio
from typing import Any

import textual.app
import textual.pilot
from textual._compositor import Compositor
from textual._context import active_app
from textual.css.stylesheet import Stylesheet
from textual.events import Callback
from textual.geometry import Region

from primeparlor.terminal.screen.picture import Picture

ROUNDS = 3  # one after the other in which nothing was left: what a message leads to is a message again


async def quiet(*_: float) -> None:
    """Wait until nobody has a message left; what threads and clocks do later is not waited for."""
    app: Any = active_app.get()
    rounds = 0
    while rounds < ROUNDS and _runs(app):
        for pump in (app, app.screen):
            await _heard(app, pump)
        rounds = rounds + 1 if _runs(app) and not await _busy(app) else 0


def _runs(app: Any) -> bool:
    return not (app._exit or app._closing or app._exception)


async def _heard(app: Any, pump: Any) -> None:
    """Wait until it has dealt with everything that it was sent before."""
    heard = asyncio.Event()
    if pump.post_message(Callback(callback=heard.set)):
        while not heard.is_set() and not pump._closed and _runs(app):
            await asyncio.sleep(0)


async def _busy(app: Any) -> bool:
    """Whether a message waits for somebody, or the screen to be laid out."""
    if app._resize_timer is not None:  # the new size is told soon
        await asyncio.sleep(0.002)
        return True
    if app.screen._layout_required or app.screen._callbacks:
        app.screen._on_timer_update()  # as a clock of Textual would do soon
        return True
    pumps = [app, *(each for screen in app.screen_stack for each in screen.walk_children(with_self=True))]
    waiting = any(pump.message_queue_size or pump._next_callbacks for pump in pumps)
    return waiting or app._resize_event is not None


composed = Compositor.render_update


def painted(self: Compositor, full: bool = False, **options: Any) -> Any:
    """Let all pictures paint that are to be shown again, and make nothing of it to send to a terminal.

    Without a terminal Textual composes it in vain, which takes as long as painting. What is asked for
    wholly, as for a picture in a file, is composed.
    """
    if full:
        return composed(self, full, **options)
    shown = Region.from_union(self._dirty_regions) if self._dirty_regions else None
    self._dirty_regions.clear()
    for widget, (_, clip) in self.visible_widgets.items():
        if shown and isinstance(widget, Picture) and shown.overlaps(clip):
            widget.render_line(0)
    return None


read = Stylesheet._parse_rules
rules: dict[Any, Any] = {}  # by style sheet and the values of its variables


def read_once(self: Stylesheet, *sheet: Any, **options: Any) -> Any:
    """The rules of a style sheet, which are the same in every house that is opened."""
    asked = (sheet, *sorted(options.items()), frozenset(self._variables.items()))
    if asked not in rules:
        rules[asked] = read(self, *sheet, **options)
    return rules[asked]


Stylesheet._parse_rules = read_once  # type: ignore[method-assign]
Compositor.render_update = painted  # type: ignore[assignment, method-assign]
textual.app.wait_for_idle = textual.pilot.wait_for_idle = quiet  # type: ignore[assignment, attr-defined]
