"""What designers may change in an edition, and the edition that comes of it."""

from games.titles.scrap_knights.drafting.editions import DRAFTING

__all__ = ["DRAFTING"]
