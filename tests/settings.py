"""Scrapsite's settings under the test profile, which pytest reads.

What tests write goes to a folder of its own.
"""

import atexit
import os
import shutil
import tempfile

os.environ["SCRAPSITE_PROFILE"] = "test"

if "SCRAPSITE_VAR" not in os.environ:
    # Worker processes of pytest-xdist inherit the folder; the first process takes it away.
    os.environ["SCRAPSITE_VAR"] = tempfile.mkdtemp(prefix="scrapsite-test-")
    atexit.register(shutil.rmtree, os.environ["SCRAPSITE_VAR"], ignore_errors=True)

from scrapsite.settings import *  # noqa: F403
from scrapsite.settings import STATIC_ROOT

STATIC_ROOT.mkdir(exist_ok=True)

# Look static files up when asked for: otherwise every new test client walks through all of them.
WHITENOISE_AUTOREFRESH = True
