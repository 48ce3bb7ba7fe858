"""The official validator of the IIIF Image API, on its own reference image."""

import re
import subprocess
import sys
import urllib.error
import urllib.request

import pytest

from reference_image import NAME, VALIDATOR

# The specification prevails (https://iiif.io/api/image/3.0/#42-size): `!2000,3000` of 1000 × 1000 requests the largest response
# without enlargement, and `^max` the largest possible one, here 2000 × 2000. Size3Conformance tests both.
CONTRADICTED = {"size_noup", "size_up"}
# These fail in Python 3 before they send a request: its urllib has no urlopen.
BROKEN = {"format_jp2", "format_pdf", "format_webp"}
# Beyond level 2; the response is 501.
NOT_OFFERED = {"format_gif"}


def results(address: str, version: str, level: int) -> dict[str, str]:
    """Returns the result of each of the validator's tests; for failures, the message."""
    command = [sys.executable, "iiif-validate.py", "-v", f"--version={version}", f"--level={level}"]
    command += ["-s", address.removeprefix("http://"), "-p", f"iiif/{version[0]}", "-i", f"{NAME}-1"]
    done = subprocess.run(command, cwd=VALIDATOR, capture_output=True, text=True, timeout=120)
    found = re.findall(r"^\[\d+\] test (\w+) (PASS|FAIL)\n((?:(?!\[\d+\] test ).*\n)*)", done.stderr, re.MULTILINE)
    assert found, done.stderr
    assert done.returncode == sum(outcome == "FAIL" for _, outcome, _ in found)
    return {name: "" if outcome == "PASS" else report.strip() for name, outcome, report in found}


@pytest.mark.parametrize(("version", "count", "allowed"), [("3.0", 33, CONTRADICTED), ("2.0", 30, set())])
def test_the_server_passes_the_validators_tests_of_level_2(server, version, count, allowed):
    found = results(server.address, version, level=2)
    assert len(found) == count
    assert {name: report for name, report in found.items() if report and name not in allowed} == {}


@pytest.mark.parametrize("version", ["3.0", "2.0"])
def test_the_server_passes_the_validators_tests_beyond_level_2(server, version):
    found = results(server.address, version, level=3)
    others = {name: report for name, report in found.items() if name not in CONTRADICTED | BROKEN | NOT_OFFERED}
    assert {name: report for name, report in others.items() if report} == {}
    assert len(others) >= 36
    assert all("no attribute 'urlopen'" in found[name] for name in BROKEN)
    for name in NOT_OFFERED:
        with pytest.raises(urllib.error.HTTPError, match="501"):
            urllib.request.urlopen(
                server.url(f"/iiif/{version[0]}/{NAME}-1/full/max/0/default.{name.removeprefix('format_')}")
            )


def test_the_tests_that_contradict_the_specification_fail_for_the_known_reasons(server):
    found = results(server.address, "3.0", level=3)
    assert "checkSize(result, '!2000,3000')" in found["size_noup"]
    assert "got: (2000, 2000)" in found["size_up"] and "expected: (1000, 1000)" in found["size_up"]
