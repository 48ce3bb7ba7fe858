"""What lies beside the repository, in ../shared/data: other people's charters, manifests and tiles."""

import pathlib

import pytest

from serving import ROOT

DATA = ROOT.parent / "shared" / "data"
STARFISH = DATA / "iiif-static-tiles-starfish"
CHARTER = DATA / "charter-auxerre-h2404"
COOKBOOK = DATA / "iiif-cookbook" / "recipe"


def needs(path: pathlib.Path) -> pytest.MarkDecorator:
    """Skips a test, and says so, where a file or folder is not there."""
    return pytest.mark.skipif(not path.exists(), reason=f"needs ../shared/data/{path.relative_to(DATA)}")
