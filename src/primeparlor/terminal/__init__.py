"""The terminal interface: the dialogue of the books, boards, replay, the menu and the full screen."""
