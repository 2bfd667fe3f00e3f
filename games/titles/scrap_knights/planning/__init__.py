"""How good a table is, and what a player who plans ahead would do."""
