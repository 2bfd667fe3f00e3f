"""Ratings: how strong players and bots are."""
