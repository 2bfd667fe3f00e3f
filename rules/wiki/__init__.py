"""Rulebooks as people develop them."""
