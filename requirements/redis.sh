#!/bin/sh
# Installs Redis for the tests that start a server of their own, if it is missing and we may.
set -eu
command -v redis-server >/dev/null && exit 0
sh "$(dirname "$0")/apt.sh" redis-server "the tests at scale" || true
command -v redis-server >/dev/null && exit 0
echo "The tests at scale need Redis: apt install redis-server."
exit 1
