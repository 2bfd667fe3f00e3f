"""The lobby: finding a match and making one."""
