"""`python -m tests.record_boards`: record the golden boards; with a folder's name, write their HTML there."""

import os
import sys

import django


def main() -> None:
    """Record the digests of all positions, or write the HTML of each part to the folder that is named."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()

    from django.test.utils import setup_databases, setup_test_environment

    from tests import golden_boards

    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    count = golden_boards.record(sys.argv[1] if sys.argv[1:] else None)
    print(f"{count} positions")


if __name__ == "__main__":
    main()
