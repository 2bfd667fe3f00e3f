"""The page of a match, and the forms on it: each view reads its input and calls one action or query."""
