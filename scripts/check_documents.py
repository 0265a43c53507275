#!/usr/bin/env python3
"""Checks citations and links.

- Each citation in code or documents (`Nasu 2018`, `Bradley and Terry 1952`) has an entry in docs/references.md.
- Each relative link in a Markdown file leads to a file in the repository and, after `#`, to a heading in that file.
"""

import functools
import os
import re
import subprocess
import sys
from pathlib import Path

REFERENCES = Path("docs/references.md")
# The last author's name and the year. In one citation a book title is between them.
CITATION = re.compile(
    r"\b([A-ZÄÖÜ][\w-]*[a-zäöüé]|et al\.|and others)(?:, Hacker's Delight)?,? \(?((?:1[6-9]|20)\d\d)(?![\w-])"
)
NOT_AUTHORS = set("January February March April May June July August September October November December".split())
NOT_AUTHORS |= {"Date", "Default", "Hash", "In"}
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\](?:\(([^()\s]*)\)|: (\S+)$)", re.MULTILINE)
CODE = re.compile(r"^ *```.*?^ *```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def prose(path):
    """Returns the text of a file on one line, without comment markers and bold markers."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return " ".join(re.sub(r"^\s*(//[/!]?|#+|\*)?\s*", "", line) for line in lines).replace("**", "")


@functools.cache
def headings(path):
    """Returns the anchors of the headings of a Markdown file, as GitHub generates them."""
    text = re.sub(r"^ *```.*?^ *```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title) for title in re.findall(r"^#+ (.*)", text, re.MULTILINE)]
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def main():
    os.chdir(Path(__file__).parent.parent)
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, check=True, capture_output=True, text=True).stdout.splitlines()
    files = [path for path in map(Path, names) if path.exists()]
    faults = []

    keys = re.findall(r"^### (.*)", REFERENCES.read_text(encoding="utf-8"), re.MULTILINE)
    entries = {" ".join(key.replace(".", "").split()[-2:]) for key in keys}
    for path in files:
        if path.suffix not in {".rs", ".md", ".py", ".sh", ".toml"} or path == REFERENCES:
            continue
        for author, year in CITATION.findall(prose(path)):
            key = author.replace(".", "").split()[-1] + " " + year
            if key not in entries and author not in NOT_AUTHORS:
                faults.append(f"{path}: {author} {year} has no entry in {REFERENCES}")

    for path in (path for path in files if path.suffix == ".md"):
        for match in LINK.finditer(CODE.sub("", path.read_text(encoding="utf-8"))):
            target = match[1] or match[2] or ""
            if re.match(r"[a-z]+:", target):
                continue
            name, _, anchor = target.partition("#")
            to = (path.parent / name) if name else path
            if not to.exists():
                faults.append(f"{path}: no file {target}")
            elif anchor and to.suffix == ".md" and anchor not in headings(to):
                faults.append(f"{path}: no heading {target}")

    print("\n".join(sorted(faults)) if faults else f"{len(keys)} references, no fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
