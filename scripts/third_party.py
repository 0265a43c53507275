#!/usr/bin/env python3
"""Writes THIRD-PARTY.html to standard output: the licences of everything that is linked into the programs of
scripts/package.sh.

    scripts/third_party.py > THIRD-PARTY.html

The texts are those that come with the crates, with Rust, and with Debian's base system.
"""

import json
import re
import subprocess
import sys
from html import escape
from pathlib import Path

TARGET = "x86_64-unknown-linux-gnu"
PROGRAMS = ("speltafel", "speltafel-arena", "speltafel-table", "speltafel-lab")
LICENCE_FILE = re.compile(r"(licen[cs]e|unlicense|copying|copyright|notice)", re.IGNORECASE)
LGPL = Path("/usr/share/common-licenses/LGPL-2.1")
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Licences of what is in the programs of speltafel</title>
<style>body {{ max-width: 60rem; margin: auto; padding: 1rem }} pre {{ white-space: pre-wrap }}</style>
</head>
<body>
<h1>Licences of what is in the programs of speltafel</h1>
<p>speltafel is licensed under MIT or Apache-2.0, at your option. Its programs contain parts of other projects:
<a href="#crates">{count} Rust crates</a>, <a href="#sqlite">SQLite</a>, <a href="#glibc">the GNU C library</a>, and
<a href="#rust">the Rust standard library</a>. The web pages of the table and of the reports contain no fonts, pictures,
icons, sounds or scripts of others.</p>
<h2 id="crates">Rust crates</h2>
<table>
{crates}
</table>
{texts}
<h2 id="sqlite">SQLite</h2>
<p>SQLite, in <code>speltafel-table</code>, is in the public domain.</p>
<h2 id="glibc">The GNU C library</h2>
<p>The programs are linked statically with the GNU C library ({glibc}), which is covered by the GNU Lesser General
Public License, version 2.1 or later. You may link them with another version of it: the source code of speltafel is
complete, and <code>scripts/package.sh</code> in it builds these programs. They also contain parts of the run-time
library of GCC, which is covered by the GNU General Public License, version 3 or later, with the GCC Runtime Library
Exception.</p>
<pre>{lgpl}</pre>
<div id="rust">{rust}</div>
</body>
</html>"""


def output(*command):
    """Returns what a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def linked_crates():
    """Returns the crates of other projects in the programs: names, versions, licence expressions and folders."""
    edges = ("--edges", "normal,no-proc-macro", "--target", TARGET)
    packages = [flag for name in PROGRAMS for flag in ("--package", name)]
    lines = output("cargo", "tree", "--locked", *edges, *packages, "--prefix", "none", "--format", "{p}").splitlines()
    linked = {tuple(line.split()[:2]) for line in lines if line}
    metadata = json.loads(output("cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET))
    return sorted(
        (package["name"], package["version"], package["license"], Path(package["manifest_path"]).parent)
        for package in metadata["packages"]
        if package["source"] and (package["name"], "v" + package["version"]) in linked
    )


def licence_texts(crates):
    """Returns the text of each licence file, with the names of the crates that have it."""
    users = {}
    for name, _, _, folder in crates:
        files = sorted(path for path in folder.iterdir() if path.is_file() and LICENCE_FILE.match(path.name))
        if not files:
            sys.exit(f"third_party.py: {name} has no file with its licence in {folder}")
        for path in files:
            text = path.read_text(encoding="utf-8", errors="replace").strip()
            users.setdefault(text, {})[name] = None
    return users


def rust_notices():
    """Returns the body of the page of notices that comes with Rust."""
    page = Path(output("rustc", "--print", "sysroot").strip(), "share/doc/rust/COPYRIGHT-library.html")
    body = re.search(r"<body>(.*)</body>", page.read_text(encoding="utf-8"), re.DOTALL)
    if not body:
        sys.exit(f"third_party.py: no body in {page}")
    return body[1]


def main():
    crates = linked_crates()
    texts = [
        f"<h3>{escape(', '.join(names))}</h3>\n<pre>{escape(text)}</pre>"
        for text, names in licence_texts(crates).items()
    ]
    page = PAGE.format(
        count=len(crates),
        crates="\n".join(f"<tr><td>{n} {v}</td><td>{escape(licence)}</td></tr>" for n, v, licence, _ in crates),
        texts="\n".join(texts),
        glibc=output("getconf", "GNU_LIBC_VERSION").strip(),
        lgpl=escape(LGPL.read_text(encoding="utf-8")),
        rust=rust_notices(),
    )
    print("\n".join(line.rstrip() for line in page.splitlines()))


if __name__ == "__main__":
    main()
