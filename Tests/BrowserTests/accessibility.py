"""Accessibility checks of a page by axe-core."""

from axe_playwright_python.base import AXE_SCRIPT

from support import Reader

# Passes are not recorded, which would take longer than finding violations.
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}

# Progress indicators are exempt: they continue as long as something is loading.
SETTLED = """
() => document.getAnimations().every(
    (animation) => animation.playState !== 'running' || animation.effect.getComputedTiming().endTime === Infinity)
"""


def violations(reader: Reader) -> list[tuple[str, list]]:
    """Returns each violated rule with its elements, once all fades have ended."""
    reader.page.wait_for_function(SETTLED)
    if not reader.page.evaluate("'axe' in window"):
        reader.page.evaluate(AXE_SCRIPT)
    found = reader.page.evaluate("(rules) => axe.run(rules).then(({ violations }) => violations)", RULES)
    return [(violation["id"], [node["target"] for node in violation["nodes"]]) for violation in found]
