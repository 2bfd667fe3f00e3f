"""Django's admin at /admin/, behind the site's own sign-in."""
