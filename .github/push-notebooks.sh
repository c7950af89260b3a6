#!/bin/sh
# Put what `make notebooks` wrote on the branch that Colab opens notebooks from: as its next commit, if
# anything differs. The working folder and its index are not touched. Whatever goes wrong is told in one line.
set -eu
cd "$(dirname "$0")/.."
branch=notebooks
folder=_build/notebooks

fail() { echo "push-notebooks: $1" >&2; exit 1; }

last_line() { tail -n 1 _build/push.log; }

ls "$folder"/*.ipynb >/dev/null 2>&1 || fail "there are none in $folder; run \`make notebooks\` first"
there=$(git ls-remote origin "refs/heads/$branch" 2>_build/push.log) || fail "the remote can't be asked: $(last_line)"
parent=${there%%[!0-9a-f]*}

export GIT_INDEX_FILE="$PWD/_build/notebooks.index"
rm -f "$GIT_INDEX_FILE"
git --work-tree="$folder" add --all --force .
tree=$(git write-tree)
rm -f "$GIT_INDEX_FILE"
unset GIT_INDEX_FILE

if [ -n "$parent" ]; then
  git fetch --quiet --depth=1 origin "$branch" 2>_build/push.log || fail "the branch can't be fetched: $(last_line)"
  if [ "$(git rev-parse "$parent^{tree}")" = "$tree" ]; then
    echo "The branch $branch has these notebooks already."
    exit 0
  fi
fi

# By whoever made the commit that they come from, and at its time.
GIT_AUTHOR_NAME=$(git log -1 --format=%an) GIT_AUTHOR_EMAIL=$(git log -1 --format=%ae) GIT_AUTHOR_DATE=$(git log -1 --format=%aI)
GIT_COMMITTER_NAME=$GIT_AUTHOR_NAME GIT_COMMITTER_EMAIL=$GIT_AUTHOR_EMAIL GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE
commit=$(git commit-tree "$tree" ${parent:+-p "$parent"} -m "Notebooks of $(git rev-parse --short HEAD)")
git push --quiet origin "$commit:refs/heads/$branch" 2>_build/push.log || fail "nothing was pushed: $(last_line)"
echo "The branch $branch has the notebooks of $(git rev-parse --short HEAD)."
