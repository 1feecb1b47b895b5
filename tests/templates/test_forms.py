"""Every form looks and speaks the same: label, help, error, summary on top."""

import re

from django import forms


class Booking(forms.Form):
    email = forms.EmailField(label="E-mail", help_text="We write once.")
    size = forms.ChoiceField(label="Size", widget=forms.RadioSelect, choices=[("5", "5"), ("10", "10")])
    agree = forms.BooleanField(label="I agree")
    note = forms.CharField(label="Note", required=False)


def ids_of(html: str) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', html))


def test_a_fresh_form_has_no_summary_and_no_error():
    html = str(Booking())

    assert "There is a problem" not in html
    assert "aria-invalid" not in html


def test_a_wrong_form_starts_with_a_summary_that_takes_focus_and_links_to_each_field():
    html = str(Booking({"note": "x"}))

    assert html.index("There is a problem") < html.index('for="id_email"')
    assert '<h2 id="error-summary-title" tabindex="-1" autofocus>' in html
    links = re.findall(r'<a href="#([^"]+)"', html)
    assert links == ["id_email", "id_size_0", "id_agree"]
    assert set(links) <= ids_of(html)


def test_help_and_error_are_tied_to_their_control():
    html = str(Booking({"note": "x"}))

    described = [name for names in re.findall(r'aria-describedby="([^"]+)"', html) for name in names.split()]
    assert {"id_email_helptext", "id_email_error", "id_size_error", "id_agree_error"} <= set(described)
    assert set(described) <= ids_of(html)


def test_every_id_is_used_once():
    ids = re.findall(r'\bid="([^"]+)"', str(Booking({})))

    assert len(ids) == len(set(ids))


def test_optional_fields_say_so():
    assert re.search(r'for="id_note">Note\s+<span class="opt-mark">\(optional\)', str(Booking()))


def test_paragraphs_are_drawn_like_everything_else_because_allauth_asks_for_them():
    assert Booking({}).as_p() == str(Booking({}))


def test_what_people_typed_is_escaped_in_errors():
    class Strict(forms.Form):
        word = forms.ChoiceField(choices=[("a", "A")])

    assert "<script>" not in str(Strict({"word": "<script>"}))
