"""The staff's side of the site: Django's admin at /admin/, behind the site's own sign-in."""
