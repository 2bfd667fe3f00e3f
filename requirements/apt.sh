#!/bin/sh
# apt.sh PACKAGE PURPOSE: installs a Debian package if we are root or sudo asks nothing; fails otherwise.
set -eu
may=""
if [ "$(id -u)" != 0 ]; then
    may="sudo -n"
    $may true 2>/dev/null || exit 1
fi
command -v apt-get >/dev/null || exit 1
echo "Installing $1 for $2 (apt)"
export DEBIAN_FRONTEND=noninteractive
$may apt-get update -qq && $may apt-get install -y -qq --no-install-recommends "$1" >/dev/null
