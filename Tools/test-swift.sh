#!/usr/bin/env bash
# Runs the Swift tests, which `make build-tests` has built, with their own executable, six at once. `swift test` cannot limit
# concurrency and starts all thousand, so that a server under test would wait behind them. Failures are repeated at the end, and
# so are the reasons for skipped tests; a test skipped without a reason fails the run.
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
    # Printed last, for logs that keep only the end of the output: the cause of a crash and its stack.
    grep -a 'Fatal error:' "$log" | cut -c1-400 || true
    grep -a -A 40 '^\*\*\* Program crashed' "$log" | sed '/^Registers:/,$d' | cut -c1-200 || true
fi
exit "$status"
