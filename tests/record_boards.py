"""`python -m tests.record_boards [--to FOLDER] [TITLE ...]`: record golden boards, or write their HTML."""

import argparse
import os

import django


def main() -> None:
    """Record the digests of all positions, or write the HTML of each part to the folder that is named."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()

    from django.test.utils import setup_databases, setup_test_environment

    from games import catalog
    from tests import golden_boards

    known = [title.slug for title in catalog.titles()]
    parser = argparse.ArgumentParser(description="Record the golden boards.")
    parser.add_argument("titles", nargs="*", metavar="TITLE", help=f"of {', '.join(known)}; all without any")
    parser.add_argument("--to", default="", metavar="FOLDER", help="write the HTML there instead")
    asked = parser.parse_args()
    if unknown := set(asked.titles) - set(known):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")

    setup_test_environment()
    setup_databases(verbosity=0, interactive=False)
    print(f"{golden_boards.record(asked.titles or known, asked.to)} positions")


if __name__ == "__main__":
    main()
