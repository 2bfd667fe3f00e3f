"""Rulebooks as people read and search them."""
