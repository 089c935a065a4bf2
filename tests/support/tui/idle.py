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
from textual.geometry import Region

from primeparlor.terminal.tui.widgets.painted_widget import PaintedWidget


async def quiet(*_: Any) -> bool:
    """Wait until no task could go on but this one; what threads and clocks do later is not waited for.

    A message that waits for somebody has woken a task, and what a message leads to is a message again. So
    when the loop has nothing else to run, nobody has a message left.
    """
    app: Any = active_app.get()
    loop: Any = asyncio.get_running_loop()
    while _runs(app):
        await asyncio.sleep(0)
        if loop._ready:
            continue
        if not (_listens(app) and _listens(app.screen)):  # it waits for a thread or a clock
            await asyncio.sleep(0.001)
        elif not _hurried(app):
            break
    return True


def _runs(app: Any) -> bool:
    return not (app._exit or app._closing or app._exception)


def _listens(pump: Any) -> bool:
    """Whether it waits for its next message, or has had its last."""
    return pump._closed or bool(pump._message_queue.ready_event._waiters)


def _hurried(app: Any) -> bool:
    """Do at once what a clock of Textual would do soon; returns whether there was anything."""
    if app._resize_timer is not None:
        app._check_resize()
    elif app.screen._layout_required or app.screen._callbacks:
        app.screen._on_timer_update()
    else:
        return False
    return True


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
        if shown and isinstance(widget, PaintedWidget) and shown.overlaps(clip):
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
textual.pilot.Pilot._wait_for_screen = quiet  # type: ignore[assignment, method-assign]
textual.app.wait_for_idle = textual.pilot.wait_for_idle = quiet  # type: ignore[assignment, attr-defined]
