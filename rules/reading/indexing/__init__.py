"""Finds who cites which rule by reading the sources of titles and tests. The server never imports it."""
