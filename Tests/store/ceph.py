#!/usr/bin/python3
"""Another real S3-compatible object store on loopback: Ceph's radosgw, from Debian's packages. It enforces conditional writes.

    Tests/store/ceph.py DIR

runs a cluster of one monitor, one OSD that keeps its objects in memory, and one gateway in DIR until its standard input ends or
it is terminated; prints one line once it responds:

    http://127.0.0.1:PORT

Key `test:tester`, secret `testing`, region us-east-1, like store.py. Packages: radosgw ceph-mon ceph-osd ceph-common. It needs
neither root nor anything outside DIR; it takes about 15 seconds to start and 1 GB of memory.
"""
import argparse
import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import time
import uuid

PROGRAMS = ["/usr/bin/ceph-mon", "/usr/bin/ceph-osd", "/usr/bin/radosgw", "/usr/bin/ceph", "/usr/bin/monmaptool"]


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def configure(folder, fsid, mon, gateway):
    """Writes the settings of all parts: one copy of everything, no keys between the parts, small numbers of placement groups."""
    settings = {
        "global": {
            "fsid": fsid, "mon host": f"v2:127.0.0.1:{mon}", "public addr": "127.0.0.1", "ms bind ipv4": "true",
            "auth cluster required": "none", "auth service required": "none", "auth client required": "none",
            # Encryption would need keys.
            "ms mon client mode": "crc", "ms client mode": "crc",
            "osd pool default size": 1, "osd pool default min size": 1, "osd pool default pg num": 4,
            "osd pool default pgp num": 4, "osd pool default pg autoscale mode": "off", "osd crush chooseleaf type": 0,
            "mon max pg per osd": 1000, "mon allow pool size one": "true", "mon warn on pool no redundancy": "false",
            "run dir": folder, "admin socket": f"{folder}/$name.asok", "pid file": f"{folder}/$name.pid",
            "log file": f"{folder}/$name.log", "mon cluster log file": f"{folder}/cluster.log", "crash dir": folder,
        },
        "mon": {"mon data": f"{folder}/mon", "mon data avail crit": 1, "mon data avail warn": 1},
        "osd": {
            "osd data": f"{folder}/osd", "osd objectstore": "memstore", "memstore device bytes": 2 << 30,
            "osd class load list": "*", "osd class default list": "*",
        },
        "client": {
            "rgw frontends": f"beast endpoint=127.0.0.1:{gateway}", "rgw data": f"{folder}/rgw", "rgw thread pool size": 64,
            "rgw enable usage log": "false", "rgw enable ops log": "false", "rgw crypt require ssl": "false",
        },
    }
    path = f"{folder}/ceph.conf"
    with open(path, "w") as text:
        for section, values in settings.items():
            text.write(f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in values.items()) + "\n")
    return path


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Cluster:
    def __init__(self, folder):
        self.folder, self.children = folder, []
        self.mon, self.gateway = free_port(), free_port()
        self.conf = configure(folder, fsid := str(uuid.uuid4()), self.mon, self.gateway)
        self.fsid = fsid

    def run(self, *words, seconds=60):
        """Runs a command to its end."""
        done = subprocess.run(
            [*map(str, words), "--conf", self.conf], capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
        if done.returncode:
            sys.exit(f"ceph.py: {words[0]} ended with {done.returncode}: {done.stderr.strip()[-500:]}")
        return done.stdout

    def start(self, *words):
        log = open(f"{self.folder}/{os.path.basename(words[0])}.out", "ab")
        self.children.append(subprocess.Popen(
            [*map(str, words), "--conf", self.conf], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            preexec_fn=die_with_parent))

    def up(self):
        folder = self.folder
        for name in ("mon", "osd", "rgw"):
            os.makedirs(f"{folder}/{name}", exist_ok=True)
        monmap = f"{folder}/monmap"
        self.run("/usr/bin/monmaptool", "--create", "--fsid", self.fsid, "--addv", "a", f"[v2:127.0.0.1:{self.mon}]", monmap)
        self.run("/usr/bin/ceph-mon", "--mkfs", "-i", "a", "--monmap", monmap)
        self.start("/usr/bin/ceph-mon", "-i", "a", "-f", "--public-addr", f"v2:127.0.0.1:{self.mon}")
        self.run("/usr/bin/ceph", "--connect-timeout", "30", "osd", "new", osd := str(uuid.uuid4()))
        self.run("/usr/bin/ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", osd)
        self.start("/usr/bin/ceph-osd", "-i", "0", "-f")
        # The first command that needs objects waits for the OSD.
        self.run("/usr/bin/radosgw-admin", "user", "create", "--uid", "test", "--display-name", "test", "--access-key",
                 "test:tester", "--secret", "testing", seconds=120)
        self.start("/usr/bin/radosgw", "-n", "client.admin", "-f")
        deadline = time.monotonic() + 60
        while not self.responds():
            dead = [child.args[0] for child in self.children if child.poll() is not None]
            if dead or time.monotonic() > deadline:
                sys.exit(f"ceph.py: it does not come up, see {folder}/*.log {dead}")
            time.sleep(0.1)

    def responds(self):
        try:
            with socket.create_connection(("127.0.0.1", self.gateway), 1) as connection:
                connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
                return bool(connection.recv(1))
        except OSError:
            return False

    def down(self):
        for child in reversed(self.children):
            child.kill()
            child.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dir")
    options = parser.parse_args()
    missing = [program for program in PROGRAMS if not os.access(program, os.X_OK)]
    if missing:
        sys.exit(f"ceph.py: {missing[0]} is missing, expected what Tools/install.sh ceph installs")
    folder = os.path.abspath(options.dir)
    os.makedirs(folder, exist_ok=True)
    for name in signal.SIGTERM, signal.SIGINT:
        signal.signal(name, lambda *_: sys.exit(0))
    cluster = Cluster(folder)
    try:
        cluster.up()
        print(f"http://127.0.0.1:{cluster.gateway}", flush=True)
        while True:
            select.select([sys.stdin], [], [])
            if not os.read(0, 4096):
                return
    finally:
        cluster.down()


main()
