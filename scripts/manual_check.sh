#!/usr/bin/env bash
# Generates the man pages and shell completions of all programs in a temporary folder and checks them:
# - groff must format every man page without a warning;
# - every completion script must be valid in its shell;
# - every help text must fit in 80 columns.
# A check is skipped if its tool is not installed. PROGRAMS is the folder with the programs (default: target/debug).
set -euo pipefail
cd "$(dirname "$0")/.."
share=$(mktemp -d)
trap 'rm -rf "$share"' EXIT
programs=${PROGRAMS:-target/debug}

# Prints the lines in a subcommand's help that are wider than 80 columns. Fails if there are none.
wide() {
  COLUMNS=200 "$programs/$1" ${2//-/ } --help | awk -v page="$1$2" 'length($0) > 80 { print page ": " $0; found = 1 } END { exit !found }'
}

for program in speltafel speltafel-arena speltafel-table speltafel-lab; do
  "$programs/$program" manual "$share"
  test -s "$share/man/man1/$program.1"
  bash -n "$share/bash-completion/completions/$program"
  ! command -v zsh >/dev/null || zsh -n "$share/zsh/site-functions/_$program"
  ! command -v fish >/dev/null || fish --no-execute "$share/fish/vendor_completions.d/$program.fish"
done
for page in "$share"/man/man1/*.1; do
  name=$(basename "$page" .1)
  case $name in
    speltafel-arena* | speltafel-table* | speltafel-lab*) program=$(cut -d- -f1,2 <<<"$name") ;;
    *) program=speltafel ;;
  esac
  if wide "$program" "${name#"$program"}" >&2; then
    echo "manual_check.sh: the help above is wider than 80 columns" >&2
    exit 1
  fi
done
if command -v groff >/dev/null; then
  for page in "$share"/man/man1/*.1; do
    warnings=$(groff -man -ww -Tutf8 -z "$page" 2>&1)
    [ -z "$warnings" ] || { echo "$warnings" >&2; exit 1; }
  done
fi
echo "$(find "$share/man" -name '*.1' | wc -l) man pages, completions for bash, zsh and fish"
