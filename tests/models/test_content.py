"""What a published version says, read once a process."""

import pytest

from questions.models import Rendering
from questions.models.content import content_of, forget
from tests.builders import make_question

pytestmark = pytest.mark.django_db


def test_the_key_is_that_of_the_options_whatever_the_cache_beside_them_says() -> None:
    version = make_question(keys=2, options=5).versions.get()
    key = list(version.options.filter(is_key=True).values_list("pk", flat=True))
    rendering = Rendering.objects.get(version=version)
    rendering.explained["key"] = [version.options.filter(is_key=False)[0].pk]
    rendering.save()

    _asked, explained = content_of(version.pk)

    assert explained["key"] == key
    assert explained["options"].keys() == {str(pk) for pk in version.options.values_list("pk", flat=True)}


def test_a_rendering_that_is_missing_is_made_again() -> None:
    version = make_question().versions.get()
    before = content_of(version.pk)
    Rendering.objects.all().delete()
    forget()

    assert content_of(version.pk) == before
