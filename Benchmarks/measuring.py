"""Shared by the benchmarks of servers: CPU times, the load generator, and the lines of the table."""

import math
import re
import resource
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path


def milliseconds(text):
    """Parses `250us`, `1.5ms` or `2s`, as wrk writes them."""
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def children_seconds():
    """Returns the CPU time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def family(pid):
    """Returns the ids of a process and its children."""
    found = [pid]
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    found.append(int(entry.name))
            except (OSError, ValueError):
                pass
    return found


def cpu_seconds(pids):
    """Returns the CPU time of all threads, to the nanosecond: /proc/PID/task/TID/schedstat."""
    total = 0
    for pid in pids:
        for task in Path(f"/proc/{pid}/task").iterdir():
            total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def settle(pids):
    """Waits until a server is nearly idle, so that what it loads after its start is not attributed to a request."""
    for _ in range(80):
        before = cpu_seconds(pids)
        time.sleep(0.25)
        if cpu_seconds(pids) - before < 0.0125:
            return
    sys.exit("bench: a server without requests used more than 5 % of a core for 20 s, expected one at rest")


def load(port, script, seconds, connections=32, cores="1", threads=1):
    """Runs wrk on core 1 with one thread: returns requests per second, the 99th percentile in milliseconds, the number of
    requests.
    """
    for _ in range(3):
        output = subprocess.run(
            ["taskset", "-c", cores, "wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--timeout", "20s", "--latency", "-s",
             script, f"http://127.0.0.1:{port}"],
            capture_output=True, text=True, check=True).stdout
        if "Non-2xx" in output or "Socket errors" in output:
            sys.exit(f"bench: port {port}: {output}")
        # wrk uses the wall clock: if the clock was set meanwhile, it reports minutes or hours.
        if p99 := re.search(r"99%\s+([\d.]+(?:us|ms|s))\s", output):
            return (float(re.search(r"Requests/sec:\s+([\d.]+)", output)[1]), milliseconds(p99[1]),
                    int(re.search(r"(\d+) requests in", output)[1]))
        print(f"again, since wrk says: {output}", flush=True)
    sys.exit(f"bench: port {port}: wrk told no latency three times")


def figure(value):
    """Formats a number with four significant digits, without an exponent."""
    if value == 0 or not math.isfinite(value):
        return f"{value:.2f}"
    return f"{value:.{min(6, max(0, 3 - math.floor(math.log10(abs(value)))))}f}"


def line(name, mine, theirs, ratio, target, holds):
    """Prints a line of the table; returns 1 if it fell short."""
    print(f"{name:44} {figure(mine):>12} {figure(theirs):>12} {ratio:8.2f} {target:8.2f}  {'holds' if holds else 'short'}",
          flush=True)
    return 0 if holds else 1


def faster(settings):
    """Returns the setting of a peer with the highest median; each setting has the rates of its rounds.

    It is chosen once, for all rounds and everything measured in them. Otherwise a peer's rate could be from one setting and its
    latency from another.
    """
    return max(settings, key=lambda name: statistics.median(settings[name]))


def wait_for(port, path):
    """Waits until a starting server responds, and returns the response."""
    for _ in range(200):
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5).read()
        except OSError:
            time.sleep(0.05)
    sys.exit(f"bench: nothing answers on port {port}")


def beside(name, rounds, seconds, read, disturb):
    """Returns the readers' 99th percentiles of each round in milliseconds, with a disturbance and alone, taking turns in going
    first. `read(seconds, seed)` measures the readers; `disturb(seconds, seed)` starts a wrk.
    """
    read(3, 1_000)
    pairs = []
    for number in range(rounds):
        found = {}
        for which in ("alone", "beside") if number % 2 == 0 else ("beside", "alone"):
            if which == "alone":
                found[which] = read(seconds, number)
                continue
            disturber = disturb(seconds + 2, number)
            time.sleep(1)
            found[which] = read(seconds, number)
            output = disturber.communicate()[0]
            answered = int(re.search(r"(\d+) requests in", output)[1])
            refused = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
            # Let the disturbance finish.
            time.sleep(1)
        pairs.append((found["beside"], found["alone"]))
        print(f"round {number + 1}: p99 beside {name} {found['beside']:.2f} ms, alone {found['alone']:.2f} ms; {name} had "
              f"{answered} answers, {refused[1] if refused else 0} of them refusals", flush=True)
    return pairs


def report(rows):
    """Prints a line for each target, from the pairs of its rounds, and exits with the number of those that fell short."""
    short = 0
    for name, pairs, target, holds in rows:
        mine, theirs = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
        ratio = statistics.median(pair[0] / pair[1] for pair in pairs)
        short += line(name, mine, theirs, ratio, target, holds(ratio))
    sys.exit(short)
