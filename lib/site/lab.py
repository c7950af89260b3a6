"""Open the chapters as notebooks in JupyterLab on this machine: ``python -m lib.site.lab``."""

from __future__ import annotations

import argparse
import os
import secrets
import socket
import subprocess
import sys
import webbrowser
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
START = "chapters/index.md"


def trouble(port: str, folder: Path = ROOT) -> str:
    """Return what keeps JupyterLab from starting, and how to mend it, in one line; "" if nothing does.

    Parameters
    ----------
    port
        The port as it was typed; 0 takes a free one.
    folder
        The repository's folder.
    """
    if not (port.isascii() and port.isdigit() and int(port) < 65536):
        return f"a port is a whole number from 0 to 65535, got {port}"
    if find_spec("jupyterlab") is None:
        return "JupyterLab is not installed; run `make lab`, which installs it"
    if not os.access(folder / "chapters", os.W_OK):
        return f"this folder can't be written to: {folder}. Copy it to one that can, since JupyterLab saves there"
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", int(port)))
        except OSError as error:
            return f"port {port} can't be used ({error.strerror}); name another, or take a free one: make lab PORT=0"
    return ""


def has_browser() -> bool:
    """Whether this machine has a browser that can be opened from here."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def command(port: int, opens_browser: bool) -> list[str]:
    """Return how JupyterLab is started: on loopback, in the repository, quiet, with the first page open."""
    options = [
        *("--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0", f"--ServerApp.root_dir={ROOT}"),
        *("--ServerApp.answer_yes=True", "--LabApp.extension_manager=readonly"),
        *("--ServerApp.log_level=ERROR", "--LabApp.log_level=ERROR"),
        f"--LabApp.default_url=/lab/tree/{START}",
    ]
    if not opens_browser:
        options.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--allow-root")
    return [sys.executable, "-m", "jupyterlab", *options]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> int:
    """Say where the chapters will be, and run JupyterLab until it is stopped."""
    parser = argparse.ArgumentParser(description="Open the chapters as notebooks in JupyterLab.")
    parser.add_argument("--port", default="8888")
    given = parser.parse_args().port
    if lack := trouble(given):
        print(f"lab: {lack}", file=sys.stderr)
        return 1
    port, token = int(given) or _free_port(), secrets.token_hex(16)
    opens_browser = has_browser()
    address = f"http://127.0.0.1:{port}/lab/tree/{START}?token={token}"
    # What a person has installed for another Jupyter stays out; what they chose, such as a theme, remains.
    os.environ.update(JUPYTER_PREFER_ENV_PATH="1", JUPYTER_TOKEN=token)
    running = None
    try:
        print(f"The chapters are at {address} (stop with Ctrl-C)", flush=True)
        if not opens_browser:
            print("No browser was found here: open the address in one yourself", flush=True)
        running = subprocess.Popen(command(port, opens_browser))
        return running.wait()
    except KeyboardInterrupt:  # in a terminal JupyterLab has received it too, and may be asking back
        if running:
            running.terminate()
            running.wait()
        print()
        return 0


if __name__ == "__main__":
    sys.exit(main())
