"""Games between bots, measured: records of games, measures with intervals, and the cards. Pure."""
