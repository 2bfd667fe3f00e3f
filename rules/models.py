"""Everything the rules app stores; each room has models of its own."""

from rules.talk.models import *  # noqa: F403
from rules.wiki.models import *  # noqa: F403
