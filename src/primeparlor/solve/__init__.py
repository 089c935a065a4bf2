"""Exact values of positions: a method per game."""
