"""Texts that have broken programs: our own and, if ../shared/data exists, the further list there."""

import json

from serving import ROOT

OTHERS = ROOT.parent / "shared/data/bad-strings-blns/blns.json"


def hostile_strings() -> list[str]:
    found = json.loads((ROOT / "Tests/hostile-strings.json").read_text())
    return found + (json.loads(OTHERS.read_text()) if OTHERS.is_file() else [])
