"""Hatches workers: a process that has loaded everything, and forks one for each line it reads.

Loading takes far longer than the lives that the tests grant a worker. Run it with
`python -m tests.faults.nest`; it prints the process id of each.
"""

import os
import signal
import sys
from importlib import import_module


def main() -> None:
    """Fork a worker whenever a line comes in."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections
    from django.template import engines

    import_module("games.management.commands.run_worker")
    import_module("scrapsite.urls")
    engines.all()

    connections.close_all()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setpgid(0, 0)
            call_command("run_worker", verbosity=0)
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
