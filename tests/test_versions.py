"""What bits depend on."""

import re

from magnetsim.versions import source_digest, versions


def test_versions_are_texts_in_a_fixed_order():
    found = versions()
    assert list(found)[:2] == ["magnetsim", "code"]
    assert all(found.values())
    assert re.fullmatch("[0-9a-f]{16}", found["code"])


def sources(folder, **changes):
    texts = {"match.py": "a = 1\n", "physics/forces.py": "b = 2\n", "cli/run.py": "c = 3\n", **changes}
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return source_digest(folder)


def test_what_computes_decides_and_what_tells_does_not(tmp_path):
    digest = sources(tmp_path / "1")
    assert sources(tmp_path / "2", **{"cli/run.py": "d = 4\n"}) == digest
    assert sources(tmp_path / "3", **{"match.py": "a = 1\r\n"}) == digest
    assert sources(tmp_path / "4", **{"match.py": "a = 2\n"}) != digest
    assert sources(tmp_path / "5", **{"physics/forces.py": "b = 3\n"}) != digest
    assert sources(tmp_path / "6", **{"physics/contacts.py": ""}) != digest
