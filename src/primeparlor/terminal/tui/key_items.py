"""The keys of a screen as the footer and the help page show them, made from its active bindings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.binding import Binding

from primeparlor.terminal.drawing.canvas import Canvas

if TYPE_CHECKING:
    from primeparlor.terminal.tui.base import ParlorScreen

HELP, LEAVE = "help", "leave"  # ids of the bindings that stand last and are never dropped
KEY_NAMES = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "home": "Home",
    "end": "End",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "question_mark": "?",
    "slash": "/",
    "ctrl+p": "Ctrl+P",
}
ALWAYS = (HELP, LEAVE)
GAP = 5  # columns that an item takes beside its label and its word


class KeyItem(NamedTuple):
    """One key, or several that belong together, and what they do."""

    label: str  # "h", "← →"
    word: str  # in the footer
    sentence: str = ""  # on the help page
    keys: tuple[str, ...] = ()  # what a click presses, from left to right; () for none
    id: str = ""
    shown: bool = True  # False if only the help page names it

    @property
    def width(self) -> int:
        return len(self.label) + len(self.word) + GAP


def format_key(key: str) -> str:
    """Return the name of a key for people."""
    return KEY_NAMES.get(key, key)


def list_items(screen: ParlorScreen) -> list[KeyItem]:
    """Return the keys that have a meaning now, in order; help and leave come last.

    Bindings of one action are one item, named by the first key; bindings of one group are one with all keys.
    Those that are neither shown nor have a tooltip are left out: most are from Textual's own widgets.
    """
    found: dict[object, list[Binding]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if not (binding.show or binding.tooltip):
            continue
        together = found.setdefault(binding.group or binding.action, [])
        if binding.group or not together:
            together.append(binding)
    items = [_build_item(screen, bindings) for bindings in found.values()]
    return sorted(items, key=lambda item: ALWAYS.index(item.id) + 1 if item.id in ALWAYS else 0)


def _build_item(screen: ParlorScreen, bindings: Sequence[Binding]) -> KeyItem:
    first, group = bindings[0], bindings[0].group
    keys = tuple(binding.key for binding in bindings)
    word = group.description if group else screen.get_binding_word(first)
    label = first.key_display or join_keys(keys)
    shown = first.show and bool(word)
    return KeyItem(label, word, first.tooltip or word, keys, first.id or "", shown)


def join_keys(keys: Sequence[str]) -> str:
    """Return the names of keys that belong together: "←→", "1–5"."""
    if len(keys) > 2 and all(key.isdigit() for key in keys):
        return f"{keys[0]}–{keys[-1]}"
    return "".join(map(format_key, keys))


def fit_items(
    items: Sequence[KeyItem], width: int, needed: Sequence[str] = (), spare: Collection[str] = ()
) -> list[KeyItem]:
    """Return the items that fit, dropped from the right.

    Labels in `spare` are dropped first and those in `needed` last. Help and leave always stay.
    """
    rank = {label: at for at, label in enumerate(needed)}
    wanted = sorted(
        items,
        key=lambda item: (
            item.id not in ALWAYS,
            rank.get(item.label, len(rank) + (item.label in spare)),
        ),
    )
    always = sum(item.id in ALWAYS for item in items)
    while len(wanted) > always and sum(item.width for item in wanted) > width:
        wanted.pop()
    return [item for item in items if item in wanted]


def draw_items(c: Canvas, items: Sequence[KeyItem], x: int = 1, y: int = 0, ground: str = "sunk") -> int:
    """Draw keys and what they do side by side, each clickable; return the column behind them."""
    for item in items:
        start, x = x, c.put(x, y, f" {item.label} ", "ink", ground, "bold")
        x = c.put(x + 1, y, item.word, "ink2")
        if item.keys and len(item.keys) < 3:  # a range of keys cannot be clicked
            half = (len(item.label) + 2) // 2
            for key in item.keys[1:]:
                c.hit(start + half, y, x - start - half, 1, key)
            c.hit(start, y, half if item.keys[1:] else x - start, 1, item.keys[0])
        x += 2
    return x
