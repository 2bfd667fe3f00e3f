"""Backups of the database: made while people play, kept in rotation, and put back in place."""
