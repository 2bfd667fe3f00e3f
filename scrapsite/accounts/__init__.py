"""Sign-in, guests turning into accounts, and the page about oneself."""
