"""Matches: making, joining and playing them, undo and resigning."""
