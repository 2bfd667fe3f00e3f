"""How long players have to decide."""
