#!/bin/sh
# Installs Chromium for the browser tests by apt, if it is missing and we may.
set -eu
chromium="${CHROMIUM:-/usr/bin/chromium}"
[ -x "$chromium" ] && exit 0

sh "$(dirname "$0")/apt.sh" chromium "the browser tests" || true
[ -x "$chromium" ] && exit 0
echo "The browser tests need Chromium: apt install chromium (or name one: make test CHROMIUM=/path/to/it)."
[ -z "${CI:-}" ] || exit 1
