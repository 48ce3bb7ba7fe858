#!/usr/bin/env bash
# Runs the Swift tests, which are built by then, by their own program, six at once: `swift test` cannot say how many go on at once,
# and starts all thousand, so that a server under test waits behind them. What failed is said once more at the end, and so is
# why tests were skipped; one that does not say why fails the run.
#
#     Tools/test-swift.sh [FLAG...]    flags of Swift Testing, such as --filter NAME
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
.build/debug/explorePackageTests.xctest --testing-library swift-testing \
    --experimental-maximum-parallelization-width 6 "$@" 2>&1 | tee "$log" || status=$?
if [ "$status" != 0 ]; then
    echo "What failed:"
    grep -a '✘' "$log" || tail -40 "$log"
fi
python3 -B Tests/skips.py "$log" || status=1
exit "$status"
