"""What a table says: whose side it shows, how it counts moves, how it writes numbers, and where to type."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from parlor_helpers import Person

# Positions in which Player 2 is to move, a key, and what it says of Player 2.
SECOND = {
    "prime-climb": ("prime-climb steps=7,0 turn=2", "[data-key=k5]", "5 steps, to 5, a prime step"),
    "pocket-addition": ("pocket-addition one=6 two=9 turn=2", "[data-key=tile-5]", "Take 5, total 14"),
}
DUEL = "prime-duel scores=17,3 deck=4,4,4,4,4,4,3,4,3,3 turn=2 card=9"


@pytest.mark.parametrize("game", SECOND)
def test_on_one_screen_keys_show_where_the_player_to_move_gets(
    host: Person, watcher: Person, game: str
) -> None:
    position, key, label = SECOND[game]
    url = host.open(game, opponent="same screen", position=position)
    expect(host.page.locator(key)).to_have_attribute("aria-label", label)
    if game == "pocket-addition":  # whose keys are in the picture, which everybody sees
        watcher.come(url)
        expect(watcher.page.locator(key)).to_have_attribute("aria-label", label)


def test_on_one_screen_a_card_is_added_to_the_score_of_the_player_to_move(host: Person) -> None:
    host.open("prime-duel", opponent="same screen", position=DUEL)
    host.says("3 + 9 = 12", "[data-key=keep]")


def test_when_it_is_over_the_stairs_show_the_winner(host: Person) -> None:
    host.open("prime-climb", opponent="same screen", position="prime-climb steps=4,12 turn=2")
    host.play(8)
    host.says("Player 2 stands on", ".stair.wide .mine")
