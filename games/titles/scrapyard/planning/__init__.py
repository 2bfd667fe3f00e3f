"""What bots know of Scrapyard: what a state is worth, and what a fair player is likely to do."""
