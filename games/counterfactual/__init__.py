"""Finished matches under another edition: how far they go the same, and what differs first."""
