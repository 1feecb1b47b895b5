"""The learner's and reviewer's door: function views of at most twenty lines, one file a page family.

A view fetches through the person (``…of(request.user)``), hands over to a form and an action, and renders one template
or its fragment by :func:`questions.views.pages.render_page`. New pages take their word through the house: view, form,
template folder, test and URL names share it.
"""
