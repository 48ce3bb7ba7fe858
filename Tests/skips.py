#!/usr/bin/env python3
"""Fails a run if a test is skipped without a reason.

    skips.py LOG    the output of Swift Testing's program: prints each reason, with the number of tests skipped for it

For pytest, the hooks below do the same when a conftest.py imports them.
"""

import re
import sys
from collections import Counter

# `Test "a name" skipped: "a reason"`, or without a reason `Test "a name" skipped.`, with or without colours.
SKIPPED = re.compile(r'^\S+ ((?:Test|Suite) .*) skipped(?:: "(.*)"|\.?)$')
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
# pytest's default when no reason is given.
NO_REASONS = {"", "unconditional skip"}


def skips(log):
    """Returns the name of each skipped test and suite in a log of Swift Testing, and the reason."""
    for line in COLOURS.sub("", log).splitlines():
        if found := SKIPPED.match(line):
            yield found[1], (found[2] or "").strip()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        found = list(skips(file.read()))
    for reason, count in Counter(reason for _, reason in found if reason).most_common():
        print(f"skipped: {count} with the reason: {reason}")
    bare = [name for name, reason in found if not reason]
    for name in bare:
        print(f"skips: {name} was skipped without a reason", file=sys.stderr)
    return 1 if bare else 0


# pytest

_unexplained = []


def _note(report, name):
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if re.sub(r"^Skipped:?", "", reason).strip() in NO_REASONS:
        _unexplained.append(name)


def pytest_runtest_logreport(report):
    _note(report, report.nodeid)


def pytest_collectreport(report):
    _note(report, report.nodeid)


def pytest_sessionfinish(session):
    if _unexplained and session.exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter):
    for name in _unexplained:
        terminalreporter.write_line(f"skips: {name} was skipped without a reason", red=True)


if __name__ == "__main__":
    sys.exit(main())
