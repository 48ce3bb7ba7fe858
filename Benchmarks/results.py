"""The committed table of the benchmarks, RESULTS.md: a section for each part, with the run that produced its figures.

The section of a part is replaced as a whole when the part has run to its end, and by nothing else. So no section mixes
figures of different runs, and each states its date, commit and machine.
"""

import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).resolve().with_name("RESULTS.md")
HEAD = """# Results

Written by `make bench`; [README.md](README.md) describes what is measured, and how. Each section is one run of one part, on
the machine and at the commit that it names, so figures of different sections may come from different days and machines.
A section whose settings are not the defaults was a different run, mostly a shorter one. A high load before the run means
that the machine was busy. A ratio is the median of the ratios of all rounds, so it need not be the quotient of the two
medians beside it.
"""
COLUMNS = "| name | ours | theirs | ratio | target | verdict |\n|---|--:|--:|--:|--:|---|\n"
NUMBER = r"-?[\d.]+(?:e[+-]?\d+)?"
LINE = re.compile(rf"^(?P<name>\S.*?)\s+(?P<ours>{NUMBER})\s+(?P<theirs>{NUMBER})\s+(?P<ratio>{NUMBER})\s+(?P<target>{NUMBER})"
                  r"\s+(?P<verdict>holds|short)$")
COMPLAINT = re.compile(r"^(?:bench|replicas): |^Traceback \(", re.MULTILINE)
ROW = re.compile(rf"^\| (?P<name>\S.*?) \| (?P<ours>{NUMBER}) \| (?P<theirs>{NUMBER}) \| (?P<ratio>{NUMBER})"
                 rf" \| (?P<target>{NUMBER}) \| (?P<verdict>holds|short) \|$")


def rows(text):
    """Returns the lines of the table in a part's output, as dictionaries."""
    return [found.groupdict() for line in text.splitlines() if (found := LINE.match(line.rstrip()))]


def is_complete(text, status):
    """Whether a part has run to its end: its status is then the number of targets that fell short, and its output, standard
    error included, contains no error message. An error also ends a part with 1, like one target that fell short."""
    found = rows(text)
    return bool(found) and not COMPLAINT.search(text) and status == sum(row["verdict"] == "short" for row in found)


@dataclass
class Run:
    """The conditions under which the figures of a section were measured."""

    # 2026-01-31 12:00 UTC
    date: str
    # The short id, and whether there are uncommitted changes.
    commit: str
    # Processor, cores, memory.
    machine: str
    kernel: str
    # The load average over a minute when the run started.
    load: float
    # Names and versions of all programs involved.
    versions: list[tuple[str, str]]
    # Arguments of the part that are not defaults.
    arguments: list[str]

    def words(self):
        settings = f"`{' '.join(self.arguments)}`" if self.arguments else "defaults"
        return "\n".join([
            f"- run: {self.date}, commit {self.commit}, settings: {settings}",
            f"- machine: {self.machine}; {self.kernel}; load before the run {self.load:.2f}",
            "- versions: " + ", ".join(f"{name} {version}" for name, version in self.versions)])


def section(part, run, found):
    """Returns the text of a part's section."""
    table = "".join(
        "| " + " | ".join(row[key] for key in ("name", "ours", "theirs", "ratio", "target", "verdict")) + " |\n"
        for row in found)
    return f"## {part}\n\n{run.words()}\n\n{COLUMNS}{table}"


def sections(text):
    """Returns the sections of the file's text by name, in their order."""
    parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return {name: f"## {name}\n{body.rstrip()}\n" for name, body in zip(parts[1::2], parts[2::2])}


def merged(text, part, new, order):
    """Returns the file's text with one section replaced or added, in the order of the parts."""
    found = sections(text) | {part: new}
    names = sorted(found, key=lambda name: order.index(name) if name in order else len(order))
    return HEAD + "".join(f"\n{found[name]}" for name in names)


def table(path=FILE):
    """Returns all rows of the file, in its order."""
    with open(path, encoding="utf-8") as file:
        return [found.groupdict() for line in file if (found := ROW.match(line.rstrip()))]


def write(part, run, output, order, path=FILE):
    """Replaces a part's figures with those of a new run, by writing a temporary file and renaming it."""
    former = path.read_text(encoding="utf-8") if path.exists() else ""
    text = merged(former, part, section(part, run, rows(output)), order)
    handle, beside = tempfile.mkstemp(dir=path.parent)
    with open(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(beside, 0o644)
    os.rename(beside, path)
