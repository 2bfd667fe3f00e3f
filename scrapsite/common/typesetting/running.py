"""The only place that runs Typst."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scrapsite.common.typesetting.look import font_folder

# A fixed moment, so that the same job gives the same bytes.
MOMENT = 1_577_836_800
TYPESETTER = Path(__file__).with_name("typesetter.py")
MOST_SECONDS = 45


class NotSet(Exception):
    """Typst failed, or took too long. The message is for the log."""


def typeset(template: Path, job: dict[str, Any], form: str, ppi: float | None = None) -> list[bytes]:
    """Return *job* set by *template*: the only PDF, or every page as a picture. *form:* `pdf` or `png`.

    The job is data: no word in it is read as markup or as a path. Typst reads the template's folder only.
    *ppi:* pixels to an inch. *Raises:* `NotSet`.
    """
    order = {
        "template": str(template),
        "root": str(template.parent),
        "fonts": str(font_folder()),
        "job": json.dumps(job, ensure_ascii=False),
        "format": form,
        "ppi": ppi,
        "timestamp": MOMENT,
    }
    with tempfile.TemporaryDirectory(prefix="scrapsite-") as folder:
        command = [sys.executable, "-I", str(TYPESETTER), folder]
        try:
            subprocess.run(  # noqa: S603
                command,
                input=json.dumps(order).encode(),
                capture_output=True,
                check=True,
                timeout=MOST_SECONDS,
            )
        except subprocess.TimeoutExpired as late:
            raise NotSet(f"Typst took more than {MOST_SECONDS} seconds over {template.name}.") from late
        except subprocess.CalledProcessError as failed:
            raise NotSet(failed.stderr.decode(errors="replace")[-2000:]) from failed
        return [path.read_bytes() for path in sorted(Path(folder).iterdir())]
