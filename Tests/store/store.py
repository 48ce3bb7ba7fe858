#!/usr/bin/python3
"""A real S3-compatible object store on loopback: OpenStack Swift with its s3api, from Debian's packages.

    Tests/store/store.py DIR [--port PORT] [--workers N]

runs one in DIR until its standard input ends or it is terminated; prints one line once it responds:

    http://127.0.0.1:PORT

Key `test:tester`, secret `testing`, region us-east-1. Restarted in the same DIR, it has the same ports and objects. Packages:
swift-proxy swift-account swift-container swift-object memcached. It needs neither root nor anything outside DIR.
"""
import argparse
import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time

PARTS = ("account", "container", "object")
PROGRAMS = ["/usr/bin/swift-proxy-server", "/usr/bin/swift-ring-builder", "/usr/bin/memcached"]


def free_ports(count):
    """Returns ports that are free at this moment."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def ports_of(folder, wanted):
    """Returns the ports of a folder: those of its last run, if any."""
    file = os.path.join(folder, "ports.json")
    if os.path.exists(file):
        with open(file) as text:
            return json.load(text)
    names = ["proxy", "memcached", *PARTS]
    ports = dict(zip(names, free_ports(len(names))))
    if wanted:
        ports["proxy"] = wanted
    with open(file, "w") as text:
        json.dump(ports, text)
    return ports


def write(folder, name, sections):
    with open(os.path.join(folder, name), "w") as text:
        for section, settings in sections.items():
            text.write(f"[{section}]\n" + "".join(f"{key} = {value}\n" for key, value in settings.items()) + "\n")


def configure(folder, ports, workers):
    """Writes the servers' configuration, once."""
    conf = os.path.join(folder, "conf")
    for name in ("conf", "run", "disks/d1"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    write(conf, "swift.conf", {
        "swift-hash": {"swift_hash_path_prefix": "explore", "swift_hash_path_suffix": "tests"},
        "storage-policy:0": {"name": "one", "default": "yes"},
    })
    import pwd
    common = {"bind_ip": "127.0.0.1", "swift_dir": conf, "user": pwd.getpwuid(os.geteuid()).pw_name}
    for part in PARTS:
        ring = os.path.join(conf, f"{part}.builder")
        if not os.path.exists(os.path.join(conf, f"{part}.ring.gz")):
            disk = f"r1z1-127.0.0.1:{ports[part]}/d1"
            for words in (["create", "4", "1", "0"], ["add", disk, "1"], ["rebalance"]):
                subprocess.run(["/usr/bin/swift-ring-builder", ring, *words], check=True, stdout=subprocess.DEVNULL)
        write(conf, f"{part}.conf", {
            "DEFAULT": common | {
                "bind_port": ports[part], "devices": os.path.join(folder, "disks"), "mount_check": "false",
                "workers": 0, "fallocate_reserve": 0, "disable_fallocate": "true"},
            "pipeline:main": {"pipeline": f"{part}-server"},
            f"app:{part}-server": {"use": f"egg:swift#{part}"},
        })
    write(conf, "proxy.conf", {
        "DEFAULT": common | {"bind_port": ports["proxy"], "workers": workers},
        "pipeline:main": {"pipeline": "catch_errors cache s3api tempauth staticweb slo proxy-server"},
        "app:proxy-server": {
            "use": "egg:swift#proxy", "allow_account_management": "true", "account_autocreate": "true",
            # Do not suspend the only disk for a minute because a busy machine timed out ten times.
            "conn_timeout": 10, "error_suppression_limit": 1_000_000},
        "filter:catch_errors": {"use": "egg:swift#catch_errors"},
        "filter:cache": {"use": "egg:swift#memcache", "memcache_servers": f"127.0.0.1:{ports['memcached']}"},
        "filter:s3api": {
            "use": "egg:swift#s3api", "location": "us-east-1", "s3_acl": "false", "dns_compliant_bucket_names": "false",
            # The smallest part that S3 itself accepts.
            "min_segment_size": 5 << 20},
        "filter:tempauth": {"use": "egg:swift#tempauth", "user_test_tester": "testing .admin"},
        "filter:staticweb": {"use": "egg:swift#staticweb"},
        "filter:slo": {"use": "egg:swift#slo"},
    })


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def serve(part, conf):
    """Runs one of the servers."""
    from swift.common import utils

    # The only file whose location no setting determines.
    utils.set_swift_dir(os.path.dirname(conf))
    # Its workers end with it, too.
    os.register_at_fork(after_in_child=die_with_parent)
    from swift.common.wsgi import run_wsgi

    sys.exit(run_wsgi(conf, f"{part}-server", verbose=False))


def responds(port):
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
            return bool(connection.recv(1))
    except OSError:
        return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dir")
    parser.add_argument("--port", type=int)
    parser.add_argument("--workers", type=int, default=0, help="processes of the part that clients talk to")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve, options.dir)
    missing = [program for program in PROGRAMS if not os.access(program, os.X_OK)]
    if missing:
        sys.exit(f"store.py: {missing[0]} is missing, expected what Tools/install.sh test installs")
    folder = os.path.abspath(options.dir)
    os.makedirs(folder, exist_ok=True)
    ports = ports_of(folder, options.port)
    configure(folder, ports, options.workers)
    memcached = ["/usr/bin/memcached", "-l", "127.0.0.1", "-p", str(ports["memcached"]), "-U", "0"]
    commands = {"memcached": memcached + (["-u", "nobody"] if os.geteuid() == 0 else [])}
    for part in (*PARTS, "proxy"):
        conf = os.path.join(folder, "conf", part + ".conf")
        commands[part] = ["/usr/bin/python3", os.path.abspath(__file__), conf, "--serve", part]
    children = []
    for name in signal.SIGTERM, signal.SIGINT:
        signal.signal(name, lambda *_: sys.exit(0))
    try:
        for name, command in commands.items():
            log = open(os.path.join(folder, "run", name + ".log"), "ab")
            children.append(subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=die_with_parent))
        deadline = time.monotonic() + 60
        while not all(responds(ports[part]) for part in (*PARTS, "proxy")):
            dead = [child.args for child in children if child.poll() is not None]
            if dead or time.monotonic() > deadline:
                sys.exit(f"store.py: it does not come up, see {folder}/run")
            time.sleep(0.05)
        print(f"http://127.0.0.1:{ports['proxy']}", flush=True)
        while True:
            select.select([sys.stdin], [], [])
            if not os.read(0, 4096):
                return
    finally:
        for child in children:
            child.kill()
        for child in children:
            child.wait()


main()
