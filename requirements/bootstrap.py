"""Makes .venv and installs a lock file into it, if that isn't done yet.

    python3 requirements/bootstrap.py runtime|dev|scale|lab

This file alone must also run on old Pythons, to be able to say that they are too old.
"""

import hashlib
import os
import shutil
import subprocess
import sys

NEEDED = (3, 11)
NEWER = ["python3.13", "python3.12", "python3.11"]
HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(os.path.dirname(HERE), ".venv")
VENV_PYTHON = os.path.join(VENV, "bin", "python")
STAMP = os.path.join(VENV, "installed-lock")


def too_old(version):
    """Return why a Python of this version won't do, or nothing."""
    if tuple(version[:2]) >= NEEDED:
        return ""
    needed = ".".join(str(number) for number in NEEDED)
    found = ".".join(str(number) for number in version[:3])
    return (
        "Scrapsite needs Python {} or newer; this is {}.\n"
        "Name another one like this: make play PYTHON=/path/to/python3.11".format(needed, found)
    )


def find_newer():
    """Return the path of a Python that is new enough, or nothing."""
    which = getattr(shutil, "which", None)
    found = [which(name) for name in NEWER] if which else []
    for path in found:
        if path and works(path):
            return path
    return ""


def works(python):
    """Say whether this Python starts and is new enough."""
    check = "import sys; sys.exit(sys.version_info[:2] < {})".format(NEEDED)
    try:
        return subprocess.call([python, "-c", check], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make_venv():
    """Make the virtual environment, unless there is one that works."""
    if works(VENV_PYTHON):
        return
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        sys.exit(
            "This Python can't make virtual environments: its venv module is missing.\n"
            "On Debian and Ubuntu: apt install python3-venv"
        )
    say("Making a virtual environment in .venv")
    subprocess.check_call([sys.executable, "-m", "venv", "--clear", VENV])


def lock_digest(name):
    """Return the SHA-256 of a lock file."""
    with open(os.path.join(HERE, name + ".lock"), "rb") as lock:
        return hashlib.sha256(lock.read()).hexdigest()


def installed():
    """Return the digest of the lock file that was installed last, or nothing."""
    try:
        with open(STAMP) as stamp:
            return stamp.read().strip()
    except OSError:
        return ""


def satisfies(name):
    """Say whether what is installed covers this lock. The dev lock holds all of the runtime lock."""
    digests = [lock_digest(name)]
    if name == "runtime":
        digests.append(lock_digest("dev"))
    return installed() in digests


def install(name):
    """Install the lock file with hashes checked, and note that it is done."""
    say("Installing the pinned packages of requirements/{}.lock (a minute or so)".format(name))
    command = [VENV_PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    lock = os.path.join(HERE, name + ".lock")
    status = subprocess.call(command + ["--require-hashes", "-r", lock])
    if status:
        sys.exit("pip could not install requirements/{}.lock; its own words are above.".format(name))
    with open(STAMP, "w") as stamp:
        stamp.write(lock_digest(name) + "\n")


def say(line):
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main():
    """Do what the command line asks, in a newer Python if this one is too old."""
    problem = too_old(sys.version_info)
    if problem:
        newer = find_newer()
        if not newer:
            sys.exit(problem)
        os.execv(newer, [newer] + sys.argv)
    name = sys.argv[1] if len(sys.argv) > 1 else "runtime"
    make_venv()
    if not satisfies(name):
        install(name)


if __name__ == "__main__":
    main()
