"""Tracks the fate of each edit in one browser, from the notes of its pages: made, stored on the device, acknowledged, held back
in a conflict, or lost with a tab before it could be stored.
"""

from dataclasses import dataclass, field

# What was made longer than this before a crash must have been stored. Three tests at once on two cores took up to 1.9 s.
UNSTORED_SECONDS = 5.0


@dataclass
class Edit:
    """The last known state of an edit."""

    id: str
    operations: dict
    at: float
    undoes: str | None = None
    # When it was first stored, in seconds since 1970.
    stored_at: float | None = None
    # Its position among the others, in milliseconds; None until it was stored.
    sequence: int | None = None
    # The conflicts that hold some of its fields now, by path.
    held: dict = field(default_factory=dict)
    # The fields that are sent in a separate edit.
    elsewhere: set = field(default_factory=set)


class Records:
    """The notes of one browser."""

    def __init__(self, name):
        self.name = name
        self.edits, self.acknowledged, self.faults, self.crashes = {}, set(), [], []
        # The outbox as last stored.
        self.outbox = {}
        self.refused_steps = []
        # The user's own values in conflicts that have been resolved, by edit and field.
        self.decisions = {}
        # The conflicts known so far, by edit and field.
        self.known_conflicts = set()
        self.made = 0
        self.is_finished = False

    def note(self, note):
        getattr(self, f"note_{note.pop('kind')}")(**note)

    def note_progress(self, at, number, made):
        self.made = max(self.made, number + 1)

    def note_finished(self, at):
        self.is_finished = True

    def note_made(self, at, id, operations):  # noqa: A002 - the notes' own name
        edit = self.edits.setdefault(id, Edit(id, {}, at / 1000))
        edit.at = at / 1000
        edit.operations |= {operation["path"]: operation["after"] for operation in operations}

    def note_acknowledged(self, at, id, revision):  # noqa: A002
        self.acknowledged.add(id)

    def note_refusal(self, at, action, paths):
        self.refused_steps.append(set(paths))

    def note_decided(self, at, path, mine):
        # Possibly before the conflict's content is stored.
        self.decisions |= {(id, path): value for id, value in mine.items()}  # noqa: A001

    def note_found(self, at, entries):
        # The whole outbox when a page opens. What the last page merged into an edit and did not store is gone.
        found = {entry["id"] for entry in entries}
        self.note_stored(at, entries, [id for id in self.outbox if id not in found])  # noqa: A001

    def note_stored(self, at, put, removed):
        # A conflict takes over what later edits did to its fields: the latest text of a field is with its conflict.
        conflicts = self.new_conflicts(put, removed)
        self.known_conflicts |= conflicts.keys()
        new_owner = {path: id for id, path in conflicts}  # noqa: A001
        for entry in put:
            after = {operation["path"]: operation["after"] for operation in entry["operations"]}
            edit = self.edits.setdefault(entry["id"], Edit(entry["id"], {}, at / 1000))
            edit.undoes = entry["undoes"]
            edit.stored_at = edit.stored_at or at / 1000
            edit.sequence = entry.get("sequence")
            gone = set(edit.operations) - set(after)
            # The rest of a split edit is sent under a separate id.
            elsewhere = {operation["path"] for other in put if other["id"] != entry["id"] for operation in other["operations"]}
            for path in gone:
                if path in new_owner:
                    edit.held[path] = new_owner[path]
                elif path in elsewhere:
                    edit.elsewhere.add(path)
            edit.operations |= after
            if entry["state"] == "conflict":
                edit.held |= {conflict["path"]: entry["id"] for conflict in entry["conflicts"]}
            self.outbox[entry["id"]] = entry
        for id in removed:  # noqa: A001
            self.outbox.pop(id, None)
            for path in self.edits[id].operations if id in self.edits else ():
                if path in new_owner:
                    self.edits[id].held[path] = new_owner[path]
        for (owner, path), mine in conflicts.items():
            self.expect_newest(owner, path, mine)

    def new_conflicts(self, put, removed):
        """Returns the user's own values in conflicts that these changes reveal, by edit and field.

        A conflict that was resolved before it could be stored is known from its decision alone.
        """
        found = {(entry["id"], conflict["path"]): conflict["mine"]
                 for entry in put if entry["state"] == "conflict" for conflict in entry["conflicts"]}
        changed = {entry["id"] for entry in put}.union(removed)
        found |= {(id, path): mine for (id, path), mine in self.decisions.items() if id in changed}  # noqa: A001
        return {key: mine for key, mine in found.items() if key not in self.known_conflicts}

    @property
    def conflicts(self):
        """The number of edits that were in conflict."""
        return len({id for id, _ in self.known_conflicts})  # noqa: A001

    def expect_newest(self, owner, path, mine):
        """Checks that the local value in a conflict is the last one made of the field."""
        held = [edit for edit in self.edits.values() if edit.held.get(path) == owner and path in edit.operations]
        newest = max(held, key=lambda edit: edit.sequence or edit.at * 1000, default=None)
        if newest is not None and newest.operations[path] != mine:
            self.faults.append(f"{self.name}: {path} was made {newest.operations[path]!r}, and its conflict has {mine!r}")

    def crashed(self, started, ended):
        self.crashes.append((started, ended))

    def was_unstored(self, edit):
        """Returns whether a tab crashed before it stored this edit or any later one: edits are stored in order."""
        crash = next(((started, ended) for started, ended in self.crashes if edit.at <= ended), None)
        if edit.stored_at is not None or crash is None or edit.at < crash[0] - UNSTORED_SECONDS:
            return False
        stored = (other for other in self.edits.values() if other.stored_at is not None and other.stored_at <= crash[1])
        return all((other.sequence or 0) <= edit.at * 1000 for other in stored)

    # At the end

    def whereabouts(self, journal, outbox):
        """Returns where each edit is, by id, and a fault for each that is missing or incomplete.

        `journal` has the server's entries by id, `outbox` what the device stores by id.
        """
        places = {}
        for id in self.acknowledged - journal.keys():  # noqa: A001
            self.faults.append(f"{self.name}: {id} was acknowledged and is not in the journal")
        for edit in self.edits.values():
            lost = [] if edit.id in journal else [path for path in edit.operations if not self.is_kept(edit, path, outbox)]
            if edit.id in journal:
                places[edit.id] = "journal"
            elif not lost:
                places[edit.id] = "outbox" if edit.id in outbox or set(edit.held.values()) & outbox.keys() else "decided"
            elif edit.undoes is not None and any(set(edit.operations) & paths for paths in self.refused_steps):
                places[edit.id] = "refused step"
            elif self.was_unstored(edit):
                places[edit.id] = "unstored"
            else:
                places[edit.id] = "lost"
                self.faults.append(f"{self.name}: {edit.id} is neither in the journal nor in the outbox: {', '.join(lost)}; {edit}")
        return places

    def is_kept(self, edit, path, outbox):
        """Returns whether the device has an edit's change to a field, or a decision about it."""
        owner = edit.held.get(path, edit.id)
        if path in edit.elsewhere or (owner, path) in self.decisions:
            return True
        entry = outbox.get(owner)
        return entry is not None and any(operation["path"] == path for operation in entry["operations"])
