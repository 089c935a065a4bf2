"""What the games' screen.py is made with: it knows no terminal and no Textual.

canvas     a grid of styled cells with places that can be pressed
numerals   large figures made of lines
board      what a game draws and says on the screen, with a default for any game
"""
