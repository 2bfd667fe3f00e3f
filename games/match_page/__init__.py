"""The page of a match, put together from the rooms."""
