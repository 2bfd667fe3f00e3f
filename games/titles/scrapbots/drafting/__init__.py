"""What designers may change in Scrapbots, and the editions that come of it."""

from games.titles.scrapbots.drafting.making import ScrapbotsDrafting

__all__ = ["ScrapbotsDrafting"]
