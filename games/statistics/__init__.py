"""Statistics: which cards are played, and how often they win."""
