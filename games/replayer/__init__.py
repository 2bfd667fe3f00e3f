"""Replaying the record of a match: its sums, and every move played again through the engine.

Pure: it needs no database and no site. `python -m games.replayer record.json` does it for a file.
"""
