"""Times in which an option's rationale was public: what responses of that time say about the option is no evidence."""

from collections import defaultdict
from typing import Final

from questions.actions.analysing.copying import ticks
from questions.actions.analysing.rows import rows

# From when and until when, as the database counts time; lists, because they are compared with what JSON gives back.
Windows = list[list[int]]

FOR_EVER: Final = 2**62

PUBLIC: Final = """
SELECT DISTINCT coalesce(v.lineage_id, v.id), o.uid::text, w.since, w.until
  FROM (SELECT option_uid, public_since AS since, public_until AS until FROM questions_pasttrap
        UNION ALL SELECT option_uid, public_since, NULL FROM questions_trap) w
  JOIN questions_option o ON o.uid = w.option_uid AND NOT o.is_key
  JOIN questions_version v ON v.id = o.version_id AND v.status NOT IN ('draft', 'submitted')
 ORDER BY 1, 2, 3, 4
"""


def public_times() -> dict[int, dict[str, Windows]]:
    """By lineage and option uid, the times in which distractors were or are public."""
    found: dict[int, dict[str, Windows]] = defaultdict(dict)
    for lineage, uid, since, until in rows(PUBLIC):
        found[lineage].setdefault(uid, []).append([ticks(since), FOR_EVER if until is None else ticks(until)])
    return found
