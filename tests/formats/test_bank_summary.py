"""What is in a set of files, counted by certification."""

from questions.formats.bank import read, summarise
from tests.formats.test_bank_reading import CERTIFICATION, QUESTION


def test_files_of_one_certification_are_counted_together() -> None:
    files = [read(QUESTION.encode(), name="1"), read(CERTIFICATION.encode(), name="2")]
    files.append(read(QUESTION.replace(": demo", ": other").encode(), name="3"))

    demo, other = summarise(files)

    assert (demo.code, demo.domains, demo.objectives, demo.questions, demo.quizzes) == ("demo", 2, 1, 1, 1)
    assert (demo.samples, demo.traps) == (1, 1)
    assert (demo.by_domain, demo.by_difficulty, demo.by_kind) == ({"1": 1}, {"hard": 1}, {"multiple": 1})
    assert (other.code, other.domains, other.questions) == ("other", 0, 1)


def test_a_question_counts_for_the_domain_that_holds_its_objective() -> None:
    moved = CERTIFICATION.replace("    - number: 1\n", "    - number: 7\n")
    files = [read(moved.encode(), name="1"), read(QUESTION.encode(), name="2")]

    assert summarise(files)[0].by_domain == {"7": 1}


def test_files_that_name_no_certification_are_not_counted() -> None:
    assert summarise([read(b"nothing", name="1")]) == []
