"""The product and the view that it is compared with, behind one server."""

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
