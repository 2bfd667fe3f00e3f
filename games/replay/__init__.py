"""A match step by step, and practising from a moment of it."""
