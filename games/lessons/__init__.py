"""Lessons: a first match of each game, on the real table, in which one thing is explained after the other."""
