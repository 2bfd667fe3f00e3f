"""Full-text search that gives the same results on every database."""
