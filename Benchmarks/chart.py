#!/usr/bin/env python3
"""Draws the benchmarks' table as a chart: each target's ratio to its peer, on a scale of powers of two.

    chart.py [Benchmarks/RESULTS.md] [docs/benchmarks.svg]

A bar extends from 1, which is the peer, to the ratio; a tick marks the target. If less is better (time, memory), the bar
extends to the left, if more is better (requests per second), to the right. So a bar that passes its tick is good on either
side.
"""

import html
import math
import sys

import results

ROW, LEFT, WIDTH, OCTAVE, MOST = 22, 385, 955, 62, 3.95


def place(ratio):
    """Returns the x coordinate of a ratio."""
    return LEFT + 265 + OCTAVE * max(-MOST, min(MOST, math.log2(max(ratio, 1e-6))))


def main():
    source = sys.argv[1] if len(sys.argv) > 1 else results.FILE
    target = sys.argv[2] if len(sys.argv) > 2 else "docs/benchmarks.svg"
    rows = results.table(source)
    if not rows:
        sys.exit(f"chart: {source}: no row of a table, expected what `make bench` writes")
    height = ROW * len(rows) + 56
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
        "<title>Our figures over the peers', each with its target</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fbf7ec"/>',
    ]
    for power in range(-4, 5):
        x = place(2.0 ** power)
        label = f"{2 ** power}×" if power >= 0 else f"1/{2 ** -power}"
        parts.append(f'<line x1="{x}" x2="{x}" y1="28" y2="{height - 22}" stroke="{"#6b4a2b" if power == 0 else "#e2d6bb"}"/>')
        parts.append(f'<text x="{x}" y="20" text-anchor="middle" fill="#6b4a2b">{label}</text>')
    for number, row in enumerate(rows):
        y = 34 + number * ROW
        ratio, goal = float(row["ratio"]), float(row["target"])
        start, end = sorted([place(1), place(ratio)])
        colour = "#2f5d8c" if row["verdict"] == "holds" else "#a8322a"
        parts.append(f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end" fill="#3b2a1a">{html.escape(row["name"])}</text>')
        parts.append(f'<rect x="{start:.1f}" y="{y + 2}" width="{max(1.5, end - start):.1f}" height="12" fill="{colour}"/>')
        parts.append(f'<line x1="{place(goal):.1f}" x2="{place(goal):.1f}" y1="{y - 1}" y2="{y + 17}" stroke="#b8862b" '
                     'stroke-width="2.5"/>')
        words = f'{ratio:.2f}×' + ("" if row["verdict"] == "holds" else ", short")
        parts.append(f'<text x="{WIDTH - 8}" y="{y + 12}" text-anchor="end" fill="{colour}">{words}</text>')
    parts.append(f'<text x="{LEFT}" y="{height - 8}" fill="#6b4a2b">1× is the peer in the same run of its part; the gold mark is the '
                 "target.</text>")
    parts.append("</svg>")
    with open(target, "w", encoding="utf-8") as file:
        file.write("\n".join(parts) + "\n")


if __name__ == "__main__":
    main()
