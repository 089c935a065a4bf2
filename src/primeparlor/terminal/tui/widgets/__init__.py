"""Widgets that several screens share."""
