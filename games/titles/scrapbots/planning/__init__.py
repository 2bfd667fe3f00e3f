"""How good a table is, and what a fair player is likely to do."""
