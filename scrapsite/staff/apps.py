"""The app config of Django's admin, which uses our admin site."""

from django.contrib.admin.apps import AdminConfig


class StaffConfig(AdminConfig):
    """Tells Django which admin site models register with."""

    default_site = "scrapsite.staff.site.StaffSite"
