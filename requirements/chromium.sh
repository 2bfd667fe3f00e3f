#!/bin/sh
# Installs Chromium for the browser tests by apt, if it is missing and we may.
set -eu
chromium="${CHROMIUM:-/usr/bin/chromium}"
[ -x "$chromium" ] && exit 0

may=""
if [ "$(id -u)" != 0 ]; then
    may="sudo -n"
    $may true 2>/dev/null || may="no"
fi
if [ "$may" != no ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests (apt)"
    export DEBIAN_FRONTEND=noninteractive
    $may apt-get update -qq && $may apt-get install -y -qq --no-install-recommends chromium >/dev/null || true
    [ -x "$chromium" ] && exit 0
fi
echo "The browser tests need Chromium: apt install chromium (or name one: make test CHROMIUM=/path/to/it)."
[ -z "${CI:-}" ] || exit 1
