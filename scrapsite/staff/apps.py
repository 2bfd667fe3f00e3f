"""Django's admin, with our site in the place of its own."""

from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    """Tells Django which admin site models register with."""

    default_site = "scrapsite.staff.site.StaffSite"
