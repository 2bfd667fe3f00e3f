"""The site's settings for measuring: without rate limits, which would stop the load."""

from scrapsite.settings import *  # noqa: F403

RATE_LIMIT_FACTOR = 0
