#!/bin/sh
# Installs Chromium for the browser tests by apt, if it is missing and we may; says which one they take.
# chromium.sh --find says only that, and fails if there is none.
#
# The shell without windows is Chromium all the same, and costs a fifth less. Who has Chromium gets it only if
# apt knows it already.
set -eu
shell=/usr/bin/chromium-headless-shell
whole=/usr/bin/chromium

find_one() {
    for one in "${CHROMIUM:-$shell}" "${CHROMIUM:-$whole}"; do
        [ ! -x "$one" ] || { echo "$one"; return; }
    done
    return 1
}

if [ "${1:-}" = --find ]; then find_one; exit; fi

install_one() { sh "$(dirname "$0")/apt.sh" "$1" "the browser tests"; }
if [ -z "${CHROMIUM:-}" ] && [ ! -x "$shell" ]; then
    if [ -x "$whole" ]; then
        ! apt-cache show chromium-headless-shell >/dev/null 2>&1 || install_one chromium-headless-shell || true
    else
        install_one chromium-headless-shell || install_one chromium || true
    fi
fi
find_one >/dev/null && exit 0
echo "The browser tests need Chromium: apt install chromium (or name one: make test CHROMIUM=/path/to/it)."
[ -z "${CI:-}" ] || exit 1
