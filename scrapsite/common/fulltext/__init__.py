"""Full text that finds the same on every database: how words are cut, asked for, and kept in an index."""
