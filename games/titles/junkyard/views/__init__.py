"""What a viewer knows of a match, and what follows from that alone."""
