#!/bin/sh
# Make .venv and install what the book needs (`install.sh book`), what running its chapters needs
# (`install.sh lab`), or both and what the tests need (`install.sh test`); or make _build/newest with
# the newest versions of all that (`install.sh newest`). Called by make. Whatever goes wrong is told in
# one line.
set -u
cd "$(dirname "$0")" || exit 1
want=${1:-book}
venv=.venv
[ "$want" = newest ] && venv=_build/newest
log=_build/install.log
unpacking=$venv/.unpacking # stands while pip works: an install that was cut off may be half there

fail() { echo "$want: $1" >&2; exit 1; }

version_of() { "$1" --version 2>&1 | grep -i '^python [0-9]'; }

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() { # into $python
  if [ -n "${PYTHON:-}" ]; then
    found=$(version_of "$PYTHON")
    new_enough "$PYTHON" || fail "PYTHON=$PYTHON is ${found:-no Python that runs}; Python 3.11 or newer is needed"
    python=$PYTHON
    return
  fi
  for python in python3 python3.14 python3.13 python3.12 python3.11 python; do
    new_enough "$python" && return
  done
  found=$(version_of python3 || version_of python)
  fail "Python 3.11 or newer is needed, found: ${found:-none}. Install one, or name it: make PYTHON=/path/to/python3.12"
}

explain() { # the likely reason, from pip's own words
  if grep -qi "no space left" "$log"; then echo "the disk is full; about 1 GB is needed"
  elif grep -qi "certificate verify failed" "$log"; then echo "the package index can't be trusted: its certificate is not one that this machine knows (see pip's cert setting)"
  elif grep -qiE "newconnectionerror|name resolution|getaddrinfo|connection refused|connection reset|timed out|network is unreachable|proxyerror|connecttimeout|no route" "$log"; then
    echo "the package index can't be reached; the first install needs a network (or a pip mirror: see pip's index-url)"
  elif grep -qi "from versions: none" "$log"; then echo "pip finds no package at all: it is told to use no index (PIP_NO_INDEX), or an empty one"
  elif grep -qiE "ensurepip|python3-venv|no module named '?(venv|pip)" "$log"; then echo "this Python can't make virtual environments; on Debian or Ubuntu install python3-venv"
  elif grep -qiE "permission denied|read-only file system" "$log"; then echo "this folder can't be written to"
  else
    reason=$(grep -iE '^ *error' "$log" | tail -n 1 | cut -c1-200)
    echo "${reason:-pip was stopped}"
  fi
}

tell_newer() { # what differs from constraints.txt, also in the summary of a run on GitHub
  "$venv/bin/python" - <<'EOP' | tee -a "${GITHUB_STEP_SUMMARY:-/dev/null}"
import re
from importlib.metadata import PackageNotFoundError, version
print("Other versions than constraints.txt has:\n")
for package, pin in re.findall(r"^([\w.-]+)==(\S+)", open("constraints.txt").read(), re.MULTILINE):
    try:
        found = version(package)
    except PackageNotFoundError:
        found = "gone"
    if found != pin:
        print(f"- {package} {pin} → {found}")
EOP
}

has_every_pin() { # then pip, and a network, are not needed
  "$venv/bin/python" - "$@" >/dev/null 2>&1 <<'EOP'
import re, sys
from importlib.metadata import version
for name in sys.argv[1:]:
    for package, pin in re.findall(r"^([\w.-]+)==(\S+)", open(name).read(), re.MULTILINE):
        if version(package) != pin:
            sys.exit(1)
EOP
}

stamp() { # also where the clock is behind the files, so that make does not come here again
  touch "$venv/.$1"
  for source in $sources "$venv/.book" "$venv/.lab"; do
    if [ "$source" -nt "$venv/.$1" ]; then touch -r "$source" "$venv/.$1"; fi
  done
}

mkdir -p _build 2>/dev/null && [ -w _build ] && [ -w . ] || fail "this folder can't be written to: $(pwd)"
free=$(df -Pk . | awk 'NR == 2 { print $4 }')
[ "${free:-9999999}" -gt 1000000 ] || [ -e "$venv/.$want" ] || fail "the disk is nearly full: $((free / 1024)) MB are free, about 1 GB is needed"

if new_enough "$venv/bin/python"; then
  python=$venv/bin/python
elif [ -x "$venv/bin/python" ]; then
  fail "$venv has $(version_of "$venv/bin/python"); Python 3.11 or newer is needed. Remove it (rm -r $venv) and run this again"
else
  find_python
fi

# Two at once would unpack into each other. What is started from here inherits the lock.
if [ -z "${BOOK_LOCKED:-}" ]; then
  BOOK_LOCKED=1 exec "$python" -c '
import fcntl, os, sys
lock = open("_build/lock", "w")
os.set_inheritable(lock.fileno(), True)
try:
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    print("Waiting for another build or installation of this book", flush=True)
    fcntl.flock(lock, fcntl.LOCK_EX)
os.execvp("sh", ["sh", "./install.sh", *sys.argv[1:]])' "$want"
fi

if [ "$want" = newest ]; then
  echo "Installing the newest version of everything into $venv (log: $log)"
  rm -rf "$venv"
  find_python
  # Jupyter Book 2 is another program.
  cat requirements.txt binder/requirements.txt tests/requirements.txt \
    | sed -e 's/^jupyter-book==/jupyter-book<2,>=/' -e 's/==/>=/' >_build/newest.txt
  "$python" -m venv "$venv" >"$log" 2>&1 \
    && "$venv/bin/python" -m pip install --no-input --disable-pip-version-check -r _build/newest.txt >>"$log" 2>&1 </dev/null \
    || fail "$(explain). Log: $log"
  tell_newer
  exit 0
fi

case $want in
  book) requirements="requirements.txt" ;;
  lab) requirements="binder/requirements.txt" ;;
  *) requirements="requirements.txt binder/requirements.txt tests/requirements.txt" ;;
esac
sources="$requirements constraints.txt pyproject.toml install.sh"
[ "$want" = book ] || sources="$sources $(find binder -type f | tr '\n' ' ')"

if [ -e "$unpacking" ] && { [ ! -e "$log" ] || grep -q '^Installing collected' "$log"; }; then
  rm -rf "$venv"
fi
if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
  find_python
  echo "Making $venv with $(version_of "$python")"
  "$python" -m venv --clear "$venv" >"$log" 2>&1 || { reason=$(explain); rm -rf "$venv"; fail "$reason. Log: $log"; }
fi

# shellcheck disable=SC2086
if { [ ! -e "$venv/.book" ] && [ ! -e "$venv/.lab" ]; } || [ -e "$unpacking" ] || ! has_every_pin $requirements; then
  echo "Installing what the $want needs (once; log: $log)"
  touch "$unpacking"
  PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_USER=0 PYTHONUNBUFFERED=1 "$venv/bin/python" -m pip install --no-input \
    -c constraints.txt $(printf -- '-r %s ' $requirements) -e . >"$log" 2>&1 </dev/null || {
    grep -q '^Installing collected' "$log" || rm -f "$unpacking"
    fail "$(explain). Log: $log"
  }
  rm -f "$unpacking"
fi
if [ "$want" != book ]; then
  NB_PYTHON_PREFIX="$PWD/$venv" ./binder/postBuild >>"$log" 2>&1 || fail "JupyterLab could not be set up. Log: $log"
  stamp lab
fi
[ "$want" = lab ] && exit 0
stamp book
[ "$want" = test ] || exit 0

# A browser: whatever is there; else Debian's, else Playwright's own.
if ! "$venv/bin/python" -m tests.find_browser >/dev/null 2>&1; then
  echo "Installing a browser for the tests"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt="apt-get install -y --no-install-recommends"
    { apt-get update && { $apt chromium-headless-shell || $apt chromium; }; } >>"$log" 2>&1 </dev/null
  else
    "$venv/bin/python" -m playwright install chromium >>"$log" 2>&1 </dev/null
  fi
  "$venv/bin/python" -m tests.find_browser >/dev/null 2>&1 \
    || fail "no Chromium or Chrome for the browser tests; install one, or name it: BROWSER=/path/to/chrome make test. Log: $log"
fi
stamp test
