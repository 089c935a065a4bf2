"""Play at a prompt: the dialogue of the books, boards, replay and the menu."""
