"""A JupyterHub on loopback whose students work in Binder's image, each in a folder of their own."""

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.lab.server import free_port, running

PROXY = "npm:configurable-http-proxy@4.6.3"  # a hub's own proxy, under deno instead of Node
CONFIGURATION = """\
import os

c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = os.path.join({homes!r}, "{{username}}")
c.Spawner.cmd = [{program!r}, "--allow-root"]
c.Spawner.default_url = "/lab"
c.Spawner.environment = {environment!r}
c.Spawner.start_timeout = c.Spawner.http_timeout = 120
c.JupyterHub.bind_url = "http://127.0.0.1:{port}/"
c.JupyterHub.hub_port = {hub_port}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api_port}"
c.ConfigurableHTTPProxy.command = {proxy!r}
c.JupyterHub.cleanup_servers = c.JupyterHub.cleanup_proxy = True
"""


@dataclass
class Hub:
    """A running hub: its address, and the folder of its students' folders."""

    address: str
    homes: Path


@contextmanager
def hub_of(image, folder):
    """Start a hub in a folder of its own; yield it once it answers, end it and its servers afterwards."""
    homes = folder / "homes"
    homes.mkdir(parents=True)
    environment = {name: value for name, value in image.settings().items() if name not in ("HOME", "REPO_DIR")}
    port = free_port()
    settings = CONFIGURATION.format(
        homes=str(homes),
        program=str(image.environment / "bin" / "jupyterhub-singleuser"),
        environment=environment,
        port=port,
        hub_port=free_port(),
        api_port=free_port(),
        proxy=[str(Path(sys.executable).with_name("deno")), "run", "-q", "-A", PROXY],
    )
    (folder / "jupyterhub_config.py").write_text(settings, encoding="utf-8")
    command = [str(image.environment / "bin" / "jupyterhub"), "-f", "jupyterhub_config.py"]
    environment = {**os.environ, **environment, "DENO_TLS_CA_STORE": "system,mozilla"}
    address = f"http://127.0.0.1:{port}"
    with running(command, f"{address}/hub/api", folder, environment, folder / "hub.log"):
        yield Hub(address, homes)
