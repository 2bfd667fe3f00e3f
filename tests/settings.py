"""Scrapsite's settings under the test profile, which pytest reads.

What tests write goes to a folder of its own.
"""

import atexit
import os
import shutil
import tempfile
from urllib.parse import urlsplit

os.environ["SCRAPSITE_PROFILE"] = "test"

FOLDER = "scrapsite-test-"
if "SCRAPSITE_VAR" not in os.environ:
    # The first process takes the folder away.
    os.environ["SCRAPSITE_VAR"] = tempfile.mkdtemp(prefix=FOLDER)
    atexit.register(shutil.rmtree, os.environ["SCRAPSITE_VAR"], ignore_errors=True)

# Worker processes of pytest-xdist inherit it and have a folder in it each: the data version is a file there.
worker = os.environ.get("PYTEST_XDIST_WORKER", "")
if worker and os.path.basename(os.environ["SCRAPSITE_VAR"]).startswith(FOLDER):
    os.environ["SCRAPSITE_VAR"] = os.path.join(os.environ["SCRAPSITE_VAR"], worker)

# Worker processes that share a Redis have a database of it each: tests empty theirs.
if worker and os.environ.get("REDIS_URL"):
    place = urlsplit(os.environ["REDIS_URL"])._replace(path=f"/{1 + int(worker.removeprefix('gw'))}")
    os.environ["REDIS_URL"] = place.geturl()

from scrapsite.settings import *  # noqa: E402, F403
from scrapsite.settings import STATIC_ROOT  # noqa: E402

STATIC_ROOT.mkdir(exist_ok=True)

# Look static files up when asked for: otherwise every new test client walks through all of them.
WHITENOISE_AUTOREFRESH = True

# Most tests of staff and editors are about what they may do; test_second_factor.py turns this on.
SECOND_FACTOR_REQUIRED = False
