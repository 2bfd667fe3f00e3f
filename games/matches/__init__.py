"""Matches: made, joined, played, taken back, resigned."""
