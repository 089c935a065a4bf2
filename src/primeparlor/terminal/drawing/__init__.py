"""Drawing tools for a game's screen.py; independent of the terminal and of Textual.

canvas     a grid of styled cells with clickable areas
numerals   large figures made of lines
board      what a game draws and says on the screen, with a default for any game
"""
