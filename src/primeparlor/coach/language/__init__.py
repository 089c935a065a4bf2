"""What the coach says with: words, phrases, lines of play and voice."""
