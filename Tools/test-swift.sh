#!/usr/bin/env bash
# Runs the Swift tests, which `make build-tests` has built, by their own program, six at once: `swift test` cannot say how
# many go on at once, and starts all thousand, so that a server under test waits behind them. What failed is said once more
# at the end, and so is why tests were skipped; one that does not say why fails the run.
#
#     Tools/test-swift.sh [FLAG...]    flags of Swift Testing, such as --filter NAME
set -euo pipefail
cd "$(dirname "$0")/.."

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
.build/release/explorePackageTests.xctest --testing-library swift-testing \
    --experimental-maximum-parallelization-width 6 "$@" 2>&1 | tee "$log" || status=$?
python3 -B Tests/skips.py "$log" || status=1
if [ "$status" != 0 ]; then
    echo "What failed:"
    grep -a '✘' "$log" || tail -40 "$log"
    # Last, so that it is read where only the end of the output is kept: the cause of a crash and the calls that led to it.
    grep -a 'Fatal error:' "$log" | cut -c1-400 || true
    grep -a -A 40 '^\*\*\* Program crashed' "$log" | sed '/^Registers:/,$d' | cut -c1-200 || true
fi
exit "$status"
