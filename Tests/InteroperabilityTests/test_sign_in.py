"""Single sign-on by a proxy: nginx with `auth_request` in front of a server that trusts it (docs/access.md)."""

import base64
import hashlib
import hmac
import http.client
import http.server
import json
import pathlib
import shutil
import socket
import subprocess
import threading
import time
from dataclasses import dataclass

import pytest

from serving import add, serving

NGINX = "/usr/sbin/nginx"
# What readers call the server. nginx itself listens on a socket in the file system: a TCP port that is free now may not be a moment
# later, when other tests run beside these.
NAME = "manuscripts.example.org"
SECRET = "0123456789abcdef0123456789abcdef"
PEOPLE = {"ada": ["editors"], "grace": ["readers"], "eve": ["others"]}


def token(person, groups, **claims):
    """Returns an identity provider's token for a person."""
    def part(value):
        return base64.urlsafe_b64encode(value if isinstance(value, bytes) else json.dumps(value).encode()).rstrip(b"=")

    payload = {"iss": "https://login.example.org", "aud": "manuscripts", "sub": person, "email": f"{person}@example.org",
            "groups": groups, "exp": time.time() + 600, **claims}
    text = part({"alg": "HS256", "typ": "JWT"}) + b"." + part(
        {name: value for name, value in payload.items() if value is not None})
    return (text + b"." + part(hmac.new(SECRET.encode(), text, hashlib.sha256).digest())).decode()


class SignInProxy(http.server.BaseHTTPRequestHandler):
    """Represents oauth2-proxy: identifies people by their cookies."""

    def do_GET(self):
        person = (self.headers["Cookie"] or "").partition("person=")[2].split(";")[0]
        self.send_response(200)
        if person in PEOPLE:
            self.send_header("X-Identity", token(person, PEOPLE[person]))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


CONFIGURATION = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 64; }}
http {{
    access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
    uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    server {{
        listen unix:{folder}/nginx;
        location = /who {{
            internal;
            proxy_pass http://127.0.0.1:{door};
            proxy_pass_request_body off;
            proxy_set_header Content-Length "";
        }}
        location / {{
            auth_request /who;
            auth_request_set $identity $upstream_http_x_identity;
            proxy_set_header X-Identity $identity;
            proxy_set_header Host {name};
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_pass {server};
        }}
    }}
}}
"""


class SocketConnection(http.client.HTTPConnection):
    """A connection to a socket in the file system."""

    def __init__(self, path):
        super().__init__(NAME, timeout=20)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self.path))


@dataclass
class Servers:
    """Where to reach the two servers."""

    # The socket of nginx in the file system.
    nginx: pathlib.Path
    # The port of the server behind it.
    ours: int


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sign-in")
    source = folder / "secret"
    (source / "texts").mkdir(parents=True)
    (source / "document.json").write_text(json.dumps({
        "id": "secret", "title": {"en": "A secret sheet"}, "language": "la", "languages": ["en"], "status": "published",
        "access": "restricted", "pages": [{"width": 100, "height": 100}]}))
    (source / "clauses.json").write_text(json.dumps([{
        "id": "1", "number": "1", "regions": [{"page": 1, "polygon": [[1, 1], [90, 1], [90, 90], [1, 90]]}]}]))
    (source / "texts/en.json").write_text(json.dumps({"1": {"title": "First"}}))
    add(folder / "library", source)
    key = folder / "key"
    key.write_text(SECRET + "\n")
    door = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SignInProxy)
    threading.Thread(target=door.serve_forever, daemon=True).start()
    options = ("--identity-header", "X-Identity", "--identity-key", key, "--identity-issuer", "https://login.example.org",
               "--identity-audience", "manuscripts", "--identity-groups", "editors=publish:*, readers=read:secret",
               "--public-url", f"http://{NAME}")
    with serving(folder / "library", *options) as address:
        (folder / "nginx.conf").write_text(("user root;\n" if pathlib.Path("/root").owner() == "root" else "")
                                           + CONFIGURATION.format(folder=folder, name=NAME, door=door.server_address[1], server=address))
        nginx = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf"])
        try:
            wait_for(nginx, folder / "nginx")
            yield Servers(folder / "nginx", int(address.rpartition(":")[2]))
        finally:
            nginx.terminate()
            nginx.wait(10)
            door.shutdown()


def wait_for(nginx, place):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert nginx.poll() is None, f"nginx ended with status {nginx.returncode}"
        try:
            send(place, "/health/live")
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError("nginx did not listen within 60 s")


def send(place, path, method="GET", body=None, source=None, **fields):
    """Sends a request to a socket in the file system or to a port."""
    source_address = (source, 0) if source else None
    connection = SocketConnection(place) if isinstance(place, pathlib.Path) else http.client.HTTPConnection(
        "127.0.0.1", place, timeout=20, source_address=source_address)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in fields.items()})
    response = connection.getresponse()
    return response.status, response.read().decode(), dict(response.getheaders())


pytestmark = pytest.mark.skipif(not shutil.which(NGINX), reason="needs nginx, which Tools/install.sh test installs")
PATH = "/api/documents/secret"


@pytest.mark.parametrize(("person", "status"), [("ada", 200), ("grace", 200), ("eve", 404), ("nobody", 404)])
def test_a_person_vouched_for_by_the_proxy_reads_what_their_group_may(servers, person, status):
    found, _, fields = send(servers.nginx, PATH, Cookie=f"person={person}")
    assert found == status
    assert (status == 200) == ("private" in fields.get("Cache-Control", ""))


def test_the_proxy_removes_identity_headers_sent_by_clients(servers):
    assert send(servers.nginx, PATH, X_Identity=token("mallory", ["editors"]))[0] == 404
    assert send(servers.nginx, PATH, X_Identity=token("mallory", ["editors"]), Cookie="person=grace")[0] == 200


def test_the_identity_header_is_refused_from_other_addresses(servers):
    good = token("ada", ["editors"])
    assert send(servers.ours, PATH, X_Identity=good)[0] == 200, "the header is refused from the proxy's address"
    status, text, _ = send(servers.ours, PATH, source="127.0.0.2", X_Identity=good)
    assert status == 403 and "from the proxy" in text


@pytest.mark.parametrize("claims", [
    {"exp": 1}, {"exp": None}, {"iss": "https://elsewhere.example.org"}, {"aud": "another"}, {"aud": None},
    {"sub": None}, {"nbf": time.time() + 86_400}, {"email": "local", "sub": "local"}, {"sub": "a\nb"},
], ids=str)
def test_a_token_with_invalid_claims_is_refused(servers, claims):
    status, _, fields = send(servers.ours, PATH, X_Identity=token("ada", ["editors"], **claims))
    assert status == 401 and "WWW-Authenticate" in fields


def test_a_token_without_a_valid_signature_is_refused(servers):
    head, claims, signature = token("ada", ["editors"]).split(".")
    none = base64.urlsafe_b64encode(b'{"alg":"none"}').rstrip(b"=").decode()
    for text in (f"{head}.{claims}.", f"{none}.{claims}.", f"{head}.{claims}x.{signature}", f"{head}.{claims}", "", "a.b.c",
                 "x" * 9_000):
        assert send(servers.ours, PATH, X_Identity=text)[0] == 401, text[:40]
    assert send(servers.ours, PATH, X_Identity=f"Bearer {head}.{claims}.{signature}")[0] == 200


def test_an_editor_edits_under_their_name_and_only_from_our_own_pages(servers):
    edit = json.dumps({"id": "one", "revision": 0, "operations": [
        {"path": "clauses/1/texts/en/title", "before": "First", "after": "The first"}]})
    fields = {"Content_Type": "application/json", "Cookie": "person=ada"}
    own = f"http://{NAME}"
    edits = f"{PATH}/working-copy/edits"
    # The identity of a request from another site's page is ignored, and strangers do not learn that the document exists.
    assert send(servers.nginx, edits, "POST", edit, Origin="https://elsewhere.example.org", **fields)[0] == 404
    assert send(servers.nginx, edits, "POST", edit, Origin=own, **{**fields, "Cookie": "person=grace"})[0] == 403
    status, text, _ = send(servers.nginx, edits, "POST", edit, Origin=own, **fields)
    assert status == 200, text
    _, text, _ = send(servers.nginx, edits, Cookie="person=ada")
    assert "ada@example.org" in text
