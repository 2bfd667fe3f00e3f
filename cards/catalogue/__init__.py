"""The cards: their faces, addresses and history, and the index that the search asks."""
