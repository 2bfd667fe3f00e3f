"""Live updates: open pages and programs hear when a match has changed."""
