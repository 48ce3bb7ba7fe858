"""Tests that the long tests report "holds" only with enough evidence.

    python3 -B Tests/test_minimums.py
"""

import pathlib
import sys
import unittest
from collections import Counter
from types import SimpleNamespace

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "crash"), str(HERE / "soak"), str(HERE / "edits")]
import crash  # noqa: E402
import edits  # noqa: E402
import records  # noqa: E402
import replay  # noqa: E402
import soak  # noqa: E402


def trials(*kills, share=0.5):
    names = ["add", "slice", "migration", "backup", "serve"]
    return [SimpleNamespace(name=name, kills=count, between=int(count * share)) for name, count in zip(names, kills)]


class CrashTests(unittest.TestCase):
    def test_six_kills_are_too_few(self):
        self.assertIn("6 kills, expected at least 24", crash.shortfalls(trials(2, 1, 1, 1, 1), 24))

    def test_enough_kills_of_each_kind_pass(self):
        self.assertEqual(crash.shortfalls(trials(8, 4, 4, 4, 4), 24), [])
        self.assertEqual(crash.shortfalls(trials(168, 84, 83, 83, 54), 450)[:1], [])
        self.assertEqual(crash.shortfalls(trials(168, 84, 83, 83, 44), 450)[:1], ["44 kills of serve, expected at least 45"])

    def test_many_kills_of_one_kind_do_not_make_up_for_another(self):
        self.assertEqual(crash.shortfalls(trials(50, 4, 4, 4, 0), 24), ["0 kills of serve, expected at least 2"])

    def test_a_third_of_the_kills_must_be_between_the_first_write_and_the_commit(self):
        [complaint] = crash.shortfalls(trials(12, 6, 6, 6, 6, share=0.2), 24)
        self.assertIn("6 of 36 kills between", complaint)


class SoakTests(unittest.TestCase):
    everybody = Counter({name: soak.LEAST_VISITORS for name in soak.Soak.WAYS})

    def test_enough_of_everything_passes(self):
        self.assertEqual(soak.too_few(2_000, 200, self.everybody, 2_000), [])

    def test_too_few_responses_tiles_or_visitors_of_a_kind_are_reported(self):
        for responses, tiles, visitors, words in [
            (1_999, 900, self.everybody, "1999 answers, expected at least 2000"),
            (5_000, 199, self.everybody, "199 tiles compared, expected at least 200"),
            (5_000, 900, self.everybody - Counter(lie=1), "2 visitors of the kind lie, expected at least 3"),
        ]:
            [complaint] = soak.too_few(responses, tiles, visitors, 2_000)
            self.assertTrue(complaint.startswith(words), complaint)


class EditsTests(unittest.TestCase):
    """Tests that the test of edits detects losses: its own records and replay, with simulated events."""

    CONTENT = {
        "document": {"id": "d", "title": {"en": "D"}, "pages": [{"number": 1}]}, "categories": [], "texts": {"en": {"a": {"title": "A"}}},
        "clauses": [{"id": "a", "number": "1", "order": 0, "regions": []}, {"id": "b", "number": "2", "order": 1, "regions": []}],
    }

    @staticmethod
    def entry(id, state="waiting", mine=None, **operations):
        given = [{"path": path, "before": None, "after": after} for path, after in operations.items()]
        conflicts = [{"path": path, "mine": mine} for path in operations] if state == "conflict" else []
        return {"id": id, "state": state, "undoes": None, "operations": given, "conflicts": conflicts}

    def test_too_few_edits_kills_cuts_or_crashes_are_reported(self):
        least = SimpleNamespace(edits=2, kills=1, cuts=1, crashes=1)
        record = SimpleNamespace(name="Ada", made=2, acknowledged={"a", "b"})
        self.assertEqual(edits.shortfalls([record], Counter(kills=1, cuts=1, crashes=1), least), [])
        self.assertEqual(
            edits.shortfalls([SimpleNamespace(name="Ada", made=1, acknowledged=set())], Counter(kills=1, cuts=1), least),
            ["1 edits of Ada, expected at least 2", "0 crashes, expected at least 1", "0 edits acknowledged, expected at least 2"])

    def test_an_edit_found_nowhere_is_lost_and_a_waiting_one_is_not(self):
        known = records.Records("Ada")
        for id in ("sent", "waits", "lost"):
            known.note_made(1000, id, [{"path": "p", "after": id}])
            known.note_stored(1001, [self.entry(id, p=id)], [])
        known.note_acknowledged(1002, "sent", 1)
        places = known.whereabouts({"sent": {}}, {"waits": self.entry("waits", p="waits")})
        self.assertEqual(places, {"sent": "journal", "waits": "outbox", "lost": "lost"})
        self.assertEqual(len(known.faults), 1)
        known.whereabouts({}, {"waits": self.entry("waits", p="waits")})
        self.assertIn("Ada: sent was acknowledged and is not in the journal", known.faults)

    def test_an_edit_missing_after_a_crash_is_lost_if_it_or_a_later_one_was_stored(self):
        for stored, place in [([], "unstored"), (["e"], "lost"), (["later"], "lost")]:
            known = records.Records("Ada")
            for at, id in [(1000, "e"), (1100, "later")]:
                known.note_made(at, id, [{"path": id, "after": 1}])
            known.note_stored(1200, [self.entry(id, **{id: 1}) | {"sequence": 1099} for id in stored], [])
            known.crashed(1.3, 1.4)
            self.assertEqual(known.whereabouts({}, {})["e"], place, stored)

    def test_text_merged_into_an_edit_and_not_stored_before_a_crash_is_not_expected(self):
        known = records.Records("Ada")
        known.note_made(1000, "e", [{"path": "p", "after": "x"}])
        known.note_stored(1100, [self.entry("e", p="x")], [])
        known.note_made(1200, "e", [{"path": "p", "after": "x more"}])
        known.crashed(1.3, 1.4)
        known.note_found(1500, [self.entry("e", p="x")])
        self.assertEqual(known.edits["e"].operations, {"p": "x"})

    def test_an_edit_made_long_before_a_crash_and_never_stored_is_lost(self):
        known = records.Records("Ada")
        known.note_made(1000, "e", [{"path": "p", "after": 1}])
        known.crashed(6.5, 7)
        self.assertEqual(known.whereabouts({}, {}), {"e": "lost"})

    def test_a_conflict_holds_later_edits_of_its_fields_and_must_have_the_newest_value(self):
        for mine, count in [("second", 0), ("first", 1)]:
            known, held = self.two_edits(), self.entry("first", "conflict", mine, p="first")
            known.note_stored(3000, [held], ["second"])
            self.assertEqual(known.whereabouts({}, {"first": held}), {"first": "outbox", "second": "outbox"})
            self.assertEqual((len(known.faults), known.conflicts), (count, 1))

    def test_a_conflict_may_be_decided_before_it_is_stored(self):
        for mine, count in [("second", 0), ("first", 1)]:
            known = self.two_edits()
            known.note_decided(2900, "p", {"first": mine})
            known.note_stored(3000, [], ["first", "second"])
            self.assertEqual(known.whereabouts({}, {}), {"first": "decided", "second": "decided"})
            self.assertEqual((len(known.faults), known.conflicts), (count, 1))

    def test_an_edit_that_vanishes_after_a_decision_is_lost(self):
        known = self.two_edits()
        known.note_decided(2900, "p", {"first": "first"})
        known.note_stored(3000, [], ["first"])
        known.note_stored(3100, [], ["second"])
        self.assertEqual(known.whereabouts({}, {}), {"first": "decided", "second": "lost"})

    def two_edits(self):
        """Returns the records of two stored edits of the field `p`."""
        known = records.Records("Ada")
        for at, id in [(1000, "first"), (2000, "second")]:
            known.note_made(at, id, [{"path": "p", "after": id}])
            known.note_stored(at, [self.entry(id, p=id)], [])
        return known

    def test_a_replay_reports_fields_and_order_that_differ(self):
        made = replay.Replay(self.CONTENT)
        self.assertEqual(made.differences(self.CONTENT), [])
        made.apply({"revision": 1, "operations": [{"path": "clauses/a/order", "before": 0, "after": 2}]})
        made.apply({"revision": 3, "operations": [{"path": "clauses/a/number", "before": "9", "after": "3"}]})
        self.assertEqual(len(made.faults), 2)
        self.assertEqual(len(made.differences(self.CONTENT)), 3)
        made.apply({"revision": 4, "operations": [{"path": "clauses/a", "before": True, "after": None}]})
        self.assertEqual(made.order("clauses"), ["b"])
        self.assertNotIn("clauses/a/number", made.shown())


if __name__ == "__main__":
    unittest.main()
