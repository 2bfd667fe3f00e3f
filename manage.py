#!/usr/bin/env python3
"""Scrapsite's command line: `python manage.py help` lists what it can do."""

import gc
import os
import sys


def main() -> None:
    """Run the management command named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
    # What is imported stays: looking for garbage among it takes a sixth of the start.
    gc.disable()
    import django
    from django.core.management import execute_from_command_line

    django.setup()
    gc.freeze()
    gc.enable()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
