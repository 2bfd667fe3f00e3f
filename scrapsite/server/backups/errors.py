"""The one refusal of backups."""


class NoBackup(Exception):
    """A backup can't be made or put back. The message says why, and what to do."""
