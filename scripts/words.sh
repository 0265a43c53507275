#!/usr/bin/env bash
# Finds former project words in the repository's files and file names, and shows
# the technical term to use instead of each. Use it before a commit that changes
# comments or documents.
#
#   scripts/words.sh            # lists every occurrence as FILE:LINE: WORD (TERM TO USE): TEXT
#   scripts/words.sh --count    # counts occurrences by file and word
#
# Exit code 0: no occurrence; 1: at least one; 64: wrong arguments.
set -euo pipefail
case "$*" in '' | --count) ;; *) sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64 ;; esac
cd "$(dirname "$0")/.."

texts=('*.rs' '*.md' '*.js' '*.html' '*.toml' '*.sh' '*.py')

# Files that may contain all the words, because they quote old names.
quotes='^(CHANGELOG\.md|docs/experiments/[^:]*|scripts/words\.sh):'

# search WORD TERM PATTERN [ALLOWED]: prints the occurrences of one word. Both patterns are case-insensitive extended
# regular expressions. Occurrences whose FILE:LINE:TEXT matches ALLOWED are skipped.
search() {
  local word=$1 term=$2 pattern=$3 allowed=${4:-^$}
  { git grep --untracked -n -i -E -e "$pattern" -- "${texts[@]}" || true; } |
    { grep -v -i -E -e "$quotes" -e "$allowed" || true; } |
    sed -E "s|^([^:]*:[0-9]+):[[:space:]]*|\1: $word ($term): |"
  { git ls-files --cached --others --exclude-standard | grep -i -E -e "$pattern" || true; } |
    { grep -v -i -E -e "$allowed" || true; } | sed "s|\$|: $word ($term): the name of the file|"
}

places() {
  search yardstick 'baseline player' yardstick
  # Young Brothers Wait is the name of a published algorithm.
  search brothers siblings '\<brothers\>' 'young[ -]brothers[ -]wait'
  search 'brought home' converted 'brought home'
  # The old anchor is kept for external links.
  search 'stolen time' 'steal time' 'stolen[ _-]?time' 'id="stolen-time"'
  search 'knows no' 'say what it does' '\<knows no\>'
  search 'So many.' 'say what is counted' '\<so many\.($|[^.])'
  # Shell completions are not determinizations.
  search completion determinization '\<completions?\>' \
    '^[^:]*(completion|manual|man_page)|\<(shells?|bash|zsh|fish|clap_complete|man pages)\>'
  # The old flag and plan key are still accepted, and results, CSV files and reports keep the key "entrant". The word is
  # allowed as an alias, as that key, in results of an old version, and in sentences about the former word.
  search entrant participant entrant \
    '^crates/arena/tests/data/begun/|\<(alias|aliases|visible_alias|rename) ?= ?\[?"entrants?"|"entrant"|\<(fault|one)\.entrant\>|\<former (flag|key|name|word)'
  local name
  for name in Trouble Flaw Broken Reject Refusal; do
    search "$name" '...Error' "\<(struct|enum|trait|type|union) [[:alnum:]_]*$name\>"
  done
}

found=$(places)
[ -n "$found" ] || exit 0
if [ "${1:-}" = --count ]; then
  sed -E 's|^([^:]*)(:[0-9]+)?: ([^(]*) \(.*|\1: \3|' <<< "$found" | sort | uniq -c
else
  echo "$found"
fi
echo "$(wc -l <<< "$found") occurrences" >&2
exit 1
