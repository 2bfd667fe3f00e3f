"""What can be done with drafts, each in a transaction of its own."""
