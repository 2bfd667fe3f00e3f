"""Resolving a turn's chain, and looking ahead at it for the BOTs."""
