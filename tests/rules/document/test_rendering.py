"""The process that renders: it answers, is killed when it must be, comes back, and can reach nothing."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.document.errors import BadText
from rules.document.renderer import MOST_HTML
from rules.wiki import rendering
from rules.wiki.rendering import Renderer, render_blocks, render_comment
from tests.soak.tenths import soaking

ROOT = Path(__file__).resolve().parents[3]
# Far more work than a text may make; `rules.document.text_limits` would refuse it.
SLOW = "[" * 9000


@pytest.fixture
def renderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Renderer]:
    """A renderer of one's own, with its child; it may be slow if the machine is."""
    monkeypatch.setattr(rendering, "SECONDS", 30)
    own = Renderer()
    assert own.ask([["comment", "Ready."]]) == [["<p>Ready.</p>"]]
    yield own
    own.close()


def is_gone(pid: int, seconds: float = 20) -> bool:
    """Say whether the process ends within *seconds*."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


class TestAnswers:
    def test_a_comment_is_its_html(self) -> None:
        assert render_comment("*Strike* twice?") == "<p><em>Strike</em> twice?</p>"

    def test_blocks_come_in_order_with_their_source(self) -> None:
        found = render_blocks(["## A {: #a }", "Law.\n{: #a-1 .ruling }"])
        assert [(block.source, block.anchor) for block in found] == [
            ("## A {: #a }", "a"),
            ("Law.\n{: #a-1 .ruling }", "a-1"),
        ]
        assert found[1].rendered.classes == {"ruling"}

    def test_no_blocks_need_no_child(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(rendering, "_renderer", None)
        assert render_blocks([]) == ()

    @pytest.mark.parametrize(
        "source, said",
        [
            ("One.\n\nTwo.", "more than one paragraph"),
            ("> quoted", "can’t have"),
            ("    code", "can’t have"),
            ("# Too big", "can’t have"),
            ("#### Too small", "can’t have"),
            ("***", "can’t have"),
            ("&nbsp;", "no text"),
            ("## &#32; {: #a }", "no text"),
            ("One {: #term-a }\nTwo {: #term-b }\n:   Both.", "more than one paragraph"),
        ],
    )
    def test_a_block_that_is_none_is_pointed_at(self, source: str, said: str) -> None:
        with pytest.raises(BadText, match=said) as raised:
            render_blocks(["Fine.", source])
        assert (raised.value.code, raised.value.block) == ("text/no-paragraph", 1)

    def test_what_grows_too_long_is_refused(self) -> None:
        text = "[a]: https://example.org/" + "x" * 5000 + "\n\n" + "[a] " * 390
        with pytest.raises(BadText, match="far too long"):
            render_comment(text)
        assert len(render_comment("<" * 10_000)) < MOST_HTML

    def test_one_answers_many_threads(self) -> None:
        found: dict[int, str] = {}
        threads = [
            threading.Thread(target=lambda n=n: found.update({n: render_comment(f"Number {n}.")}))
            for n in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        assert found == {number: f"<p>Number {number}.</p>" for number in range(8)}


class TestATextThatTakesTooLong:
    def test_is_refused_and_counted(self, renderer: Renderer) -> None:
        before = rendering.slow_texts()
        with pytest.raises(BadText, match="takes too long") as raised:
            renderer.ask([["comment", SLOW]])
        assert raised.value.code == "text/slow"
        assert rendering.slow_texts() == before + 1

    def test_costs_the_child_its_life_and_the_next_one_answers(self, renderer: Renderer) -> None:
        old = renderer.pid
        with pytest.raises(BadText):
            renderer.ask([["comment", SLOW]])
        assert old is not None
        assert is_gone(old)
        assert renderer.ask([["comment", "Next."]]) == [["<p>Next.</p>"]]
        assert renderer.pid != old

    @pytest.mark.soak(seconds=1)
    def test_is_ended_by_the_system_though_nobody_waits(self, renderer: Renderer) -> None:
        """The limit on processor time doesn't need us."""
        old = renderer.pid
        assert old is not None
        with pytest.raises(BadText, match="takes too long"):
            renderer.ask([["comment", SLOW]])
        assert is_gone(old)

    def test_is_not_blamed_when_the_machine_has_no_time_for_it(
        self, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = rendering.slow_texts()
        assert renderer.pid is not None
        os.kill(renderer.pid, signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr(rendering, "SECONDS", 1)
            with pytest.raises(BadText, match="at the moment") as raised:
                renderer.ask([["comment", "Words."]])
        assert raised.value.code == "text/unavailable"
        assert rendering.slow_texts() == before
        assert renderer.ask([["comment", "Words."]]) == [["<p>Words.</p>"]]

    @pytest.mark.soak(seconds=1.5)
    def test_spoils_nothing_for_the_others(self, renderer: Renderer) -> None:
        """An answer that comes too late is never taken for that to the next question."""
        for number in range(3):
            with pytest.raises(BadText):
                renderer.ask([["comment", SLOW]])
            assert renderer.ask([["comment", f"Number {number}."]]) == [[f"<p>Number {number}.</p>"]]


class TestTheChild:
    @pytest.mark.soak(seconds=1)
    @pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
    def test_that_somebody_killed_is_replaced_without_a_word(self, renderer: Renderer, number: int) -> None:
        old = renderer.pid
        assert old is not None
        os.kill(old, number)
        assert renderer.ask([["comment", "Still here."]]) == [["<p>Still here.</p>"]]
        assert renderer.pid != old

    def test_that_dies_over_and_over_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(rendering.sys, "executable", "/bin/false")
        with pytest.raises(BadText, match="at the moment") as raised:
            Renderer().ask([["comment", "Words."]])
        assert raised.value.code == "text/unavailable"

    def test_is_not_shared_after_a_fork(self, renderer: Renderer) -> None:
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                before = renderer.pid
                answer = renderer.ask([["comment", "Forked."]])
                os.write(write, json.dumps([before, renderer.pid, answer]).encode())
                renderer.close()
            finally:
                os._exit(0)
        os.close(write)
        with os.fdopen(read) as said:
            before, own, answer = json.loads(said.read())
        os.waitpid(pid, 0)
        assert (before, answer) == (None, [["<p>Forked.</p>"]])
        assert own != renderer.pid
        assert renderer.ask([["comment", "Not forked."]]) == [["<p>Not forked.</p>"]]

    @pytest.mark.soak(seconds=2)
    @pytest.mark.parametrize(
        "ending",
        [
            soaking("sys.exit()", seconds=2),
            soaking("os._exit(1)", seconds=2),
            "os.kill(os.getpid(), signal.SIGKILL)",
        ],
    )
    def test_goes_with_its_parent(self, ending: str) -> None:
        pid = self.pid_left_by(f"print(own.pid, flush=True); {ending}")
        assert is_gone(pid)

    @pytest.mark.soak(seconds=2)
    def test_goes_even_from_the_midst_of_its_work(self) -> None:
        """Its parent is killed while it is busy, and the limit on processor time ends it."""
        busy = f"""
            import threading
            print(own.pid, flush=True)
            threading.Thread(target=own.ask, args=([["comment", "{SLOW}"]],), daemon=True).start()
            time.sleep(0.1)
            os.kill(os.getpid(), signal.SIGKILL)
        """
        assert is_gone(self.pid_left_by(textwrap.dedent(busy)))

    def pid_left_by(self, ending: str) -> int:
        """Run a parent with this *ending*; return the process id of its child."""
        start = "import os, signal, sys, time, django; django.setup()\n"
        start += "from rules.wiki.rendering import Renderer\n"
        program = f"{start}own = Renderer(); own.ask([['comment', 'x']])\n{ending}"
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.stdout.strip(), done.stderr
        return int(done.stdout)


class TestWhatTheChildCanReach:
    def test_it_imports_no_django_and_no_part_of_the_site_but_markup(self) -> None:
        program = "import rules.document.renderer, sys; print(sorted(sys.modules))"
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=60)
        modules = ast.literal_eval(done.stdout.decode())
        assert not [
            name for name in modules if name.split(".")[0] in ("django", "games", "cards", "scrapsite")
        ]
        assert {name for name in modules if name.startswith("rules.")} == {
            "rules.document",
            "rules.document.renderer",
            "rules.document.markup",
        }

    def test_it_knows_nothing_of_our_environment(
        self, renderer: Renderer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("SECRET_KEY", "rusty")
        renderer.close()
        renderer.ask([["comment", "x"]])
        theirs = Path(f"/proc/{renderer.pid}/environ").read_bytes().split(b"\0")
        assert {part.partition(b"=")[0] for part in theirs if part} == {b"LC_ALL", b"PYTHONDONTWRITEBYTECODE"}

    def test_it_holds_three_open_files_and_can_open_no_more(self, renderer: Renderer) -> None:
        assert set(os.listdir(f"/proc/{renderer.pid}/fd")) == {"0", "1", "2"}
        assert self.limit(renderer, "Max open files") == "0"

    def test_its_memory_is_limited(self, renderer: Renderer) -> None:
        assert int(self.limit(renderer, "Max address space")) <= 512 << 20

    def test_it_renders_everything_with_no_file_to_open(self, renderer: Renderer) -> None:
        """Nothing is imported only when first needed: links, tables, entities and faults included."""
        texts = [
            "&copy; &#169; &nosuch; [x](https://example.org 't') <https://example.org> <a@example.org>",
            "|a|b|\n|:-|-:|\n|c|d|\n\n> q\n\n1. a\n    - b\n\n`c` ``d`e``\n\n    code\n\n---\n\n![x](y)",
            "!!! note\n    x\n\na {: #b }\n:   c\n\n[x]: y\n\n[x][] [x]",
        ]
        for text in texts:
            assert isinstance(renderer.ask([["comment", text]])[0], list)
        assert isinstance(renderer.ask([["block", texts[2]]])[0], str)

    def limit(self, renderer: Renderer, name: str) -> str:
        lines = Path(f"/proc/{renderer.pid}/limits").read_text().splitlines()
        return next(line for line in lines if line.startswith(name)).removeprefix(name).split()[0]


ANYTHING = st.one_of(
    st.text(max_size=400),
    st.text("[](){}*_`~#>-+|:!<>&;\\'\"=.^ \n\tax1", max_size=400),
    st.lists(
        st.sampled_from(
            [
                *(
                    "[",
                    "](",
                    ")",
                    "![",
                    "[[rule:a-1]]",
                    "[[card:",
                    "]]",
                    "*",
                    "**",
                    "_",
                    "`",
                    "``",
                    "~~",
                    "<b>",
                ),
                *(
                    "\n",
                    "\n\n",
                    "    ",
                    "\t",
                    "> ",
                    "- ",
                    "1. ",
                    "# ",
                    "|",
                    "|-|-|",
                    "{: ",
                    "#a-1 ",
                    ".x ",
                    "}",
                ),
                *(
                    "!!! note",
                    ' "t"',
                    ":   ",
                    "&lt;",
                    "&#106;",
                    "\\",
                    "<!--",
                    "-->",
                    "<script>",
                    "https://a.b",
                ),
                *(
                    "word",
                    "javascript:",
                    "'",
                    '"',
                    "=",
                    "<",
                    ">",
                    "\u200b",
                    "\u00a0",
                    "é",
                    "👩‍👩‍👧",
                    "\u202e",
                    "\x00",
                ),
            ]
        ),
        max_size=120,
    ).map("".join),
)


@settings(max_examples=300, deadline=None)
@given(ANYTHING)
def test_any_text_is_rendered_or_refused(text: str) -> None:
    """No text raises any other error, which a view would answer with a 500."""
    codes = {"text/empty", "text/control", "text/nested", "text/run", "text/unset", "text/no-paragraph"}
    for render in (lambda: render_comment(text), lambda: render_blocks([text])):
        try:
            assert render()
        except BadText as error:
            if error.code not in codes:
                raise
