"""Drawing tools for a game's screen.py; independent of the terminal and of Textual.

canvas          a grid of styled cells with clickable areas
numerals        large figures made of lines
palette         the colours, by theme and depth
ascii           stand-ins for signs that a terminal cannot show
board           what a game draws and says on the screen, with a default for any game
default         the default board
lines           lines of styled pieces, for boards in plain text
dialogue_base   the default dialogue, for plain lines
"""
