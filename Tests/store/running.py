"""Runs the store of store.py for tests in Python."""

import subprocess
import urllib.request
from pathlib import Path


class RunningStore:
    """A store on loopback, until it is stopped; restarted in the same folder it has the same address and objects."""

    def __init__(self, folder, *options):
        script = Path(__file__).with_name("store.py")
        self.process = subprocess.Popen(
            ["/usr/bin/python3", "-B", script, folder, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.endpoint = self.process.stdout.readline().strip()
        if not self.endpoint.startswith("http://"):
            raise RuntimeError(f"the store in {folder} does not come up")

    @property
    def environment(self):
        """Returns the environment for S3 clients."""
        return {
            "AWS_ACCESS_KEY_ID": "test:tester", "AWS_SECRET_ACCESS_KEY": "testing", "AWS_REGION": "us-east-1",
            "AWS_ENDPOINT_URL": self.endpoint}

    def call(self, method, path, data=None, fields=None):
        """Sends a request to the store's native API, which bypasses the code under test."""
        login = urllib.request.Request(
            self.endpoint + "/auth/v1.0", headers={"X-Auth-User": "test:tester", "X-Auth-Key": "testing"})
        with urllib.request.urlopen(login, timeout=30) as response:
            token = response.headers["X-Auth-Token"]
        request = urllib.request.Request(
            self.endpoint + urllib.request.quote(f"/v1/AUTH_test/{path}"), data=data, method=method,
            headers={"X-Auth-Token": token, **(fields or {})})
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.read()

    def stop(self):
        self.process.stdin.close()
        self.process.wait(30)
