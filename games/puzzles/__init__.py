"""Puzzles: positions of matches in which there is one way to reach a goal within the turn."""
