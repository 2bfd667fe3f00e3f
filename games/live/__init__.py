"""Open pages and programs hear when a match goes on."""
