"""What the coach says with: words, phrases, lines and voice."""
