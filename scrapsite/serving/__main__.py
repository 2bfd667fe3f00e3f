"""Run the web server: ``python -m scrapsite.serving --port 8000``."""

from scrapsite.serving.runner import main

if __name__ == "__main__":
    main()
