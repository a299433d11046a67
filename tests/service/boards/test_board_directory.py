"""A directory of map files: offered when the service starts, followed from start to start, checked before it starts."""

from pathlib import Path

import pytest

from service.boards.board_directory import check_directory, offer_directory
from service.boards.board_library import BoardLibrary
from service.boards.map_file import read_map_file
from service.errors import BoardNotFound
from service.store import MemoryStore
from tests.support.boards.own_board import map_bytes
from tests.support.http.api_calls import inside, open_table
from ttr_core.model.violations import BoardDefect


def written(folder: Path, *names: str, **changes: object) -> str:
    for name in names:
        (folder / f"{name}.json").write_bytes(map_bytes(name, **changes))
    return str(folder)


def own(library: BoardLibrary) -> list[str]:
    return [board.name for board in library.boards() if board.origin == "own"]


def test_a_service_offers_the_boards_of_its_directory(tmp_path: Path) -> None:
    here = inside(boards=written(tmp_path, "harbour", "valley"))
    assert open_table(here.caller, "valley").seats
    boards = here.caller.get("/v1/boards").json["items"]
    assert [board["id"] for board in boards if board["origin"] == "own"] == ["harbour", "valley"]


def test_what_has_left_the_directory_is_withdrawn_and_uploads_stay(tmp_path: Path) -> None:
    library = BoardLibrary(MemoryStore())
    library.publish(read_map_file(map_bytes("upload")), "upload")
    offer_directory(library, written(tmp_path, "harbour", "valley"))
    (tmp_path / "valley.json").unlink()
    offer_directory(library, str(tmp_path))
    assert own(library) == ["harbour", "upload"]
    with pytest.raises(BoardNotFound):
        library.find("valley")
    offer_directory(library, written(tmp_path, "valley"))
    assert own(library) == ["harbour", "upload", "valley"]


def test_a_changed_file_is_a_new_version_at_the_next_start(tmp_path: Path) -> None:
    library = BoardLibrary(MemoryStore())
    (first,) = offer_directory(library, written(tmp_path, "harbour"))
    assert [one.new for one in offer_directory(library, str(tmp_path))] == [False]
    (second,) = offer_directory(library, written(tmp_path, "harbour", trains=12, contents={}))
    assert second.new
    assert second.board.hash != first.board.hash


def test_a_file_that_became_unreadable_withdraws_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    library = BoardLibrary(MemoryStore())
    offer_directory(library, written(tmp_path, "harbour", "valley"))
    (tmp_path / "valley.json").write_text("{")
    (tmp_path / "harbour.json").unlink()
    offer_directory(library, str(tmp_path))
    assert own(library) == ["harbour", "valley"]
    assert "valley.json is not offered" in caplog.text


def test_defects_are_named_before_anything_starts(tmp_path: Path) -> None:
    written(tmp_path, "harbour", "usa")
    (tmp_path / "again.json").write_bytes(map_bytes("harbour"))
    (tmp_path / "broken.json").write_text("{\n  oops\n}")
    (tmp_path / "notes.txt").write_text("no map file")
    with pytest.raises(BoardDefect) as refused:
        check_directory(str(tmp_path))
    _, *lines = str(refused.value).splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["broken.json", "harbour.json", "usa.json"]
    assert "broken.json:2:3: Expecting" in lines[0]
    assert "again.json has the same name" in lines[1]
    assert "board_name_taken" in lines[2]


def test_a_directory_that_is_not_there_is_named() -> None:
    with pytest.raises(BoardDefect, match="nowhere is no directory"):
        check_directory("nowhere")
    check_directory("")
