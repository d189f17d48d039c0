#!/usr/bin/env bash
# What a change does, against the commit it is based on, by the policy of that commit:
# the table to the log and to the summary of the job, the comment to a file, and the
# exit code of the diff. It writes nothing to the service: action/comment.sh does.
#
# AMPCHECK is the program, CHECK_PATH the directory that is checked, CHECK_FLAGS more
# flags of the analysis, separated by spaces, DIFF_BASE the commit, and COMMENT the
# file for the comment. RUNNER_TEMP is that of the runner, or any directory, and so is
# GITHUB_STEP_SUMMARY, which may be missing.
set -euo pipefail

read -r -a flags <<<"${CHECK_FLAGS:-}"
top=$(git -C "$CHECK_PATH" rev-parse --show-toplevel)
below=$(git -C "$CHECK_PATH" rev-parse --show-prefix)
tree="$RUNNER_TEMP/ampcheck-base"
git -C "$top" worktree add --quiet --force --detach "$tree" "$DIFF_BASE"
trap 'git -C "$top" worktree remove --force "$tree"' EXIT
mkdir -p "$tree/$below"

# A policy that the base does not have is none: that of the change does not count.
policy="$tree/${below}.ampcheck.yaml"
[ -f "$policy" ] || { policy="$RUNNER_TEMP/ampcheck-default.yaml" && echo 'version: 1' >"$policy"; }

# A result that is not complete is compared too, and diff says so.
report() {
	"$AMPCHECK" report --format "json=$2" ${flags[@]+"${flags[@]}"} -- "$1" || [ -s "$2" ]
}
report "$tree/$below" "$RUNNER_TEMP/ampcheck-old.json"
report "$CHECK_PATH" "$RUNNER_TEMP/ampcheck-new.json"

code=0
"$AMPCHECK" diff --policy "$policy" --comment "$COMMENT" \
	"$RUNNER_TEMP/ampcheck-old.json" "$RUNNER_TEMP/ampcheck-new.json" | tee "$RUNNER_TEMP/ampcheck-diff.txt" || code=$?
if [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
	{ echo '```' && head -c 100000 "$RUNNER_TEMP/ampcheck-diff.txt" && echo '```'; } >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then
	printf 'comment=%s\n' "$COMMENT" >>"$GITHUB_OUTPUT"
fi
exit "$code"
