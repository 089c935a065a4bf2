"""A match with its seats, help and record, shared by terminal, page and every other way of playing.

    table              the match, the players at its seats, its record; undo, rematch, leaving
    setup              a new table: its players and settings, the toss of the coin, outcomes dealt by hand
    saved_games        the saved games: the list, one by its name, resuming
    saved_game_cache   the same in words, read again only where they have changed
    hints              hint, why and moves: allowed, computed, stored, and only then given
    names              what the players are called
    sentences          sentences about what happened
    series_words       the score of several games in words
    messages           what the game says of it, for the screen and the page
    turn_words         whose turn it is, in words
    table_rows         a table as a row of a list, in words
    all_moves          all moves of the rules
    variants           house variants, the favoured side, the levels
    rungs              the table of a rung of the ladder
    prompt_words       words that can be typed at a prompt instead of a move

    agents/            tables of programs that come in
    daily/             what one day offers

Nothing here knows a screen: everything is returned as values and sentences, and the caller shows them.
"""
