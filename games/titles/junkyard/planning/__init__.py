"""How bots judge a position and plan a round."""
