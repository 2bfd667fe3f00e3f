"""Suggestions: a search for figures of a draft with which games between bots meet what its designer wants."""
