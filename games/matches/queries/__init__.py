"""What pages and programs read of matches, folded for whoever looks."""
