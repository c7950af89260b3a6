"""A Jupyter server on loopback that ends, kernels and all, whatever happens."""

import os
import secrets
import signal
import socket
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass

import pytest


@dataclass
class Server:
    """A running server."""

    port: int
    token: str

    @property
    def address(self):
        """Its address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"


def free_port():
    """A port of loopback that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextmanager
def serving(command, folder, environment, log):
    """Start a server by a command that takes Jupyter's options; yield it once it answers."""
    server = Server(free_port(), secrets.token_hex(16))
    options = [
        *("--no-browser", "--ip=127.0.0.1", f"--port={server.port}", "--allow-root"),
        *("--ServerApp.port_retries=0", f"--IdentityProvider.token={server.token}"),
    ]
    with running([*command, *options], f"{server.address}/api/status?token={server.token}", folder, environment, log):
        yield server


@contextmanager
def running(command, answers_at, folder, environment, log):
    """Run a command, from when an address answers; end it, and what it started, whatever happens."""
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=output, start_new_session=True
        )
        try:
            _wait_until_it_answers(process, answers_at, log)
            yield
        finally:
            process.terminate()  # ends its kernels too
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def _wait_until_it_answers(process, address, log):
    deadline = time.monotonic() + 90
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"{' '.join(map(str, process.args))} did not start:\n{log.read_text(encoding='utf-8')[-2000:]}")
