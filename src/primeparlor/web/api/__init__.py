"""The HTTP API: one module of endpoints per subject."""
