"""How the site is served: one hop into Django, a guard and a page cache in front, and the runner."""

from scrapsite.serving.csrf import same_origin_post
from scrapsite.serving.public import public_page
from scrapsite.serving.versions import bump_data_version, data_version

__all__ = ["bump_data_version", "data_version", "public_page", "same_origin_post"]
