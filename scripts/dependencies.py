#!/usr/bin/env python3
"""Checks the crates that the workspace builds, as listed by `cargo metadata`:
every licence is in ALLOWED, and only crates in DUPLICATES occur in more than
one version. The dependencies between the packages of the workspace must be
those of the picture in ARCHITECTURE.md.

    scripts/dependencies.py

Exit code 0: all crates pass; 1: at least one fails a check.
"""

import itertools
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


def drawn_edges(text):
    """Returns the pairs (package, what it depends on) of the picture, the first code block with arrows."""
    picture = next(block for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) if "<-" in block)
    edges = set()
    for line in picture.splitlines():
        groups = [re.sub(r"\(.*?\)", "", group).split(",") for group in line.split("<-")]
        for below, above in itertools.pairwise([[name.strip() for name in group] for group in groups]):
            edges |= set(itertools.product(above, below))
    return edges


def real_edges(metadata):
    """Returns the pairs (package, what it depends on) of the workspace, without dependencies of tests."""
    members = {package["name"] for package in metadata["packages"] if package["source"] is None}
    edges = set()
    for package in metadata["packages"]:
        for dependency in package["dependencies"] if package["name"] in members else []:
            if dependency["kind"] is None and dependency["name"] in members:
                edges.add((package["name"].removeprefix("speltafel-"), dependency["name"].removeprefix("speltafel-")))
    return edges


def picture_errors(drawn, real):
    """Returns what is wrong with the picture: each arrow is a dependency, and each dependency follows from arrows."""
    reached = set(drawn)
    for middle in {name for edge in drawn for name in edge}:
        reached |= {(top, end) for top, left in reached for right, end in reached if left == right == middle}
    arrows = [f"ARCHITECTURE.md: {above} does not depend on {below}" for above, below in sorted(drawn - real)]
    return arrows + [f"ARCHITECTURE.md: no arrow from {below} to {above}" for above, below in sorted(real - reached)]


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
    with open("ARCHITECTURE.md", encoding="utf-8") as file:
        errors += picture_errors(drawn_edges(file.read()), real_edges(metadata))
    print("\n".join(errors) if errors else f"{len(packages)} packages, no error")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
