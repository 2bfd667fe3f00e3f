"""``manage.py list_provenance``: list where each paragraph of the shipped rulebooks comes from."""

from pathlib import Path

from rules.management.writing import WritesFiles
from rules.reading.indexing.provenance import tables


class Command(WritesFiles):
    help = "Writes into docs/provenance where each paragraph of the shipped rulebooks comes from."
    folder = "docs/provenance"
    up_to_date = "The lists are up to date."

    def texts(self) -> dict[Path, str]:
        return tables()
