"""The pages of the rules wiki: each reads its input, calls one action or query, and shows the rest."""
