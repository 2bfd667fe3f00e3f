"""Run the web server: ``python -m scrapsite.server --port 8000``."""

from scrapsite.server.runner import main

if __name__ == "__main__":
    main()
