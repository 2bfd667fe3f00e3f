"""Public decks: saved decks that their owners show to everybody; see docs/decisions/0053-public-decks.md."""
