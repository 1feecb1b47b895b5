"""The table behind the shared cache, which rate limits need: ``createcachetable`` would be one more step by hand."""

from django.db import migrations

CACHE = """
CREATE TABLE IF NOT EXISTS cache (
    cache_key varchar(255) PRIMARY KEY, value text NOT NULL, expires timestamp with time zone NOT NULL
);
CREATE INDEX IF NOT EXISTS cache_expires ON cache (expires);
"""


class Migration(migrations.Migration):
    dependencies = [("questions", "0002_truths")]

    operations = [migrations.RunSQL(CACHE, "DROP TABLE cache")]
