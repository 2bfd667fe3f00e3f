"""What pages and programs read about matches, without the secrets that the viewer may not know."""
