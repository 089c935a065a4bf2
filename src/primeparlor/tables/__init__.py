"""A match with its seats, help and record: what every way of playing shares. It knows no screen.

    table      the match, who chooses at its seats, its record; undo, rematch, leaving
    opening    a new table: who plays, and the settings
    chance     the toss of the coin, and what is dealt by hand
    saved      the saved games: the list, one by its name, resuming
    help       hint, why and moves: allowed, computed, kept, and only then given
    words      what happened, in sentences
    variants   house variants, who is favoured, the levels
    commands   what may be typed at a prompt

Everything is returned as values and sentences; the caller shows them.
"""
