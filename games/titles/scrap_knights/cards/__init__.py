"""What each card does, and what cards are made of."""
