"""Template tags for icons, times and samples; see `scrapsite.common.look`."""

from django import template

from scrapsite.common import look

register = template.Library()

register.simple_tag(look.icon)
register.simple_tag(look.art)
register.simple_tag(look.request_id)
register.simple_tag(look.edition_date)
register.simple_tag(look.site_files)
register.filter(look.dated)
register.filter(look.ago)
