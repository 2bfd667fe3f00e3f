"""Finding a match and making one."""
