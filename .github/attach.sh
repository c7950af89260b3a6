#!/bin/sh
# Attach the offline site and the wheel to the release of the tag in $TAG, with GitHub's command gh.
# Whatever goes wrong is told in one line.
set -eu
cd "$(dirname "$0")/.."

fail() { echo "attach: $1" >&2; exit 1; }

version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
zip=_build/bert-exercises-$version-offline.zip
wheel=_build/wheel/bert_exercises-$version-py3-none-any.whl
tag=${TAG:-}

# Notebooks install the tag of their version, so it has to be that one.
[ "$tag" = "v$version" ] || fail "pyproject.toml says version $version, so TAG must be v$version; it is ${tag:-empty}"
[ -e "$zip" ] || fail "there is no $zip; run \`make offline\` first"
[ -e "$wheel" ] || fail "there is no $wheel; run \`make wheel\` first"
command -v gh >/dev/null 2>&1 || fail "GitHub's command gh is not installed"
gh release upload "$tag" "$zip" "$wheel" --clobber
