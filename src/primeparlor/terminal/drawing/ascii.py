"""ASCII stand-ins of one column for the signs that boards and screens draw with."""

from __future__ import annotations

_BRAILLE = range(0x2801, 0x2900)
_GROUPS = {
    "─╴╶━╌┄–—−╺╸": "-",
    "│╵╷┃┆║▕▏▌▐╻╹": "|",
    "╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬": "+",
    "═▔": "=",
    "╱": "/",
    "╲": "\\",
    "●": "@",
    "■": "#",
    "▨█▓▙▟▛▜▚▞▇▆": "#",
    "▀▄": "=",
    "◆": "*",
    "◇○◦": "o",
    "✓▼↓": "v",
    "✕×": "x",
    "▲↑": "^",
    "▶▸→›": ">",
    "◀←‹": "<",
    "·…": ".",
    "▒▅▃▂": "%",
    "░": ":",
    "▁": "_",
    "²": "2",
    "³": "3",
    "⁴": "4",
    "№": "N",
    "’▘▝▖▗": "'",
    "↶": "~",
    "±≈": "~",
}
ASCII = str.maketrans({sign: stand_in for signs, stand_in in _GROUPS.items() for sign in signs})
ASCII |= dict.fromkeys(_BRAILLE, ".") | {0x2800: " "}
