"""Wiring: settings, URLs, the WSGI entry, middleware, the account adapter and the embedded database.

May import anything; nothing in ``questions`` may import it.
"""
