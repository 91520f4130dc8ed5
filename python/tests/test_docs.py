"""The page docs/python.md says what works."""

import os
import pathlib
import re

import pytest

PAGE = pathlib.Path(os.environ.get("PLATEAU_DOCS", "../docs")) / "python.md"


@pytest.mark.skipif(not PAGE.exists(), reason="the page is not here")
def test_the_examples_of_the_page_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 3 and blocks[0].count("\n") <= 12
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
