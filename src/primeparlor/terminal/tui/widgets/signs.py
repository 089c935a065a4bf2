"""ASCII stand-ins for the characters that painters use: one cell each, so that no layout changes."""

from __future__ import annotations

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
_BRAILLE = range(0x2801, 0x2900)
ASCII |= dict.fromkeys(_BRAILLE, ".") | {0x2800: " "}
