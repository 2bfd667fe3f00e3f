"""Hints: what a strong player would do, for somebody who plays against bots."""
