"""How strong players and bots are."""
