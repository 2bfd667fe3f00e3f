"""The site's web server: the ASGI application, the guards and page cache before Django, and the runner."""
