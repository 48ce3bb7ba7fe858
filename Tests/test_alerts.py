"""Tests that the shipped alerts and dashboard use metrics that the server reports, and refer to the runbook."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = ROOT / "packaging/prometheus/alerts.yml"
TESTS = ROOT / "packaging/prometheus/alerts_test.yml"
DASHBOARD = ROOT / "packaging/grafana/explore.json"
NAME = re.compile(r"\b(?:explore|process)_[a-z_]+")


def known() -> set[str]:
    """Returns the names in the tables of docs/metrics.md, with those that a histogram implies."""
    page = (ROOT / "docs/metrics.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `((?:explore|process)_\w+)` \| (\w+) \|", page, re.MULTILINE)
    histograms = {name + end for name, kind in rows if kind == "histogram" for end in ("_bucket", "_sum", "_count")}
    return {name for name, _ in rows} | histograms


def queries() -> list[str]:
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


class AlertsTest(unittest.TestCase):
    def test_alerts_and_dashboards_use_only_reported_metrics(self) -> None:
        for text in (RULES.read_text(encoding="utf-8"), TESTS.read_text(encoding="utf-8"), *queries()):
            self.assertEqual(set(NAME.findall(text)) - known(), set())

    def test_every_alert_links_to_a_section_of_the_runbook_and_is_tested(self) -> None:
        rules, tests = RULES.read_text(encoding="utf-8"), TESTS.read_text(encoding="utf-8")
        page = (ROOT / "docs/runbook.md").read_text(encoding="utf-8")
        titles = re.findall(r"^## (.+)$", page, re.MULTILINE)
        anchors = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in titles}
        alerts = re.findall(r"- alert: (\w+)", rules)
        links = re.findall(r"runbook: docs/runbook\.md#(\S+)", rules)
        self.assertGreater(len(alerts), 10)
        self.assertEqual(len(alerts), len(links))
        self.assertEqual(set(links) - anchors, set())
        self.assertEqual(set(re.findall(r'alertname="(\w+)"', tests)), set(alerts))

    @unittest.skipUnless(shutil.which("promtool"), "promtool is not installed; Debian's package prometheus has it")
    def test_prometheus_accepts_the_rules_and_queries_and_their_tests_pass(self) -> None:
        def promtool(*arguments: object) -> None:
            run = subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

        promtool("check", "rules", RULES)
        promtool("test", "rules", TESTS)
        with tempfile.TemporaryDirectory() as folder:
            # Substitute Grafana's own variable.
            exprs = [query.replace("$__rate_interval", "5m") for query in queries()]
            rules = [{"record": f"panel:{number}", "expr": expr} for number, expr in enumerate(exprs)]
            path = pathlib.Path(folder) / "dashboard.yml"
            path.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}), encoding="utf-8")
            promtool("check", "rules", path)


if __name__ == "__main__":
    unittest.main()
