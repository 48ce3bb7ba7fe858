#!/usr/bin/env bash
# Runs the Swift tests under sanitizers, each in a separate build folder: sanitize.sh [address] [thread]. FILTER=… selects tests.
# leaks.supp and races.supp suppress third-party findings, each line with its reason.
set -euo pipefail
cd "$(dirname "$0")/../.."

toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
symbolizer=$toolchain/bin/llvm-symbolizer
rules=$PWD/Tests/Sanitizers
export ASAN_SYMBOLIZER_PATH=$symbolizer
# GLib's own allocator would hide uses after free.
export G_SLICE=always-malloc
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0
export LSAN_OPTIONS=suppressions=$rules/leaks.supp:print_suppressions=0
export TSAN_OPTIONS=suppressions=$rules/races.supp:external_symbolizer_path=$symbolizer:halt_on_error=0

failed=0
for kind in "${@:-address}"; do
    scratch=.build-$kind
    log=$scratch/tests.log
    mkdir -p "$scratch"
    start=$(date +%s)
    # Optimised, and two tests at once, because clients give up waiting for a picture after twenty seconds.
    swift build --build-tests --sanitize="$kind" --scratch-path "$scratch" -Xswiftc -O -Xcc -O2 >"$scratch/build.log" 2>&1 ||
        { grep -E 'error:' "$scratch/build.log" >&2 || tail -5 "$scratch/build.log" >&2; exit 1; }
    built=$(date +%s)
    verdict=clean
    program=$(swift build --show-bin-path --sanitize="$kind" --scratch-path "$scratch")/explorePackageTests.xctest
    "$program" --testing-library swift-testing --experimental-maximum-parallelization-width 2 \
        ${FILTER:+--filter "$FILTER"} >"$log" 2>&1 || verdict="FAILED, see $log"
    found=$(grep -cE '^(==[0-9]+==)?(ERROR|WARNING): [A-Z][A-Za-z]+Sanitizer' "$log" || true)
    [ "$found" = 0 ] || verdict="FAILED, see $log"
    [ "$verdict" = clean ] || failed=1
    printf '%s: %s; %s reports; %s; built in %s s, run in %s s\n' "$kind" "$verdict" "$found" \
        "$(grep -oE 'Test run with [0-9]+ tests.*' "$log" | tail -1 || true)" \
        $((built - start)) $(($(date +%s) - built))
done
exit $failed
