#!/usr/bin/env bash
# The check step of the GitHub Action: annotations to the log, the report to the
# summary of the job, SARIF to a file, and the exit code of the check.
#
# AMPCHECK is the program, CHECK_PATH what it checks, CHECK_FLAGS more flags,
# separated by spaces, and CHECK_SARIF the file for SARIF. RUNNER_TEMP,
# GITHUB_STEP_SUMMARY and GITHUB_OUTPUT are those of the runner.
set -euo pipefail

read -r -a flags <<<"${CHECK_FLAGS:-}"
result="$RUNNER_TEMP/ampcheck.json"
rm -f "$result"

code=0
"$AMPCHECK" check --format github --format "json=$result" --format "sarif=$CHECK_SARIF" \
	${flags[@]+"${flags[@]}"} -- "$CHECK_PATH" || code=$?

# Without a result there is nothing to summarize: the log says why. A result that
# is not complete is shown too, and the check has said so already. Summaries of
# more than 1 MiB are refused, so a longer one is cut.
if [ -f "$result" ]; then
	"$AMPCHECK" report --from "$result" --format "markdown=$RUNNER_TEMP/ampcheck.md" || true
	head -c 1000000 "$RUNNER_TEMP/ampcheck.md" >>"$GITHUB_STEP_SUMMARY"
	printf 'sarif=%s\njson=%s\n' "$CHECK_SARIF" "$result" >>"$GITHUB_OUTPUT"
fi
exit "$code"
