"""Exact chances in any small game, with bounds and proofs."""
