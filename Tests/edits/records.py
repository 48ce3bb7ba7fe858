"""Tracks the fate of each edit in one browser, from the notes of its pages: made, stored on the device, acknowledged, held back
in a conflict, or lost with a tab before it could be stored.
"""

from dataclasses import dataclass, field

# What a tab has made within this time before it crashed may not have been stored yet.
UNSTORED_SECONDS = 2.0


@dataclass
class Edit:
    """The last known state of an edit."""

    id: str
    operations: dict
    at: float
    undoes: str | None = None
    is_stored: bool = False
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
        # The fields of conflicts that have been resolved.
        self.decisions = set()
        self.conflicts = 0
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

    def note_decided(self, at, path, ids, isMine):  # noqa: N803 - the notes' own name
        # Possibly before the conflict's content is stored.
        self.decisions |= {(id, path) for id in ids}

    def note_found(self, at, entries):
        # The whole outbox when a page opens: how it differs from what the last page reported.
        found = {entry["id"]: entry for entry in entries}
        put = [entry for entry in entries if self.outbox.get(entry["id"]) != entry]
        removed = [id for id in self.outbox if id not in found]  # noqa: A001
        self.note_stored(at, put, removed)

    def note_stored(self, at, put, removed):
        # A conflict takes over what later edits did to its fields.
        divided = [entry for entry in put if entry["state"] == "conflict" and entry["id"] not in self.conflict_ids()]
        for entry in divided:
            self.conflicts += 1
        # The current owner: the latest text of a field is with its conflict.
        new_owner = {conflict["path"]: entry["id"] for entry in divided for conflict in entry["conflicts"]}
        for entry in put:
            after = {operation["path"]: operation["after"] for operation in entry["operations"]}
            edit = self.edits.setdefault(entry["id"], Edit(entry["id"], {}, at / 1000))
            edit.undoes, edit.is_stored = entry["undoes"], True
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
        for entry in divided:
            for conflict in entry["conflicts"]:
                self.expect_newest(entry["id"], conflict)

    def expect_newest(self, owner, conflict):
        """Checks that the local value in a conflict is the last one made of the field."""
        path = conflict["path"]
        held = [edit for edit in self.edits.values() if edit.held.get(path) == owner and path in edit.operations]
        newest = max(held, key=lambda edit: edit.sequence or edit.at * 1000, default=None)
        if newest is not None and newest.operations[path] != conflict["mine"]:
            self.faults.append(f"{self.name}: {path} was made {newest.operations[path]!r}, and its conflict has {conflict['mine']!r}")

    def conflict_ids(self):
        return {id for id, entry in self.outbox.items() if entry["state"] == "conflict"}

    def crashed(self, at):
        self.crashes.append(at)

    def was_unstored(self, edit):
        """Returns whether a tab crashed before it could have stored the edit."""
        return not edit.is_stored and any(-0.5 <= crash - edit.at <= UNSTORED_SECONDS for crash in self.crashes)

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
