"""All that the rules app stores; each room has its own."""

from rules.wiki.models import *  # noqa: F403
