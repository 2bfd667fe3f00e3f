"""Scrapsite's settings under the test profile; pytest reads these."""

import os

os.environ["SCRAPSITE_PROFILE"] = "test"

from scrapsite.settings import *  # noqa: F403
