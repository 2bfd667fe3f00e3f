"""How cards fared."""
