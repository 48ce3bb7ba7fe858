"""Tests that Tools/viewer-imports.py rejects imports that its table does not allow."""

import importlib.util
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SPEC = importlib.util.spec_from_file_location("viewer_imports", ROOT / "Tools" / "viewer-imports.py")
lint = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(lint)


class ViewerImports(unittest.TestCase):
    ALLOWED = {"base": set(), "sheet": {"base"}, "app": {"base", "sheet"}}

    def faults(self, modules):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in modules.items():
                path = Path(folder) / name
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return lint.faults(Path(folder), self.ALLOWED)

    def test_imports_allowed_by_the_table_pass(self):
        modules = {
            "base/dom.js": "",
            "sheet/view.js": 'import {\n    find,\n    make,\n} from "../base/dom.js";\n',
            "sheet/stage.js": 'import "./view.js";\n/** @typedef {import("./camera.js").Camera} Camera */\n',
            "sheet/camera.js": '/** @typedef {import("./stage.js").Stage} Stage */\n',
            "app/main.js": 'await import("../sheet/stage.js");\n',
            "worker.js": 'import "./nothing.js";\n',
        }
        self.assertEqual(self.faults(modules), [])

    def test_every_kind_of_forbidden_import_is_refused(self):
        for text in [
            'import { a } from "../app/main.js";',
            'import {\n    a,\n} from "../app/main.js";',
            'import "../app/main.js";',
            "import '../app/main.js';",
            'export { a } from "../app/main.js";',
            'const main = () => import("../app/main.js");',
            '/** @typedef {import("../app/main.js").Main} Main */',
        ]:
            found = self.faults({"app/main.js": "", "sheet/stage.js": f"// @ts-check\n{text}\n"})
            self.assertEqual(len(found), 1, text)
            self.assertRegex(found[0], r"^sheet/stage\.js:\d: imports app/main\.js, expected a module of base, sheet$")

    def test_cycles_are_refused_also_within_a_folder(self):
        modules = {
            "base/a.js": 'import "./b.js";',
            "base/b.js": 'await import("./c.js");',
            "base/c.js": 'import "./a.js";',
        }
        self.assertEqual(self.faults(modules), ["base/a.js -> base/b.js -> base/c.js -> base/a.js: a cycle of imports"])

    def test_missing_modules_and_folders_missing_from_the_table_are_refused(self):
        self.assertIn("imports gone.js", self.faults({"base/a.js": 'import "./gone.js";'})[0])
        self.assertIn("the folder other is not in the table", self.faults({"other/a.js": ""})[0])

    def test_the_table_has_no_cycle_and_the_viewer_obeys_it(self):
        self.assertEqual(lint.cycles(lint.ALLOWED), [])
        folders = {name.split("/")[0] for name in lint.modules(lint.VIEWER)}
        self.assertEqual(folders, set(lint.ALLOWED))
        self.assertEqual(lint.faults(lint.VIEWER), [])


if __name__ == "__main__":
    unittest.main()
