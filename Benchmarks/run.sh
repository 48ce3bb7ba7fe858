#!/usr/bin/env bash
# Runs the benchmarks named, or all, shows what they print, and keeps the lines of the table in .build/bench.txt, from
# which Benchmarks/chart.py draws docs/benchmarks.svg. The exit status is 1 when a target fell short.
set -uo pipefail
cd "$(dirname "$0")/.."

parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(slicing serving bot regions index at search viewer start publish)
mkdir -p .build
failed=0
for part in "${parts[@]}"; do
    echo "== $part"
    .venv/bin/python "Benchmarks/$part/bench.py" | tee ".build/bench-$part.txt" || failed=1
done
cat .build/bench-*.txt | grep -E ' (holds|short)$' >.build/bench.txt || true
echo "== all"
cat .build/bench.txt
exit $failed
