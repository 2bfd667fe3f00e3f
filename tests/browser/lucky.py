"""A process of the site with the luck of the test that runs: `python -m tests.browser.lucky FILE web …`.

*FILE:* holds the test's name. After it come `web` and the web server's arguments, or a management command's.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    file, *command = sys.argv[1:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")

    import django
    from django.core.management import execute_from_command_line

    from scrapsite.server import runner
    from tests.luck import settle_site

    django.setup(set_prefix=False)
    settle_site(Path(file))
    if command[0] == "web":
        runner.main(command[1:])
    else:
        execute_from_command_line(["manage.py", *command])


if __name__ == "__main__":
    main()
