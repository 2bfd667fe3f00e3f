"""The cards as pages and as an index."""
