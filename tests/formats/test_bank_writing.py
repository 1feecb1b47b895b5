"""The own format loses nothing: what is written reads back as the same."""

import uuid

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from questions.formats.bank import BankFile, ItemEntry, read, write
from questions.items.item import Choice, Item
from tests.formats.making import ITEMS, NASTY, STORABLE, TEXT, bank_files

UID = uuid.UUID("11111111-2222-4333-8444-555555555555")


def refusals(bank: BankFile) -> list[str]:
    return [f"{refusal.line}: {refusal.reason % refusal.params}" for refusal in bank.refusals]


@given(bank_files())
def test_what_is_written_reads_back_as_the_same(bank: BankFile) -> None:
    found = read(write(bank), name=bank.name)

    assert refusals(found) == []
    assert found == bank


@given(ITEMS)
def test_where_a_question_came_from_reads_back_too(item: Item) -> None:
    found = read(write(BankFile("b", "c", items=(ItemEntry(item),))), name="b").items[0].item

    # ``place`` is no part of what an item says, so equality alone would not see it.
    assert (found.source_file, found.place) == (item.source_file, item.place)


@given(st.text(STORABLE) | TEXT)
def test_any_other_yaml_reader_reads_the_same_text(text: str) -> None:
    data = write(
        BankFile("b", "c", items=(ItemEntry(Item("Why?", (), uid=UID, code="Q", objective="1", takeaway=text)),))
    )
    said = yaml.load(data, Loader=yaml.BaseLoader)["questions"][0]["takeaway"]  # noqa: S506 - BaseLoader makes text only

    # A block without line breaks at its end is written "|", which other readers give one.
    assert said.removesuffix("\n") == text.removesuffix("\n")


@given(bank_files())
def test_the_same_values_give_the_same_bytes(bank: BankFile) -> None:
    data = write(bank)

    assert write(read(data, name=bank.name)) == data


@pytest.mark.parametrize("text", NASTY)
def test_nasty_text_survives_in_every_text_of_an_option(text: str) -> None:
    options = (
        Choice(text, is_key=True, because=text, uid=UID),
        Choice(text, because=text, looks_right=text, uid=uuid.uuid4()),
    )
    item = Item("Why?", options, uid=UID, code="Q", objective="1.1")

    assert read(write(BankFile("b", "c", items=(ItemEntry(item),))), name="b").items[0].item == item


def test_lines_are_written_as_a_block_and_words_plain() -> None:
    item = Item(
        stem="One line.\n\nWhich?",
        options=(Choice("yes, it is", is_key=True, because="it is so: always.", uid=UID),),
        uid=UID,
        code="GENM-0101",
        objective="1.1",
        tags=("a", "b"),
        takeaway="Two\n",
    )

    assert write(BankFile("b", "nca-genm", items=(ItemEntry(item),))).decode() == WRITTEN


WRITTEN = """\
format: examprep-bank/1
certification: nca-genm
questions:
  - uid: 11111111-2222-4333-8444-555555555555
    code: GENM-0101
    name: ''
    objective: '1.1'
    kind: single
    choose_n: ''
    text_format: markdown
    language: en
    shuffle: true
    difficulty: medium
    sample: false
    tags:
      - a
      - b
    external_id: ''
    status: draft
    stem: |
      One line.

      Which?
    takeaway: |+
      Two
    explanation: ''
    references: []
    options:
      - uid: 11111111-2222-4333-8444-555555555555
        text: yes, it is
        key: true
        right_because: 'it is so: always.'
"""
