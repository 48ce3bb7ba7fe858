"""Requests tiles as browsers do, from our server and from nginx: Tests/request-heads has the fields.

Each of these is one run of turns, in which all servers receive the same requests for a few seconds, one after another:

- with the fields of four clients and a proxy, alternating over the tiles: requests per second of server CPU;
- the same with If-None-Match and the ETag that the server itself sent for the tile, so that all responses are 304;
- with two cores on either side: each server has two workers, wrk two threads, and all share both cores of the machine; requests
per second. To show that wrk is not the bottleneck, its rate with responses of one byte, from nginx too, is printed beside its
share of the CPU time.
"""

import http.client
import re
import statistics
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import measuring  # noqa: E402

HEADS = HERE.parent.parent / "Tests/request-heads"
# Every string is built before the first request, so that wrk only picks one.
LOAD = """
local requests = {{}}
function init(args)
    local heads = {{}}
    for _, path in ipairs({{{heads}}}) do
        local lines = {{}}
        for line in io.lines(path) do lines[#lines + 1] = line .. "\\r\\n" end
        heads[#heads + 1] = table.concat(lines)
    end
    for line in io.lines("{tiles}") do
        local path, tag = line:match("^(%S+)%s?(.*)$")
        local condition = tag ~= "" and "If-None-Match: " .. tag .. "\\r\\n" or ""
        requests[#requests + 1] = "GET " .. path .. " HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n"
            .. heads[#requests % #heads + 1] .. condition .. "\\r\\n"
    end
    math.randomseed({seed})
end
request = function() return requests[math.random(#requests)] end
"""


def script(folder, port, tiles, seed):
    """Returns wrk's script for one server."""
    path = folder / f"browsers-{port}.lua"
    heads = ", ".join(f'"{head}"' for head in sorted(HEADS.glob("*.txt")))
    path.write_text(LOAD.format(heads=heads, tiles=tiles, port=port, seed=seed))
    return path


def with_tags(port, tiles):
    """Writes a list of the tiles with their ETags from the server's own responses; a sample of them is requested again."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def answer(path, fields):
        connection.request("GET", path, headers=fields)
        found = connection.getresponse()
        found.read()
        return found

    lines = []
    for place, path in enumerate(tiles.read_text().split()):
        tag = answer(path, {}).headers["ETag"]
        if place % 100 == 0 and answer(path, {"If-None-Match": tag}).status != 304:
            sys.exit(f"bench: port {port}: {path} with its own ETag {tag} is not 304")
        lines.append(f"{path} {tag}\n")
    listed = tiles.with_name(f"{tiles.stem}-{port}-tags.txt")
    listed.write_text("".join(lines))
    return listed


class Turns:
    """The results of servers in the turns of one kind of load."""

    def __init__(self, servers, folder, lists, seconds, cores="1", threads=1):
        self.servers, self.folder, self.lists, self.seconds = servers, folder, lists, seconds
        self.cores, self.threads = cores, threads

    def take(self, name, seed):
        """Measures a turn of a server: requests per CPU second, requests per second, its cores in use, those of wrk."""
        server = self.servers[name]
        before, used = server.cpu_seconds(), measuring.children_seconds()
        rate, _, count = measuring.load(
            server.port, script(self.folder, server.port, self.lists[name], seed), self.seconds, cores=self.cores,
            threads=self.threads)
        spent, loading = server.cpu_seconds() - before, measuring.children_seconds() - used
        return count / spent, rate, spent * rate / count, loading * rate / count

    def round(self, number):
        """Measures a turn of every server, each round in another order."""
        names = list(self.servers)
        names = names[number % len(names):] + names[:number % len(names)]
        return {name: self.take(name, number * 10 + place) for place, name in enumerate(names)}


def compare(turns, rounds, what, side):
    """Returns the pairs of the rounds of ours and of nginx's better setting, by the given figure of a turn."""
    for name in turns.servers:
        turns.take(name, 99)
    found = {name: [] for name in turns.servers}
    for number in range(rounds):
        for name, turn in turns.round(number).items():
            found[name].append(turn)
        print(f"round {number + 1}: {what}: " + "; ".join(
            f"{name} {each[-1][0]:.0f}/CPU-s {each[-1][1]:.0f}/s, {each[-1][2]:.2f} cores, wrk {each[-1][3]:.2f}"
            for name, each in found.items()), flush=True)
    theirs = {name: [turn[side] for turn in each] for name, each in found.items() if name != "ours"}
    chosen = max(theirs, key=lambda name: statistics.median(theirs[name]))
    print(f"{what}: compared with {chosen}", flush=True)
    return list(zip([turn[side] for turn in found["ours"]], theirs[chosen]))


def ceiling(port, folder, tiles, seconds):
    """Measures how many responses of one byte wrk receives with two threads, and how much CPU their server uses."""
    rate, _, _ = measuring.load(port, script(folder, port, tiles, 1), seconds, cores="0,1", threads=2)
    return rate
