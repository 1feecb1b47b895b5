"""The door that a WSGI server calls."""

import os
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters

from examprep.orphans import end_with_parent


class Request(WSGIRequest):
    """A request in UTF-8, whatever charset its header names: some of those Python knows are none, and would raise."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


class Handler(WSGIHandler):
    """Django's handler with requests of ours."""

    request_class = Request


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "examprep.settings")
end_with_parent()
django.setup(set_prefix=False)
application = Handler()
