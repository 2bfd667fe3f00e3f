"""How cards fared in matches: counts of plays and wins, weighed."""
