"""Puts the programs into the wheel."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PROGRAMS = ("speltafel", "speltafel-arena", "speltafel-table")


class ProgramsHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the programs and makes them scripts of the wheel. An editable installation has none."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the programs to the data of the build. SPELTAFEL_PROGRAMS names a folder with programs already built."""
        if version == "editable":
            return
        folder = os.environ.get("SPELTAFEL_PROGRAMS")
        programs = Path(folder).resolve() if folder else self._build()
        missing = [name for name in PROGRAMS if not (programs / name).is_file()]
        if missing:
            raise FileNotFoundError(f"no {', '.join(missing)} in {programs}")
        build_data["shared_scripts"] = {str(programs / name): name for name in PROGRAMS}
        build_data["pure_python"] = False
        # Any Python 3 can use the wheel, but the programs are for this platform.
        build_data["tag"] = f"py3-none-{re.sub('[.-]', '_', sysconfig.get_platform())}"

    def _build(self) -> Path:
        """Builds the programs with cargo. Returns their folder."""
        workspace = Path(self.root).parent
        if not (workspace / "Cargo.toml").exists():
            raise FileNotFoundError(f"no Cargo.toml in {workspace}; build the wheel in a checkout of the repository")
        packages = [flag for name in PROGRAMS for flag in ("-p", name)]
        subprocess.run(["cargo", "build", "--release", "--locked", "--bins", *packages], cwd=workspace, check=True)
        command = ["cargo", "metadata", "--format-version", "1", "--no-deps", "--locked"]
        metadata = subprocess.run(command, cwd=workspace, check=True, capture_output=True)
        return Path(json.loads(metadata.stdout)["target_directory"], "release")
