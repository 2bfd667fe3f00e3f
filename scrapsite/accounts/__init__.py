"""Sign-in, turning guests into accounts, and the visitor's own page."""
