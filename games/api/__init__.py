"""The JSON API of games and matches."""
