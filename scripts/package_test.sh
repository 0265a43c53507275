#!/usr/bin/env bash
# Installs, tries and removes the packages of the folder DIST, each in ROOT, the folder of a Debian system. Requires root.
#
#     scripts/package.sh
#     debootstrap --variant=minbase --include=bash-completion,man-db,python3-venv stable ROOT
#     scripts/package_test.sh dist ROOT
set -euo pipefail
[ $# -eq 2 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; exit 64; }

trial=$(cat <<'TRIAL'
set -euo pipefail
export LC_ALL=C.UTF-8
fail() { echo "package_test.sh: $*" >&2; exit 1; }
# Everything in the system, except what dpkg and man-db keep for themselves.
files() { find / -xdev ! -path '/var/cache/man/*' ! -path '/var/lib/dpkg/*-old' | sort; }

# Prints the first page of a table.
first_page() {
  python3 - <<'PYTHON'
import subprocess, urllib.request
with subprocess.Popen(["speltafel-table", "--port", "0"], stdout=subprocess.PIPE, text=True) as table:
    link = next(word for line in table.stdout for word in line.split() if word.startswith("http://"))
    page = urllib.request.urlopen(link).read().decode()
    table.terminate()
print(page)
PYTHON
}

# Prints what bash completes after `speltafel de`.
complete_de() {
  bash -c '
    source /usr/share/bash-completion/bash_completion
    "$(complete -p -D | sed "s/.*-F \([^ ]*\).*/\1/")" speltafel || true
    COMP_WORDS=(speltafel de) COMP_CWORD=1
    "$(complete -p speltafel | sed "s/.*-F \([^ ]*\).*/\1/")" speltafel de speltafel
    echo "${COMPREPLY[@]}"'
}

# Tries the programs in PATH.
try_programs() {
  speltafel demo | tail -n 3
  speltafel-arena run --game checkers --games 4 --nodes 500 --out tournament --participant "name=full" \
    --participant "name=weak options.Skill=5" >/dev/null
  speltafel-arena report tournament
  first_page | grep '<title>'
  speltafel-lab --version
  for page in speltafel speltafel-play speltafel-arena speltafel-table speltafel-lab; do
    man "$page" >page.txt
    grep "^ *$page *- " page.txt || fail "no man page $page"
  done
  [ "$(complete_de)" = demo ] || fail "bash completes 'speltafel de' as '$(complete_de)'"
  rm -r tournament
}

# Compares the files in the system with those before the trial.
nothing_left() {
  cd /
  rm -r /tmp/trial
  diff <(echo "$before") <(files) || fail "the files above are left"
  echo "nothing left"
}

for command in cargo rustc cc; do
  ! command -v "$command" || fail "the system has $command"
done
before=$(files)
trap 'rm -rf /tmp/trial' EXIT

echo "== the .deb"
mkdir -p "$HOME"
cd /tmp/trial
dpkg --install /mnt/speltafel_*.deb
dpkg --status speltafel | grep '^Maintainer: .* <.*@.*>$' || fail "the maintainer has no address"
dpkg --verify speltafel
[ "$(wc -l </var/lib/dpkg/info/speltafel.md5sums)" -gt 100 ] || fail "the package has no sums of its files"
command=$(sed -n 's/^Exec=//p' /usr/share/applications/speltafel-table.desktop)
command -v "${command%% *}" || fail "the entry of the menu starts no program"
try_programs
test -s /usr/share/doc/speltafel/THIRD-PARTY.html
echo "in a folder with nothing else:"
mkdir alone
cp /usr/bin/speltafel alone
chroot alone /speltafel --version
dpkg --purge speltafel
nothing_left

echo "== the tar.gz, in ~/.local"
mkdir -p "$HOME/.local"
cd /tmp/trial
tar -xzf /mnt/speltafel-*.tar.gz --strip-components 1 -C "$HOME/.local"
(
  PATH=$HOME/.local/bin:$PATH
  try_programs
)
test -s "$HOME/.local/share/doc/speltafel/THIRD-PARTY.html"
tar -tzf /mnt/speltafel-*.tar.gz | cut -d / -f 2- | tac | (cd "$HOME/.local" && xargs rm -d 2>/dev/null) || true
find "$HOME/.local" ! -type d >left.txt
# The table's games are the user's own.
grep -v /share/speltafel/ left.txt && fail "the files above are left"
nothing_left

echo "== the wheel, in a virtual environment"
mkdir -p "$HOME"
cd /tmp/trial
python3 -m venv venv
environment() { find venv ! -path '*/__pycache__*' | sort; }
empty=$(environment)
venv/bin/pip install --quiet --no-index /mnt/*.whl
venv/bin/pip show --files speltafel
# Only the programs of the wheel are in PATH.
PATH=$PWD/venv/bin venv/bin/python - <<'PYTHON'
from speltafel.engine import Limit, SimpleEngine
with SimpleEngine.open() as engine:
    print("bestmove", engine.play("startpos", Limit(nodes=1000)).move)
PYTHON
venv/bin/speltafel-arena --version
venv/bin/speltafel-table --version
venv/bin/pip uninstall --quiet --yes speltafel
diff <(echo "$empty") <(environment) || fail "the files above are left"
nothing_left
TRIAL
)

# Mounts and processes end with the namespaces.
# shellcheck disable=SC2016
unshare --mount --pid --fork bash -euo pipefail -c '
  mount --bind "$1" "$2/mnt"
  mount --types proc proc "$2/proc"
  mount --bind /dev "$2/dev"
  exec chroot "$2" env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp/trial/home TERM=dumb \
    bash -c "$3"' trial "$(realpath "$1")" "$(realpath "$2")" "$trial" </dev/null
