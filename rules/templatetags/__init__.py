"""Template tags of the rulebooks."""
