"""The numbers of a rush, and what it is in words; light, for the first paint of its page."""

SECONDS, SLIPS = 180, 3
AIM = "As many right answers as you can in three minutes."
END = "The third slip ends the rush."
COURSE = (
    f"Each puzzle has one right answer, and they grow harder. {END} Skipping costs only the time. "
    "Slips come back as puzzles."
)
TIES = "Fewer slips win a tie."
NO_SCORE = "None yet. The first one is easy to beat."
