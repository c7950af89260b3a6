"""Serve the built book on this machine: ``python -m lib.site.serve``."""

from __future__ import annotations

import argparse
import functools
import http.server
import sys

from lib.site.build import SITE


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Keep the terminal free of a line for each file."""


def server(port: int = 0) -> http.server.ThreadingHTTPServer:
    """Return a server of the built book on loopback; port 0 takes a free one."""
    handler = functools.partial(_Quiet, directory=str(SITE))
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def main() -> int:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description="Serve the built book on this machine.")
    parser.add_argument("--port", default="8000")
    given = parser.parse_args().port
    if not (given.isascii() and given.isdigit() and int(given) < 65536):
        print(f"serve: a port is a whole number from 0 to 65535, got {given}", file=sys.stderr)
        return 1
    port = int(given)
    if not SITE.exists():
        print("serve: there is no _build/html yet; run `make book` first", file=sys.stderr)
        return 1
    try:
        serving = server(port)
    except OSError as error:
        print(
            f"serve: port {port} can't be used ({error.strerror}); name another, or take a free one: make serve PORT=0",
            file=sys.stderr,
        )
        return 1
    print(f"The book is at http://127.0.0.1:{serving.server_port}/ (stop with Ctrl-C)", flush=True)
    try:
        serving.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
