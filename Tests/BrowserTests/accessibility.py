"""What axe-core finds on a page."""

from axe_playwright_python.base import AXE_SCRIPT

from support import Reader

# Of what is right nothing is noted: that takes longer than to find what is not.
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}

# What turns as long as something is waited for goes on.
SETTLED = """
() => document.getAnimations().every(
    (animation) => animation.playState !== 'running' || animation.effect.getComputedTiming().endTime === Infinity)
"""


def violations(someone: Reader) -> list[tuple[str, list]]:
    """Each rule that is broken, and by which elements, once nothing fades in any more."""
    someone.page.wait_for_function(SETTLED)
    if not someone.page.evaluate("'axe' in window"):
        someone.page.evaluate(AXE_SCRIPT)
    found = someone.page.evaluate("(rules) => axe.run(rules).then(({ violations }) => violations)", RULES)
    return [(violation["id"], [node["target"] for node in violation["nodes"]]) for violation in found]
