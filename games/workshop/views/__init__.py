"""The views of the workshop."""
