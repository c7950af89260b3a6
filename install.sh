#!/bin/sh
# Make .venv and install what the book needs (`install.sh book`) or also what its tests need
# (`install.sh test`). Called by make. Whatever goes wrong is told in one line.
set -u
cd "$(dirname "$0")" || exit 1
want=${1:-book}
venv=.venv
log=_build/install.log

fail() { echo "$want: $1" >&2; exit 1; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
  for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python; do
    [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 && new_enough "$candidate" && { echo "$candidate"; return; }
  done
}

explain() { # the likely reason, from pip's own words
  if grep -qi "no space left" "$log"; then echo "the disk is full; about 1 GB is needed"
  elif grep -qiE "newconnectionerror|name resolution|connection refused|timed out|network is unreachable|proxyerror|connecttimeout|no route" "$log"; then
    echo "the package index can't be reached; the first install needs a network (or a pip mirror: see pip's index-url)"
  elif grep -qiE "ensurepip|python3-venv" "$log"; then echo "this Python can't make virtual environments; on Debian or Ubuntu install python3-venv"
  elif grep -qi "permission denied" "$log"; then echo "this folder can't be written to"
  else echo "$(grep -iE '^ *error' "$log" | tail -n 1 | cut -c1-200)"
  fi
}

mkdir -p _build 2>/dev/null || fail "this folder can't be written to: $(pwd)"
free=$(df -Pk . | awk 'NR == 2 { print $4 }')
[ "${free:-9999999}" -gt 1000000 ] || [ -e "$venv/.book" ] || fail "the disk is nearly full: $((free / 1024)) MB are free, about 1 GB is needed"

if [ ! -x "$venv/bin/python" ]; then
  python=$(find_python)
  if [ -z "$python" ]; then
    found=$(python3 --version 2>/dev/null || echo "none")
    fail "Python 3.11 or newer is needed, found: $found. Install one, or name it: make PYTHON=/path/to/python3.12"
  fi
  echo "Making $venv with $("$python" --version)"
  "$python" -m venv "$venv" >"$log" 2>&1 || { rm -rf "$venv"; fail "$(explain). Log: $log"; }
fi

requirements="-r requirements.txt"
[ "$want" = test ] && requirements="$requirements -r tests/requirements.txt"
echo "Installing what the $want needs (once; log: $log)"
# shellcheck disable=SC2086
PIP_DISABLE_PIP_VERSION_CHECK=1 "$venv/bin/python" -m pip install --no-input -c constraints.txt $requirements -e . >"$log" 2>&1 </dev/null \
  || fail "$(explain). Log: $log"
touch "$venv/.book"
[ "$want" = test ] || exit 0

# A browser: whatever is there; else Debian's, else Playwright's own.
if ! "$venv/bin/python" -m tests.find_browser >/dev/null 2>&1; then
  echo "Installing a browser for the tests"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    { apt-get update && apt-get install -y --no-install-recommends chromium; } >>"$log" 2>&1 </dev/null
  else
    "$venv/bin/python" -m playwright install chromium >>"$log" 2>&1 </dev/null
  fi
  "$venv/bin/python" -m tests.find_browser >/dev/null 2>&1 \
    || fail "no Chromium or Chrome for the browser tests; install one, or name it: BROWSER=/path/to/chrome make test. Log: $log"
fi
touch "$venv/.test"
