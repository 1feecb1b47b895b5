"""The server lives as long as somebody uses it, whatever happens to whom."""

import os
import signal
from pathlib import Path

from tests.examprep.visitors import Visitor, eventually, is_over, keeper_pid, server_pid

FORKING_VISITOR = """
import os, sys
from examprep.embedded import server
server.ensure_running()
if (child := os.fork()) == 0:
    sys.exit()
os.waitpid(child, 0)
print("in", flush=True)
sys.stdin.readline()
"""


def test_the_first_visit_makes_and_starts_it_and_the_end_of_the_visit_is_its_end(empty: Path) -> None:
    visitor = Visitor(empty)

    assert visitor.arrived()
    assert server_pid(empty)
    assert visitor.goes() == ""
    assert server_pid(empty) is None
    assert (empty / "postgres" / "PG_VERSION").read_text() == "18\n"


def test_two_visitors_share_it_and_the_last_one_ends_it(data: Path) -> None:
    first, second = Visitor(data), Visitor(data)
    assert first.arrived()
    assert second.arrived()
    server = server_pid(data)

    first.goes()
    assert server_pid(data) == server
    assert second.asks_again()
    second.goes()

    assert is_over(data)


def test_five_that_come_at_once_to_an_empty_folder_make_one_database(empty: Path) -> None:
    visitors = [Visitor(empty) for _ in range(5)]

    assert all(visitor.arrived() for visitor in visitors)
    assert [visitor.goes() for visitor in visitors] == [""] * 5
    assert is_over(empty)
    assert (empty / "postgres.log").read_text().count("ready to accept connections") == 1


def test_it_ends_after_a_visitor_that_was_killed(data: Path) -> None:
    visitor = Visitor(data)
    assert visitor.arrived()

    visitor.is_killed()

    assert eventually(lambda: is_over(data))


def test_it_outlives_a_visitor_that_was_killed_beside_another(data: Path) -> None:
    killed, other = Visitor(data), Visitor(data)
    assert killed.arrived()
    assert other.arrived()
    server = server_pid(data)

    killed.is_killed()

    assert not eventually(lambda: server_pid(data) != server, seconds=0.5)
    other.goes()
    assert is_over(data)


def test_a_forked_child_that_ends_does_not_take_its_parent_along(data: Path) -> None:
    visitor = Visitor(data, code=FORKING_VISITOR)
    assert visitor.arrived()

    assert not eventually(lambda: server_pid(data) is None, seconds=0.5)
    visitor.goes()
    assert is_over(data)


def test_it_is_started_again_after_it_was_killed(data: Path) -> None:
    visitor = Visitor(data)
    assert visitor.arrived()
    killed = server_pid(data)
    assert killed

    os.kill(killed, signal.SIGKILL)

    assert eventually(lambda: server_pid(data) not in {None, killed})
    visitor.goes()
    assert is_over(data)


def test_it_is_started_again_after_somebody_has_stopped_it(data: Path) -> None:
    visitor = Visitor(data)
    assert visitor.arrived()
    stopped = server_pid(data)
    assert stopped

    os.kill(stopped, signal.SIGINT)

    assert eventually(lambda: is_over(data))
    assert visitor.asks_again()
    assert server_pid(data)
    visitor.goes()
    assert is_over(data)


def test_a_new_keeper_adopts_it_when_the_old_one_was_killed(data: Path) -> None:
    visitor = Visitor(data)
    assert visitor.arrived()
    server, killed = server_pid(data), keeper_pid(data)
    assert killed

    os.kill(killed, signal.SIGKILL)
    assert eventually(lambda: keeper_pid(data) is None)

    assert visitor.asks_again()
    assert server_pid(data) == server
    assert keeper_pid(data) not in {None, killed}
    visitor.goes()
    assert is_over(data)


def test_the_last_visitor_ends_it_when_its_keeper_was_killed(data: Path) -> None:
    visitor = Visitor(data)
    assert visitor.arrived()
    killed = keeper_pid(data)
    assert killed

    os.kill(killed, signal.SIGKILL)
    visitor.goes()

    assert is_over(data)


def test_it_recovers_when_all_were_killed_as_by_a_power_cut(data: Path) -> None:
    visitor = Visitor(data)
    assert visitor.arrived()
    for pid in (keeper_pid(data), server_pid(data)):
        assert pid
        os.kill(pid, signal.SIGKILL)
    visitor.is_killed()

    after = Visitor(data)

    assert after.arrived()
    assert after.goes() == ""
    assert is_over(data)


def test_it_starts_where_a_reboot_has_given_its_number_to_another_process(data: Path) -> None:
    for path in (data / "postgres" / "postmaster.pid", data / "run" / ".s.PGSQL.5432.lock"):
        path.write_text(f"{os.getppid()}\n{data / 'postgres'}\n1790000000\n5432\n{data / 'run'}\n\n\nready\n")
        os.chown(path, path.parent.stat().st_uid, path.parent.stat().st_gid)

    visitor = Visitor(data)

    assert visitor.arrived()
    visitor.goes()
    assert is_over(data)


def test_a_signal_to_everything_at_once_ends_it_cleanly(data: Path) -> None:
    visitor = Visitor(data)
    assert visitor.arrived()

    for pid in (keeper_pid(data), server_pid(data), visitor.process.pid):
        assert pid
        os.kill(pid, signal.SIGTERM)
    visitor.process.communicate()

    assert eventually(lambda: is_over(data))
    assert "database system is shut down" in (data / "postgres.log").read_text().splitlines()[-1]
