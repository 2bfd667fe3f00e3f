#!/bin/sh
# Installs PostgreSQL's programs for the tests that start a server of their own, if they are missing and we may.
set -eu
is_there() { command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }
is_there && exit 0
sh "$(dirname "$0")/apt.sh" postgresql "the tests on PostgreSQL" || true
is_there && exit 0
echo "The tests on PostgreSQL need its programs: apt install postgresql."
[ -z "${CI:-}" ] || exit 1
