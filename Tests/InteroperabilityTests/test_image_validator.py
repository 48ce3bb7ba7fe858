"""The official validator of the IIIF Image API, on its own reference image."""

import re
import subprocess
import sys

import pytest

from serving import ROOT
from shared_data import REFERENCE_IMAGE, needs

VALIDATOR = ROOT / ".vendor" / "interoperability" / "iiif-validator"
# The specification wins (https://iiif.io/api/image/3.0/#42-size): `!2000,3000` of 1000 × 1000 asks for the largest
# answer that needs no enlarging, and `^max` for the largest that there is, here 2000 × 2000. Tests/Conformance has tests
# of both in their place.
CONTRADICTED = {"size_noup", "size_up"}
# What is beyond level 2 and not offered: formats.
NOT_OFFERED = {"format_gif", "format_jp2", "format_pdf"}


def results(address: str, version: str, level: int) -> dict[str, str]:
    """What became of each of the validator's tests; for those that failed, what it said."""
    command = [sys.executable, "iiif-validate.py", "-v", f"--version={version}", f"--level={level}"]
    command += ["-s", address.removeprefix("http://"), "-p", f"iiif/{version[0]}", "-i", f"{REFERENCE_IMAGE.stem}-1"]
    done = subprocess.run(command, cwd=VALIDATOR, capture_output=True, text=True, timeout=120)
    found = re.findall(r"^\[\d+\] test (\w+) (PASS|FAIL)\n((?:(?!\[\d+\] test ).*\n)*)", done.stderr, re.MULTILINE)
    assert found, done.stderr
    assert done.returncode == sum(outcome == "FAIL" for _, outcome, _ in found)
    return {name: "" if outcome == "PASS" else report.strip() for name, outcome, report in found}


@needs(REFERENCE_IMAGE)
@pytest.mark.parametrize(("version", "count"), [("3.0", 24), ("2.0", 21)])
def test_level_2_passes(server, version, count):
    found = results(server.address, version, level=2)
    assert len(found) >= count
    assert {name: report for name, report in found.items() if report and name not in CONTRADICTED} == {}


@needs(REFERENCE_IMAGE)
@pytest.mark.parametrize("version", ["3.0", "2.0"])
def test_what_is_beyond_level_2_passes_too(server, version):
    found = results(server.address, version, level=3)
    assert {name: report for name, report in found.items() if report and name not in CONTRADICTED | NOT_OFFERED} == {}
    for name in NOT_OFFERED & found.keys():
        assert "501" in found[name] or "400" in found[name], found[name]
