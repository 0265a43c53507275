#!/usr/bin/env python3
"""Checks every crate that the workspace builds: its licence is one of those below, and no crate is there in two versions
but for those below. Reads `cargo metadata`."""

import json
import re
import subprocess
import sys

# Licences that go with MIT and Apache-2.0; of a choice (OR) one is enough.
ALLOWED = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
}
# Crates that are there in two versions, because not all that use them have moved on.
DUPLICATES = {
    # tungstenite uses sha1 0.10, the digest of records sha2 0.11.
    "block-buffer",
    "cpufeatures",
    "crypto-common",
    "digest",
    # tungstenite uses rand 0.9, proptest and tempfile the next one.
    "getrandom",
    "r-efi",
    "rand",
    "rand_core",
    # petgraph uses both.
    "hashbrown",
    # Macros of serde and clap use 3, others 2.
    "syn",
}


def is_allowed(expression):
    """`A OR B`, `A AND B`, `A/B`; every part of an AND must be allowed, one of an OR."""
    parts = re.split(r"\s+AND\s+", expression.replace("(", "").replace(")", ""))
    return all(any(choice.strip() in ALLOWED for choice in re.split(r"\s+OR\s+|/", part)) for part in parts)


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    used = {node["id"] for node in metadata["resolve"]["nodes"]}
    packages = [package for package in metadata["packages"] if package["id"] in used]
    faults = []
    for package in packages:
        licence = package["license"] or ""
        if not is_allowed(licence):
            faults.append(f"{package['name']} {package['version']}: licence {licence or 'is missing'}")
    versions = {}
    for package in packages:
        versions.setdefault(package["name"], set()).add(package["version"])
    for name, found in sorted(versions.items()):
        if len(found) > 1 and name not in DUPLICATES:
            faults.append(f"{name}: {len(found)} versions: {', '.join(sorted(found))}")
    print("\n".join(faults) if faults else f"{len(packages)} packages, no fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
