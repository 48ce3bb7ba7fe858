"""Computes the fields of a working copy, and replays a journal over them. Written from docs/api.md, without the program under
test.
"""

USUAL = {
    "clauses/kind": "clause", "clauses/categories": [], "categories/style": "filled", "categories/includedInAll": True,
    "document/status": "published", "document/access": "open",
}


def owner_of(path):
    """Returns the owner of a field, and the rest of its path."""
    parts = path.split("/")
    count = 1 if parts[0] == "document" else 2
    return "/".join(parts[:count]), "/".join(parts[count:])


def normal(path, value):
    """Returns the normal form of equivalent values."""
    owner, rest = owner_of(path)
    if rest.startswith("regions/"):
        return [{"polygon": region["polygon"], "holes": region.get("holes") or []} for region in value or []] or None
    if value is None or value in ("", {}):
        return USUAL.get(f"{owner.split('/')[0]}/{rest}")
    return value


def fields_of(content):
    """Returns the fields of a working copy by path, from its composed files."""
    fields = {f"document/{name}": value for name, value in content["document"].items() if name not in ("id", "pages")}
    for page in content["document"]["pages"]:
        fields[f"pages/{page['number']}/label"] = page.get("label")
    for kind in ("categories", "clauses"):
        for thing in content[kind]:
            owner = f"{kind}/{thing['id']}"
            fields[owner] = True
            for name, value in thing.items():
                if name == "regions":
                    for region in value:
                        path = f"{owner}/regions/{region['page']}"
                        fields[path] = [*fields.get(path, []), {key: region.get(key) for key in ("polygon", "holes")}]
                elif name != "id":
                    fields[f"{owner}/{name}"] = value
    for language, clauses in content["texts"].items():
        for clause, texts in clauses.items():
            for purpose, text in texts.items():
                fields[f"clauses/{clause}/texts/{language}/{purpose}"] = text
    return {path: normal(path, value) for path, value in fields.items()}


class Replay:
    """A working copy computed from its journal alone."""

    def __init__(self, content):
        self.fields, self.faults, self.revision = fields_of(content), [], 0

    def value(self, path):
        return self.fields.get(path, normal(path, None))

    def apply(self, entry):
        self.revision += 1
        if entry["revision"] != self.revision:
            self.faults.append(f"revision {entry['revision']} follows {self.revision - 1}")
            self.revision = entry["revision"]
        for operation in entry["operations"]:
            path = operation["path"]
            if self.value(path) != normal(path, operation["before"]):
                self.faults.append(f"entry {entry['revision']} changes {path} from {operation['before']!r}, not {self.value(path)!r}")
            self.fields[path] = normal(path, operation["after"])

    def exists(self, owner):
        return owner.split("/")[0] not in ("clauses", "categories") or self.value(owner) is True

    def is_shown(self, path):
        """Returns whether the field's owner exists; a deleted one keeps its fields, hidden."""
        return self.exists(owner_of(path)[0])

    def without_gone_themes(self, path, value):
        """Returns the value without references to deleted themes, which a clause keeps, hidden."""
        if not path.startswith("clauses/") or owner_of(path)[1] != "categories":
            return value
        return [theme for theme in value if self.exists(f"categories/{theme}")]

    def shown(self):
        """Returns the fields of existing objects, except those with default values."""
        values = {path: self.without_gone_themes(path, self.value(path)) for path in self.fields if self.is_shown(path)}
        return {path: value for path, value in values.items() if value != normal(path, None)}

    def order(self, kind):
        """Returns the ids of existing objects, in order."""
        ids = [path.split("/")[1] for path in self.shown() if path.startswith(f"{kind}/") and path.count("/") == 1]
        place = {id: self.value(f"{kind}/{id}/order") for id in ids}
        return sorted(ids, key=lambda id: (place[id] is None, place[id] or 0, id.encode()))

    def differences(self, content):
        """Returns the differences between a working copy and its journal."""
        found = {path: value for path, value in fields_of(content).items() if value != normal(path, None)}
        shown = self.shown()
        lines = [
            f"{path} is {found.get(path)!r}, and by the journal {shown.get(path)!r}"
            for path in sorted(found.keys() | shown.keys()) if found.get(path) != shown.get(path)]
        for kind in ("clauses", "categories"):
            if [thing["id"] for thing in content[kind]] != self.order(kind):
                lines.append(f"the {kind} are in another order than by the journal")
        return lines
