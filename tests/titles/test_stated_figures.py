"""Paragraphs of the rulebooks that state a figure which designers may change are named with that figure.

Every number in a paragraph belongs to a figure that names the paragraph, or stands below as one that no
draft changes, or that doesn't stand there as it is set, such as a sum.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from games import catalog
from games.drafts.exporting import anchors
from games.drafts.differences import differences
from games.engine.drafting.fields import PlainField
from games.engine.protocol import Drafting
from games.workshop.figures import figures_in
from rules.document.books import Book
from rules.wiki.shipped import shipped_books
