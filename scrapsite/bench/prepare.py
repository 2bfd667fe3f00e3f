"""Make tables, static files and data of a site that is to be measured."""

import os

import django


def main() -> None:
    """Prepare the folder that SCRAPSITE_VAR names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.bench.settings")
    django.setup()

    from scrapsite.preparing import prepare

    prepare(lambda text: None)


if __name__ == "__main__":
    main()
