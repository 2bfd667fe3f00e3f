"""The Big List of Naughty Strings by section, and texts of our own that try the same in Markdown."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).parent / "data" / "naughty-strings" / "blns.txt"
SCRIPTS = "Script Injection"


def sections() -> dict[str, list[str]]:
    """Return the strings of the list by the title of their section."""
    found: dict[str, list[str]] = {}
    title = ""
    # Not splitlines(): some strings hold characters that it takes for the end of a line.
    for line in FILE.read_text(encoding="utf-8").split("\n"):
        if line.startswith("#\t"):
            if not title or found[title]:
                title = line[2:]
                found[title] = []
        elif line and not line.startswith("#"):
            found[title].append(line)
    return found


def scripts() -> list[str]:
    """Return the strings that would run a script."""
    return sections()[SCRIPTS]


MARKDOWN = [
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](&#x6A&#x61&#x76&#x61script:alert(1))",
    "[x](\\javascript:alert(1))",
    "[x]( javascript:alert(1) )",
    "[x](<javascript:alert(1)>)",
    "[x](javascript&colon;alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](vbscript:alert(1))",
    "[x](blob:https://example.org/1)",
    "[x](//example.org/x)",
    "[x](/\\example.org/x)",
    "[x](https://example.org/?a><script>alert(1)</script>)",
    '[x](https://example.org/"onmouseover="alert(1))',
    "[x](https://example.org 'title\" onmouseover=\"alert(1)')",
    "[x]: javascript:alert(1)\n\n[x]",
    "[x]: <javascript:alert(1)> 'y'\n\n[x][x]",
    "[x](rule:javascript:alert(1))",
    '[x](rule:a"onclick="alert(1))',
    '[[rule:attack-1"onclick=alert(1)]]',
    "[**x**](rule:attack-1)",
    "![x](https://example.org/x.png)",
    '![x](x"onerror="alert(1))',
    "![x](javascript:alert(1))",
    "<javascript:alert(1)>",
    "<https://example.org/?<script>alert(1)</script>>",
    "<img src=x onerror=alert(1)>",
    "<a href='#' hx-get='/x' hx-trigger='load' hx-on:click='alert(1)'>x</a>",
    "<div hx-get='/accounts/logout/' hx-trigger='load'></div>",
    "Text\n{: onclick=alert(1) onmouseover='alert(1)' style=color:red }",
    "Text\n{: class=button hx-get=/x hx-trigger=load }",
    "*Text*{: onclick=alert(1) id=panel-body style='position:fixed' }",
    "[x](https://example.org){: onclick=alert(1) target=_top rel=opener }",
    "| a |\n|---|\n| <script>alert(1)</script> |",
    '!!! note "<script>alert(1)</script>"\n    <img src=x onerror=alert(1)>',
    '!!! "><script>alert(1)</script>\n    x',
    "Term <script>alert(1)</script>\n:   <svg onload=alert(1)>",
    "`<script>alert(1)</script>`",
    "    <script>alert(1)</script>",
    "> <script>alert(1)</script>",
    "- <iframe src=javascript:alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php alert(1) ?>",
    "<style>@import 'https://example.org/x.css';</style>",
    "<base href=https://example.org/><form action=/x><input name=csrfmiddlewaretoken>",
    "<svg><animate onbegin=alert(1) attributeName=x></svg>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<template><script>alert(1)</script></template>",
    "<details open ontoggle=alert(1)>",
    "{{ constructor.constructor('alert(1)')() }}",
    "{% csrf_token %}{{ request.user }}",
]
