"""What designers may change in Scrapyard, and the editions that come of it."""

from games.titles.scrapyard.drafting.making import ScrapyardDrafting

__all__ = ["ScrapyardDrafting"]
