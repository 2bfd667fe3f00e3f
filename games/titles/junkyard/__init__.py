"""Junkyard: program a Scrapbot's moves and get the best scrap out of the yard, for two to four."""

from games.titles.junkyard.title import TITLE

__all__ = ["TITLE"]
