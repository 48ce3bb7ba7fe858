"""That the long tests say "holds" only when they have seen enough.

    python3 -B Tests/test_minimums.py
"""

import pathlib
import sys
import unittest
from collections import Counter
from types import SimpleNamespace

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "crash"), str(HERE / "soak")]
import crash  # noqa: E402
import soak  # noqa: E402


def trials(*kills, share=0.5):
    names = ["add", "slice", "migration", "backup", "serve"]
    return [SimpleNamespace(name=name, kills=count, between=int(count * share)) for name, count in zip(names, kills)]


class CrashTests(unittest.TestCase):
    def test_six_kills_prove_nothing(self):
        self.assertIn("6 kills, expected at least 24", crash.shortfalls(trials(2, 1, 1, 1, 1), 24))

    def test_enough_kills_of_each_kind_are_enough(self):
        self.assertEqual(crash.shortfalls(trials(8, 4, 4, 4, 4), 24), [])
        self.assertEqual(crash.shortfalls(trials(168, 84, 83, 83, 82), 500)[:1], ["82 kills of serve, expected at least 83"])

    def test_many_kills_of_one_kind_are_no_kills_of_another(self):
        self.assertEqual(crash.shortfalls(trials(50, 4, 4, 4, 0), 24), ["0 kills of serve, expected at least 4"])

    def test_a_third_is_between_the_first_write_and_the_commit(self):
        [complaint] = crash.shortfalls(trials(12, 6, 6, 6, 6, share=0.2), 24)
        self.assertIn("6 of 36 kills between", complaint)


class SoakTests(unittest.TestCase):
    everybody = Counter({name: soak.LEAST_VISITORS for name in soak.Soak.WAYS})

    def test_enough_of_everything_is_enough(self):
        self.assertEqual(soak.too_few(2_000, 200, self.everybody, 2_000), [])

    def test_too_few_answers_tiles_or_visitors_of_a_kind_are_told(self):
        for answers, tiles, visitors, words in [
            (1_999, 900, self.everybody, "1999 answers, expected at least 2000"),
            (5_000, 199, self.everybody, "199 tiles compared, expected at least 200"),
            (5_000, 900, self.everybody - Counter(lie=1), "2 visitors of the kind lie, expected at least 3"),
        ]:
            [complaint] = soak.too_few(answers, tiles, visitors, 2_000)
            self.assertTrue(complaint.startswith(words), complaint)


if __name__ == "__main__":
    unittest.main()
