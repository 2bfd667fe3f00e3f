"""Positions that explain a rule, as data, and what comes of playing them. Pure."""
