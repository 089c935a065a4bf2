"""The numbers of a rush, and what it is in a sentence; light, for the first paint of its page."""

SECONDS, SLIPS = 180, 3
AIM = "As many right answers as you can in three minutes."
