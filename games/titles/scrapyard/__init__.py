"""Scrapyard: peek at parts, mark the best, collect what your tiles ask for; for two to four."""

from games.titles.scrapyard.title import TITLE

__all__ = ["TITLE"]
