"""One package a game; each depends on `games.engine` only."""
