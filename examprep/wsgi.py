"""The door that a WSGI server calls."""

import os

from django.core.wsgi import get_wsgi_application

from examprep.orphans import end_with_parent

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "examprep.settings")
end_with_parent()
application = get_wsgi_application()
