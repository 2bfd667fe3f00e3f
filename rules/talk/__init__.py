"""What people say about rules."""
