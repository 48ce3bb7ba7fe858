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
import urllib.parse
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


class Post:
    """The response to a POST, by default to a sign-in with an invalid token. Redirects are not followed."""

    def __init__(self, port, context, path="/access", body=b"token=wrong", byte_count=None):
        """Sends a body; or, with `byte_count`, only the head of a request with a body of this length."""
        connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=10)
        try:
            connection.putrequest("POST", path, skip_host=True)
            for name, value in [
                ("Host", NAME), ("Origin", f"https://{NAME}"), ("Content-Type", "application/x-www-form-urlencoded"),
                ("Content-Length", len(body) if byte_count is None else byte_count),
            ]:  # fmt: skip
                connection.putheader(name, value)
            connection.endheaders(body if byte_count is None else None)
            response = connection.getresponse()
            self.status, self.location = response.status, response.headers["Location"]
            # explore has limits of its own, and tells of them in JSON.
            self.is_too_long_for_nginx = response.status == 413 and b"<center>nginx</center>" in response.read()
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
    themes = Post(port, context, "/api/themes", bytes(1025))
    expect(themes.is_too_long_for_nginx, "nginx refuses a body where none is expected")
    for path, byte_count in [
        ("/api/documents", 1 << 30), ("/api/documents/magna-carta/scans", 1 << 30),
        ("/api/documents/magna-carta/working-copy/recordings", 50 << 20),
    ]:  # fmt: skip
        # No token is sent.
        upload = Post(port, context, path, byte_count=byte_count)
        expect(upload.status == 401, f"an upload to {path} is passed on to explore")
        longer = Post(port, context, path, byte_count=byte_count + 1)
        expect(longer.is_too_long_for_nginx, "and a longer one is refused by nginx")
    edits = "/api/documents/magna-carta/working-copy/edits"
    expect(Post(port, context, edits, byte_count=4 << 20).status == 401, "long edits are passed on to explore")
    proposals = "/annotations/magna-carta/1"
    expect(Post(port, context, proposals, bytes(512 << 10)).status == 401, "a proposal is passed on to explore")
    longer = Post(port, context, proposals, bytes((512 << 10) + 1))
    expect(longer.is_too_long_for_nginx, "and a longer one is refused by nginx")
    # A search in Arabic, as long as explore allows, which the form encodes once more.
    place = urllib.parse.quote("/documents/magna-carta#q=" + "%D9" * 658, safe="")
    sign_in = Post(port, context, body=f"token=wrong&to={place}".encode())
    expect(sign_in.status == 303, "who signs in may come from a long address")
    expect(sign_in.location == f"/access?to={place}#unknown", "and still goes back there")
    longer = Post(port, context, body=b"token=wrong&to=" + bytes(8 << 10))
    expect(longer.is_too_long_for_nginx, "and a form of more than 8 KiB is refused by nginx")
    statuses = [Post(port, context).status for _ in range(8)]
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
