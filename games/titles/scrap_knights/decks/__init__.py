"""Mech decks: legal ones, ready-made ones, and what the deck builder is told."""
