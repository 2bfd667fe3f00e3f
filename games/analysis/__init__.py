"""Analysis: what a search thinks of each decision of a finished match."""
