"""Puts what cargo builds into a wheel: programs, or a library that is a module."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CargoHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the `programs` of the hook's configuration as scripts, and its `library` as the file `module`.

    An editable installation has none of them.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files to the data of the build. SPELTAFEL_PROGRAMS names a folder with the files already built."""
        if version == "editable":
            return
        names: list[str] = self.config.get("programs", [])
        library: str | None = self.config.get("library")
        folder = os.environ.get("SPELTAFEL_PROGRAMS")
        built = (
            Path(folder).resolve()
            if folder
            else self._build([library] if library else names, "--lib" if library else "--bins")
        )
        programs = {str(built / name): name for name in names}
        modules = {str(built / f"lib{library.replace('-', '_')}.so"): self.config["module"]} if library else {}
        missing = [file for file in (*programs, *modules) if not Path(file).is_file()]
        if missing:
            raise FileNotFoundError(f"no {', '.join(missing)}")
        build_data["shared_scripts"] = programs
        build_data["force_include"] = modules
        build_data["pure_python"] = False
        # The Pythons that can use the wheel; what cargo built is for this platform, or for those of SPELTAFEL_PLATFORM.
        platform = os.environ.get("SPELTAFEL_PLATFORM") or re.sub("[.-]", "_", sysconfig.get_platform())
        build_data["tag"] = f"{self.config['tag']}-{platform}"

    def _build(self, names: list[str], kind: str) -> Path:
        """Builds the targets of a kind of these packages with cargo. Returns the folder of the files."""
        command = ["cargo", "metadata", "--format-version", "1", "--no-deps", "--locked"]
        metadata = subprocess.run(command, cwd=self.root, stdout=subprocess.PIPE)
        if metadata.returncode:
            raise FileNotFoundError(f"no Cargo.toml above {self.root}; build the wheel in a checkout of the repository")
        packages = [flag for name in names for flag in ("-p", name)]
        subprocess.run(["cargo", "build", "--release", "--locked", kind, *packages], cwd=self.root, check=True)
        return Path(json.loads(metadata.stdout)["target_directory"], "release")
