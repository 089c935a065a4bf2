"""ASCII stand-ins of one column for our signs, in plain lines and on the screen alike.

Signs that stand side by side have different ones: the grades of moves, and the blocks of a chart.
"""

from __future__ import annotations

_BRAILLE = range(0x2801, 0x2900)
_GROUPS = {
    "─╴╶━╌┄–—−╺╸▃•": "-",
    "│╵╷┃┆║▕▏▌▐╻╹": "|",
    "╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬": "+",
    "═▔": "=",
    "╱": "/",
    "╲": "\\",
    "●": "@",
    "■": "#",
    "▨█▓▙▟▛▜▚▞": "#",
    "▀▄": "=",
    "▁": "_",
    "▂": ",",
    "▅": "+",
    "▆": "*",
    "▇▒": "%",
    "◆★": "*",
    "◇○◦": "o",
    "✓↓": "v",
    "▼": "!",
    "✕×": "x",
    "▲↑": "^",
    "▶▸→›": ">",
    "◀←‹": "<",
    "·…☆": ".",
    "░": ":",
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
