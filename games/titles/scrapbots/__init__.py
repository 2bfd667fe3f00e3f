"""Scrapbots: a deck-building battler for two, in three dated editions."""

from games.titles.scrapbots.title import TITLE

__all__ = ["TITLE"]
