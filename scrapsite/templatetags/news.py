"""The number of unread news in the header."""

from django import template

from scrapsite.notifications.news import unread_count

register = template.Library()

register.simple_tag(unread_count)
