"""Scrap Knights: mechs of six ACTs, an ULT and three BOTs, chosen in secret and resolved as a chain."""

from games.titles.scrap_knights.title import TITLE

__all__ = ["TITLE"]
