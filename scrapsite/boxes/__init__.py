"""Whole games to print, as one download each: what `cards` draws, the booklet of `rules`, and a note."""
