"""Prime Parlor: five two-player number games, played right and explained exactly."""

__version__ = "0.1.0"
