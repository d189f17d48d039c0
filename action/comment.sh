#!/usr/bin/env bash
# Puts the comment of action/diff.sh under a pull request, in the place of the one of
# an earlier run. It reads one file and nothing of the change, so it can run in a job
# of its own that may write.
#
# COMMENT is the file, GITHUB_REPOSITORY and PULL_REQUEST say where, and GH_TOKEN is
# what gh needs.
set -euo pipefail

path="repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments"
earlier=$(gh api --paginate "$path" --jq '.[] | select(.user.type == "Bot" and (.body | startswith("<!-- ampcheck -->"))) | .id' | head -n 1)
if [ -n "$earlier" ]; then
	gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$earlier" --input "$COMMENT" --silent
else
	gh api --method POST "$path" --input "$COMMENT" --silent
fi
