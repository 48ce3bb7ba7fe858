#!/usr/bin/env python3
"""nginx-check.py PROGRAM: runs packaging/nginx.conf, unchanged except for names, ports and folders, in front of the program with
the sample document, and verifies what the example promises. Exits with status 1 at the first broken promise.
"""

import http.client
import json
import pathlib
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

HOME = pathlib.Path(__file__).resolve().parent.parent
NAME = "manuscripts.example.org"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def expect(holds, promise):
    if not holds:
        sys.exit(f"nginx-check: not kept: {promise}")
    print(f"nginx-check: {promise}")


class Answer:
    """A response, whatever its status."""

    def __init__(self, port, path, context, headers=()):
        request = urllib.request.Request(f"https://127.0.0.1:{port}{path}", headers={"Host": NAME, **dict(headers)})
        try:
            with urllib.request.urlopen(request, context=context, timeout=10) as response:
                self.status, self.headers, self.body = response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            self.status, self.headers, self.body = error.code, error.headers, error.read()


def configuration(folder, port, inner):
    """Returns the example embedded in a complete nginx configuration, with this machine's names."""
    text = (HOME / "packaging/nginx.conf").read_text()
    changes = [
        ("/var/cache/nginx/explore", f"{folder}/cache"),
        ("127.0.0.1:8080", f"127.0.0.1:{inner}"),
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;"),
        ("    listen [::]:443 ssl http2;\n", ""),
        ("/etc/ssl/certs/manuscripts.example.org.pem", f"{folder}/cert.pem"),
        ("/etc/ssl/private/manuscripts.example.org.key", f"{folder}/key.pem"),
    ]
    for former, latter in changes:
        expect(former in text, f"the example has {former.strip()}")
        text = text.replace(former, latter)
    return (
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;\n"
        f"events {{ }}\nhttp {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n{text}\n}}\n"
    )


def wait_for(condition, what):
    for _ in range(150):
        if condition():
            return
        time.sleep(0.1)
    sys.exit(f"nginx-check: {what} did not come")


def listens(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def post(port, context, path="/access", body=b"token=wrong"):
    """Posts a body, by default a sign-in with an invalid token, and returns the status."""
    headers = {"Host": NAME, "Origin": f"https://{NAME}", "Content-Type": "application/x-www-form-urlencoded"}
    request = urllib.request.Request(f"https://127.0.0.1:{port}{path}", data=body, headers=headers)
    try:
        with urllib.request.urlopen(request, context=context, timeout=10) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def status_of_upload(port, context, path, byte_count):
    """Returns the status of an upload of this length, of which only the head is sent."""
    connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=10)
    try:
        connection.putrequest("POST", path, skip_host=True)
        for name, value in [("Host", NAME), ("Origin", f"https://{NAME}"), ("Content-Length", byte_count)]:
            connection.putheader(name, value)
        connection.endheaders()
        return connection.getresponse().status
    finally:
        connection.close()


def check(port, context, server, log):
    page = Answer(port, "/documents/magna-carta", context)
    expect(page.status == 200 and b"<html" in page.body, "the viewer opens over TLS")
    manifest = json.loads(Answer(port, "/iiif/presentation/3/magna-carta/manifest.json", context).body)
    expect(manifest["id"].startswith(f"https://{NAME}/"), "addresses in answers are the public ones")
    for path in ("/metrics", "/metrics?x=1", "//metrics", "/%6detrics"):
        expect(Answer(port, path, context).status == 404, f"{path} is nothing for readers")
    information = json.loads(Answer(port, "/tiles/magna-carta-1.json", context).body)
    tile = f"/tiles/magna-carta-1/3/1/2.jpg?v={information['version']}"
    first, second = Answer(port, tile, context), Answer(port, tile, context)
    expect("immutable" in first.headers["Cache-Control"], "a tile's address that names its version never changes")
    expect((first.headers["X-Cache"], second.headers["X-Cache"]) == ("MISS", "HIT"), "nginx keeps the tile")
    expect(first.body == second.body and first.body[:3] == b"\xff\xd8\xff", "and gives the same picture again")
    bearer = Answer(port, tile, context, [("Authorization", "Bearer x")])
    expect(bearer.headers["X-Cache"] == "BYPASS", "a reader with a token is not answered from what others were given")
    condition = Answer(port, tile, context, [("If-None-Match", first.headers["ETag"])])
    expect(condition.status == 304, "who has the tile gets 304")
    Answer(port, "/api/documents?mark=forged", context, [("X-Request-Id", "forged"), ("X-Forwarded-For", "10.9.8.7")])
    lines = []

    def logged():
        lines[:] = [line for line in log.read_text().splitlines() if "mark=forged" in line]
        return bool(lines)

    wait_for(logged, "the line of the access log")
    entry = json.loads(lines[0])
    expect(re.fullmatch("[0-9a-f]{32}", entry["request"]), "the request id is nginx's, not the client's")
    expect(post(port, context, "/api/themes", b"x" * 5000) == 413, "nginx refuses a body where none is expected")
    for path, byte_count in [
        ("/api/documents", 1 << 30), ("/api/documents/magna-carta/scans", 1 << 30),
        ("/api/documents/magna-carta/working-copy/recordings", 50 << 20),
    ]:  # fmt: skip
        # No token is sent.
        expect(status_of_upload(port, context, path, byte_count) == 401, f"an upload to {path} is passed on to explore")
        expect(status_of_upload(port, context, path, byte_count + 1) == 413, "and a longer one is refused by nginx")
    edits = "/api/documents/magna-carta/working-copy/edits"
    expect(status_of_upload(port, context, edits, 4 << 20) == 401, "long edits are passed on to explore")
    proposals = "/annotations/magna-carta/1"
    expect(post(port, context, proposals, bytes(512 << 10)) == 401, "a proposal is passed on to explore")
    expect(post(port, context, proposals, bytes((512 << 10) + 1)) == 413, "and a longer one is refused by nginx")
    long_sign_in = b"token=wrong&to=/" + b"%25D9" * 600
    expect(post(port, context, body=long_sign_in) == post(port, context), "who signs in may come from a long address")
    statuses = [post(port, context) for _ in range(8)]
    expect(429 in statuses and 429 != statuses[0], "who tries tokens too often is told 429")
    server.terminate()
    server.wait(10)
    expect(Answer(port, tile, context).headers["X-Cache"] == "HIT", "what is kept is given while explore is away")
    expect(Answer(port, "/health/ready", context).status == 502, "and all else is 502")


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="explore-nginx-"))
    folder.chmod(0o755)
    processes = []
    try:
        (folder / "cache").mkdir(mode=0o777)
        (folder / "cache").chmod(0o777)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-keyout", folder / "key.pem", "-out", folder / "cert.pem"], check=True, capture_output=True)  # fmt: skip
        library = folder / "library"
        subprocess.run([program, "add", HOME / "data/magna-carta", "--library", library], check=True, capture_output=True)
        port, inner = free_port(), free_port()
        log = folder / "access.log"
        with log.open("wb") as lines:
            server = subprocess.Popen(
                [program, "serve", "--library", library, "--port", str(inner), "--public-url", f"https://{NAME}",
                 "--access-log", "json", "--trust-request-ids", "--max-connections-per-address", "0"], stdout=lines)  # fmt: skip
        processes.append(server)
        wait_for(lambda: listens(inner), "explore")
        (folder / "nginx.conf").write_text(configuration(folder, port, inner))
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        processes.append(subprocess.Popen([nginx, "-c", folder / "nginx.conf", "-p", folder, "-e", folder / "error.log"]))
        wait_for(lambda: listens(port), "nginx")
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        check(port, context, server, log)
    finally:
        for process in processes:
            process.terminate()
            process.wait(10)
        shutil.rmtree(folder, ignore_errors=True)


main()
