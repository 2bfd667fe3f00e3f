"""What anybody can check of a match."""
