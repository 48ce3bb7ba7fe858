#!/usr/bin/env python3
"""Checks which folders of the web client import which: Tools/viewer-imports.py [FOLDER]

Prints a line for each import that the table below does not allow, or that closes a cycle of modules, and exits with 1 if there is
any. Static and dynamic imports count, and so do type imports in comments, which are dependencies on another module too.
"""

import re
import sys
from pathlib import Path

VIEWER = Path(__file__).resolve().parents[1] / "Sources" / "Viewer"

# Each folder with the folders that its modules may import besides itself.
ALLOWED = {
    # The texts of the interface, in each of its languages.
    "strings": set(),
    # Shared by all others: addresses, fetching, small helpers, the types of values.
    "base": {"strings"},
    # The scan: tiles, outlines, camera, and pointer and touch input.
    "sheet": {"base", "strings"},
    # Reading texts aloud.
    "listening": {"base", "strings"},
    # Words shown on the sheet, and aligned phrases.
    "linked": {"base", "strings"},
    # IIIF content states.
    "iiif": {"base", "strings"},
    # The captures of pages.
    "captures": {"base", "strings"},
    # Tours, which are loaded on demand.
    "tours": {"base", "strings"},
    # The terms of a document, explained.
    "glossary": {"base", "strings", "reading"},
    # Documents of several pages: which pages are shown together, and thumbnails. A separate bundle, see kit.js.
    "books": {"base", "strings"},
    # Two sheets side by side.
    "compare": {"base", "strings"},
    # The texts of clauses: panel, list, search, sharing, print.
    "reading": {"base", "strings", "iiif"},
    # Downloads.
    "download": {"base", "strings", "reading"},
    # Personal bookmarks and notes.
    "notes": {"base", "strings", "reading"},
    # Worksheets for school classes.
    "worksheet": {"base", "strings", "reading", "glossary"},
    # The editor, which readers never load.
    "editing": {"base", "strings", "sheet", "glossary"},
    # Photographs of pages: detection and the camera, which other applications can use too, and the page that shows them.
    "camera": {"base", "strings", "editing"},
    # Replaces the server on a static site. Nothing imports it: a static site's pages reference it.
    "site": {"base"},
    # The pages, which combine all other folders.
    "app": {
        "base", "strings", "sheet", "captures", "books", "compare", "camera", "iiif", "linked", "listening", "reading", "worksheet", "editing", "download", "notes",
    },
}

IMPORT = re.compile(r"""(?:\bfrom\s+|\bimport\s*\(?\s*)["'](\.[^"']+)["'](\)\.\w)?""")
"""The second group is there for types: `import("./a.js").Name`."""


def modules(folder):
    """Returns every module as a path within the folder, with its imports: path, line, and whether only types are imported."""
    found = {}
    for path in sorted(folder.rglob("*.js")):
        name = path.relative_to(folder)
        if name.parts[0] in ("bundles", "vendor") or len(name.parts) == 1:
            continue
        text = path.read_text(encoding="utf-8")
        found[name.as_posix()] = [
            ((path.parent / match[1]).resolve(), text.count("\n", 0, match.start()) + 1, match[2] is not None)
            for match in IMPORT.finditer(text)
        ]
    return found


def cycles(imports):
    """Returns each cycle once, as the path that closes it. Type imports do not exist at run time, so they close no cycle."""
    state, path, found = {}, [], []

    def visit(name):
        state[name] = "open"
        path.append(name)
        for other in imports.get(name, []):
            if state.get(other) == "open":
                found.append([*path[path.index(other):], other])
            elif other not in state:
                visit(other)
        path.pop()
        state[name] = "done"

    for name in imports:
        if name not in state:
            visit(name)
    return found


def faults(folder, allowed=None):
    """Returns one line per fault."""
    allowed = ALLOWED if allowed is None else allowed
    folder = folder.resolve()
    lines, imports = [], {}
    for name, targets in modules(folder).items():
        own = name.split("/")[0]
        imports[name] = []
        if own not in allowed:
            lines.append(f"{name}: the folder {own} is not in the table, expected one of {', '.join(sorted(allowed))}")
            continue
        for target, line, is_type in targets:
            if not target.is_file() or not target.is_relative_to(folder):
                lines.append(f"{name}:{line}: imports {target.name}, expected a module of the viewer")
                continue
            other = target.relative_to(folder)
            if not is_type:
                imports[name].append(other.as_posix())
            if other.parts[0] != own and other.parts[0] not in allowed[own]:
                expected = ", ".join(sorted(allowed[own] | {own}))
                lines.append(f"{name}:{line}: imports {other.as_posix()}, expected a module of {expected}")
    return lines + [f"{' -> '.join(cycle)}: a cycle of imports" for cycle in cycles(imports)]


if __name__ == "__main__":
    found = faults(Path(sys.argv[1]) if len(sys.argv) > 1 else VIEWER)
    for fault in found:
        print(f"lint: {fault}", file=sys.stderr)
    sys.exit(1 if found else 0)
