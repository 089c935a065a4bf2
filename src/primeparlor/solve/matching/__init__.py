"""Maximum matching, which solves walking games, with proofs."""
