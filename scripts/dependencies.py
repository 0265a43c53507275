#!/usr/bin/env python3
"""Checks the crates that the workspace builds, as listed by `cargo metadata`:
every licence is in ALLOWED, and only crates in DUPLICATES occur in more than
one version.

    scripts/dependencies.py

Exit code 0: all crates pass; 1: at least one fails a check.
"""

import json
import re
import subprocess
import sys

# Licences that are compatible with MIT and Apache-2.0. If a crate offers a choice (OR), one of them is enough.
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
# Crates that may occur in several versions, because other crates require different versions of them.
DUPLICATES = {
    # tungstenite uses sha1 0.10; the workspace uses sha2 0.11.
    "block-buffer",
    "cpufeatures",
    "crypto-common",
    "digest",
    # tungstenite uses rand 0.9; proptest and tempfile use newer versions.
    "getrandom",
    "r-efi",
    "rand",
    "rand_core",
    # petgraph uses two versions.
    "hashbrown",
    # The macros of serde and clap use version 3, others version 2.
    "syn",
}


def is_allowed(expression):
    """Returns whether a licence expression such as `A OR B`, `A AND B` or `A/B` is allowed."""
    parts = re.split(r"\s+AND\s+", expression.replace("(", "").replace(")", ""))
    return all(any(choice.strip() in ALLOWED for choice in re.split(r"\s+OR\s+|/", part)) for part in parts)


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    used = {node["id"] for node in metadata["resolve"]["nodes"]}
    packages = [package for package in metadata["packages"] if package["id"] in used]
    errors = []
    for package in packages:
        licence = package["license"] or ""
        if not is_allowed(licence):
            reason = f"the licence {licence} is not in ALLOWED" if licence else "the licence is missing"
            errors.append(f"{package['name']} {package['version']}: {reason}")
    versions = {}
    for package in packages:
        versions.setdefault(package["name"], set()).add(package["version"])
    for name, found in sorted(versions.items()):
        if len(found) > 1 and name not in DUPLICATES:
            errors.append(f"{name}: {len(found)} versions ({', '.join(sorted(found))}), but it is not in DUPLICATES")
    print("\n".join(errors) if errors else f"{len(packages)} packages, no error")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
