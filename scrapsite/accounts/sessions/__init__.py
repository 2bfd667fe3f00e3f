"""Sessions: how long each lasts, the list of one's own, and signing out everywhere."""
