"""`make demo`, and the commands of the pages that begin with it."""

import os
import re
import subprocess

import pytest
from harness import PROGRAM, ROOT


def test_without_a_terminal_the_demo_ends_and_leaves_nothing(tmp_path):
    ended = subprocess.run(
        [ROOT / "scripts/demo.sh", PROGRAM], env={**os.environ, "TMPDIR": str(tmp_path)}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=120)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    for said in (r"http://127\.0\.0\.1:\d+/app/\n", r"http://127\.0\.0\.1:\d+/console\n", r"qix_operator_\w+\n",
                 r"qix_support_\w+\n", r"HTTP/1\.1 200 OK\n"):
        assert re.search(said, ended.stdout), said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("page", ["app", "tour"])
def test_commands_of_a_page_do_what_it_says(page, tmp_path):
    """Its `sh` blocks run as they stand, in order."""
    (tmp_path / "qix").symlink_to(PROGRAM)
    (tmp_path / "data").symlink_to(ROOT / "data")
    blocks = re.findall(r"^```sh\n(.*?)^```", (ROOT / f"docs/{page}.md").read_text(), re.DOTALL | re.MULTILINE)
    ended = subprocess.run(
        ["bash", "-c", "set -eo pipefail\n" + "".join(blocks)], cwd=tmp_path, capture_output=True, text=True, timeout=60,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "QIX_HOME": str(tmp_path / "home"),
             "QIX_CONFIG": str(tmp_path / "none")})
    assert blocks and ended.returncode == 0, ended.stdout + ended.stderr
