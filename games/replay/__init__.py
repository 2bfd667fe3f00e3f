"""Replay: a match step by step, and practice matches from one of its moments."""
