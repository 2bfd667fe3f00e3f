"""Mech decks: which are legal, which are ready-made, and their rules for the deck builder."""
