"""The shared data beside the repository, in ../shared/data: third-party charters, manifests and tiles."""

import pathlib

import pytest

from serving import ROOT

DATA = ROOT.parent / "shared" / "data"
STARFISH = DATA / "iiif-static-tiles-starfish"
CHARTER = DATA / "charter-auxerre-h2404"
COOKBOOK = DATA / "iiif-cookbook" / "recipe"


def needs(path: pathlib.Path) -> pytest.MarkDecorator:
    """Skips a test, visibly, if a file or folder is missing."""
    return pytest.mark.skipif(not path.exists(), reason=f"needs ../shared/data/{path.relative_to(DATA)}")
