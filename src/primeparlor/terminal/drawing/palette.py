"""The colours of the screen: tokens that painters use, and what each is in every look.

A token names a meaning, not a colour. Painters name two of them for a cell, its ink and its ground, and
`Look.style` turns these into words that Rich understands.

    wall paper mat sunk step soft    grounds: the wall, a picture's paper and mat, a key, a step, what is lit
    ink ink2 ghost line edge         text, quiet text, not to be had (always with a word), decoration, frames
    brass fill coin                  a prime: text and signs, a mass, a brighter mass
    p1 p1f p1s  p2 p2f p2s p2h       a player: text and signs, a mass (`on` is written on it), an area; hatch
    good goods  bad bads             right and wrong: text and signs, and the ground of a message
    g0 … g4  cream soot              the grounds of the pictures at home, and what is drawn on them
    on focus                         text on a player's mass; the frame of what has the keyboard

Which pairs are readable, and how well, is tested in every table whose colours are known. Exceptions: `ghost`
is never alone, `line` and the hatch `p2h` only decorate, and a mass (`fill`, `step`) has its text written on
it: a small sign that carries meaning is `brass`, not `fill`.

Where a terminal has 256 colours, numbers of its palette are sent as they are, which needs `ansi` (Textual
would turn them into truecolor, and Rich back into other numbers). A few of them differ from the nearest
colour, because that was too faint to read. Sixteen colours are the terminal's own; its black is our wall
whatever its theme, so that table never uses the terminal's default ink: it may be black too.

Stylesheets always name the truecolor ones; on other terminals a filter replaces them by those of the look.

NO_COLOR. Left alone, Textual answers it with shades of grey, which are colour codes too. With `ansi` it sends
the terminal's own ink and ground instead (39 and 49, which add no colour), also for its own widgets. So this
look has no colours at all: masses and numerals are cells in reverse video, what recedes is dim, and all other
grounds are the terminal's. A light mass shows as ink and a dark one as ground, as in the dark look: soot
numerals on a cream card are holes in a solid card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Theme = Literal["dark", "light"]
Depth = Literal["truecolor", "256", "16", "none"]


@dataclass(frozen=True, eq=False)  # each look exists once
class Look:
    """The colour of every token on one kind of terminal."""

    name: str
    colours: Mapping[str, str]  # token → a colour as Rich names it
    css_colours: Mapping[str, str]  # token → the truecolor that stylesheets get, whatever the terminal shows
    ansi: bool = True  # Textual's App(ansi_color=…): whether colours are sent as they are
    inks: Mapping[str, str] = field(default_factory=dict)  # token → attributes where a cell is drawn in it
    grounds: Mapping[str, str] = field(default_factory=dict)  # token → attributes where a cell lies on it

    def style(self, ink: str, ground: str, attributes: str = "") -> str:
        """Return the style as Rich spells it: "bold #f6ebdb on #251b29"."""
        words = (attributes, self.grounds.get(ground) or self.inks.get(ink, ""))
        colours = f"{self.colours[ink]} on {self.colours[ground]}"
        return " ".join((*filter(None, words), colours))


def _tokens(**colours: str) -> dict[str, str]:
    return colours


_ALWAYS = {
    **_tokens(g0="#d39b2a", g1="#4b2348", g2="#0f5b66", g3="#b04423", g4="#26325a"),
    **_tokens(cream="#fff6e4", soot="#2a1e2d", coin="#d9a638", fill="#d9a638", on="#fffaf0", p1f="#c44c24"),
}
DARK = _ALWAYS | {
    **_tokens(wall="#18111b", paper="#251b29", mat="#2d2231", sunk="#1d1521", step="#3d3044"),
    **_tokens(ink="#f6ebdb", ink2="#c3b1bd", ghost="#85748a", line="#46374c", edge="#8a7690"),
    **_tokens(brass="#ecbf5a", soft="#43341c", focus="#9cc2ff"),
    **_tokens(p1="#ff946e", p1s="#482a2a"),
    **_tokens(p2="#68cdca", p2f="#177b83", p2s="#1d3c43", p2h="#5fb9bb"),
    **_tokens(good="#98d188", goods="#28391f", bad="#ff92b6", bads="#4a2036"),
}
LIGHT = _ALWAYS | {
    **_tokens(wall="#f1e6d4", paper="#fffaf0", mat="#f8eedd", sunk="#efe3ce", step="#e6d7bd"),
    **_tokens(ink="#2a1e2d", ink2="#5f5061", ghost="#94857a", line="#d8c7ab", edge="#927c5c"),
    **_tokens(brass="#7a5406", soft="#f6e4b8", focus="#1d4ed8"),
    **_tokens(p1="#ad3b18", p1s="#fadfd2"),
    **_tokens(p2="#0d5f6b", p2f="#12707d", p2s="#d3e6e4", p2h="#4f9aa2"),
    **_tokens(good="#2f642b", goods="#dcebd2", bad="#8d1d4b", bads="#f5dde4"),
}


def _numbered(**numbers: int) -> dict[str, str]:
    return {token: f"color({number})" for token, number in numbers.items()}


_ALWAYS_256 = _numbered(g0=178, g1=53, g2=23, g3=130, g4=17, cream=230, soot=235, coin=178, fill=178, on=231)
DARK_256 = _ALWAYS_256 | {
    **_numbered(wall=233, paper=235, mat=236, sunk=234, step=238, soft=237),
    **_numbered(ink=230, ink2=251, ghost=244, line=239, edge=246, brass=221, focus=153),
    **_numbered(p1=209, p1f=130, p1s=52, p2=80, p2f=29, p2s=23, p2h=73),
    **_numbered(good=114, goods=22, bad=211, bads=53),
}
LIGHT_256 = _ALWAYS_256 | {
    **_numbered(wall=254, paper=231, mat=255, sunk=253, step=252, soft=229),
    **_numbered(ink=235, ink2=240, ghost=245, line=250, edge=243, brass=94, focus=26),
    **_numbered(p1=124, p1f=130, p1s=224, p2=23, p2f=24, p2s=152, p2h=67),
    **_numbered(good=22, goods=194, bad=89, bads=224),
}
SIXTEEN = {
    **dict.fromkeys(("wall", "paper", "mat", "sunk", "soft", "p1s", "p2s", "goods", "bads"), "black"),
    **dict.fromkeys(("step", "ghost", "line"), "bright_black"),
    **_tokens(ink="bright_white", ink2="white", edge="white", focus="bright_blue"),
    **_tokens(brass="yellow", fill="yellow", coin="bright_yellow"),
    **_tokens(p1="bright_red", p1f="red", p2="bright_cyan", p2f="cyan", p2h="black", on="black"),
    **_tokens(good="green", bad="bright_magenta"),
    **_tokens(g0="yellow", g1="magenta", g2="cyan", g3="red", g4="blue"),
    **_tokens(cream="bright_white", soot="black"),
}

# Without colour: tokens that are light in the dark look are solid ink as grounds too; receding ones are dim.
_SOLID = (
    *("ink", "ink2", "edge", "brass", "fill", "coin", "good", "bad", "g0", "cream", "on", "focus"),
    *("p1", "p1f", "p2", "p2f", "p2h"),
)
_RECEDING = ("ghost", "line", "step")

LOOKS = {
    look.name: look
    for look in (
        Look("dark", DARK, DARK, ansi=False),
        Look("light", LIGHT, LIGHT, ansi=False),
        Look("dark-256", DARK_256, DARK),
        Look("light-256", LIGHT_256, LIGHT),
        Look("sixteen", SIXTEEN, DARK),
        Look(
            "none",
            dict.fromkeys(DARK, "default"),
            DARK,
            inks=dict.fromkeys(_RECEDING, "dim"),
            grounds=dict.fromkeys(_SOLID, "reverse") | dict.fromkeys(_RECEDING, "dim reverse"),
        ),
    )
}


def look(depth: Depth, theme: Theme) -> Look:
    """Return the look for a terminal of this colour depth; only two depths have a light and a dark one."""
    names = {"truecolor": theme, "256": f"{theme}-256", "16": "sixteen", "none": "none"}
    return LOOKS[names[depth]]
