#!/usr/bin/env bash
# Runs libFuzzer on each target of Tests/Fuzz, starting from the kept corpus: fuzz.sh [seconds a target] [target…]. Prints one
# line per target: runs, speed, coverage, verdict; see docs/fuzzing.md. KEEP=1 adds new inputs to the corpus, minimised.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-600}
shift || true
work=.build-fuzz/work
found=.build-fuzz/found
toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
EXPLORE_FUZZ=$(find "$toolchain" /usr/lib/llvm-* -name "libclang_rt.fuzzer_no_main-$(uname -m).a" 2>/dev/null | head -1 || true)
export EXPLORE_FUZZ
if [ -z "$EXPLORE_FUZZ" ]; then
    echo "fuzz: no libclang_rt.fuzzer_no_main-$(uname -m).a in $toolchain or /usr/lib/llvm-*; Debian has it in libclang-rt-14-dev" >&2
    exit 1
fi
build=$(mktemp)
trap 'rm -f "$build"' EXIT
swift build -c release --product fuzz --scratch-path .build-fuzz -Xswiftc -gline-tables-only >"$build" 2>&1 ||
    { grep -E 'error:' "$build" >&2 || tail -5 "$build" >&2; exit 1; }
program=.build-fuzz/release/fuzz

# libFuzzer reports traps, not Swift.
export SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1:detect_stack_use_after_return=0
export LSAN_OPTIONS=suppressions=$PWD/Tests/Sanitizers/leaks.supp:print_suppressions=0
symbolizer=$toolchain/bin/llvm-symbolizer
[ ! -x "$symbolizer" ] || export ASAN_SYMBOLIZER_PATH=$symbolizer

targets=("$@")
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <("$program")
mkdir -p "$found"
failed=0
printf '%-12s %12s %8s %7s %9s %7s  %s\n' target runs 'per s' edges features corpus verdict
for target in "${targets[@]}"; do
    kept=Tests/Fuzz/corpus/$target
    mkdir -p "$work/$target"
    log=$work/$target.log
    verdict=clean
    FUZZ_TARGET=$target "$program" "$work/$target" "$kept" -dict="Tests/Fuzz/dictionaries/$target.dict" \
        -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=512 \
        -print_final_stats=1 -artifact_prefix="$found/$target-" >"$log" 2>&1 ||
        { verdict="FAILED, see $log and $found"; failed=1; }
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    last=$(grep -aE '^#[0-9]+.* cov: ' "$log" | tail -1 || true)
    edges=$(sed -nE 's/.* cov: ([0-9]+).*/\1/p' <<<"$last")
    features=$(sed -nE 's/.* ft: ([0-9]+).*/\1/p' <<<"$last")
    count=$(sed -nE 's/.* corp: ([0-9]+).*/\1/p' <<<"$last")
    printf '%-12s %12s %8s %7s %9s %7s  %s\n' \
        "$target" "${runs:-?}" "${speed:-?}" "${edges:-?}" "${features:-?}" "${count:-?}" "$verdict"
    if [ -n "${KEEP:-}" ] && [ "$verdict" = clean ]; then
        # The fewest inputs that reach every place, preferring the smallest; up to 24 kB.
        rm -rf "$work/$target.least" && mkdir "$work/$target.least"
        FUZZ_TARGET=$target "$program" -set_cover_merge=1 -max_len=4096 -timeout=10 -rss_limit_mb=2048 \
            "$work/$target.least" "$kept" "$work/$target" >"$work/$target.merge.log" 2>&1
        size=0
        while read -r bytes file; do
            size=$((size + bytes))
            [ "$size" -le 24576 ] || break
            cmp -s "$file" "$kept/$(basename "$file")" || cp "$file" "$kept/"
        done < <(find "$work/$target.least" -type f -printf '%s %p\n' | sort -n)
    fi
done
exit $failed
