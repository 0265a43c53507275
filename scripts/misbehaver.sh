#!/usr/bin/env bash
# Plays many games against a toy engine that crashes, stalls, plays illegal
# moves and reports false results at random. Use it when a change affects how
# the arena handles processes, faults or verdicts. It checks that:
# - all games were played;
# - every fault was charged to the toy engine and has the right kind;
# - no process, file descriptor or zombie is left.
#
#   scripts/misbehaver.sh [GAMES] [GAME]
#   scripts/misbehaver.sh 1000 jeex
#
# PROGRAMS is a folder with the programs speltafel, speltafel-arena and
# toy_engine. If it is not set, the script builds them.
set -euo pipefail
games=${1:-1000} game=${2:-jeex}
if [ -z "${PROGRAMS:-}" ]; then
  source "$(dirname "$0")/common.sh"
  cargo build --locked --release --quiet --example toy_engine
  PROGRAMS=$PWD/target/release
fi
toy=$PROGRAMS/toy_engine
[ -x "$toy" ] || toy=$PROGRAMS/examples/toy_engine
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A silent engine counts as stalled after half a second. The steady engine has only a node limit, so it cannot lose on
# time.
MISBEHAVER=$folder "$PROGRAMS/speltafel-arena" run --quiet --game "$game" --referee-command "$PROGRAMS/speltafel" \
  --participant "name=toy command=$toy args='--fault random --seed 1 --rate 0.9' movetime=500" \
  --participant 'name=steady nodes=20' --games "$games" --concurrency 2 --max-plies 200 \
  --run-patience-stop 500 --out "$folder/out" --log-dir "$folder/logs" > "$folder/table" &
runner=$!

# Sample the file descriptors and zombies of the runner while it plays.
while kill -0 $runner 2> /dev/null; do
  descriptors=$(ls /proc/$runner/fd 2> /dev/null | wc -l)
  zombies=$(ps -o stat= --ppid $runner | grep -c Z || true)
  echo "$descriptors $zombies"
  sleep 0.5
done > "$folder/samples"
code=0
wait $runner || code=$?
left=$(grep -lsz "^MISBEHAVER=$folder$" /proc/[0-9]*/environ | wc -l || true)
python3 - "$folder" "$games" "$code" "$left" << 'PYTHON'
import collections, json, pathlib, sys

folder, games, code, left = pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:])
# The kinds of fault with which each misbehaviour may be charged. DECISIVE faults end the game, NOTED faults do not.
DECISIVE = {
    "crash-new-game": ["crash"], "crash": ["crash"], "leave": ["crash"], "grandchild": ["crash"],
    "close-output": ["crash"], "freeze": ["stall"], "stall": ["stall"], "chatter": ["stall"],
    "flood-output": ["stall"], "long-line": ["stall"], "late": ["time", "stall"], "no-move": ["wrong-bestmove"],
    "huge-move": ["wrong-bestmove"], "null-move": ["disagreement"], "illegal": ["illegal-move"],
    "verdict-p1": ["illegal-move"], "verdict-p2": ["illegal-move"], "deal": ["illegal-move"],
}
NOTED = {"twice": "wrong-bestmove", "stale-position": "wrong-bestmove", "false-result": "disagreement"}
wrong, kinds, misbehaviours = [], collections.Counter(), collections.Counter()
records = [json.loads(line) for line in (folder / "out/results.jsonl").open()]
for record in records:
    log = folder / "logs" / (record["id"].replace("/", ",").replace(":", ",") + ".log")
    done = {line.split()[-1] for line in log.open(errors="replace") if " ! mischief " in line[:80]}
    misbehaviours.update(done)
    faults = record.get("faults", [])
    kinds.update(fault["kind"] for fault in faults)
    own = [seat + 1 for seat, who in enumerate(record["seats"]) if who["entrant"] == "toy"]
    bad = [fault for fault in faults if fault["entrant"] != "toy" or fault["seat"] not in own]
    ended = [fault for fault in faults if fault["decisive"]]
    expected = [kind for misbehaviour in done for kind in DECISIVE.get(misbehaviour, [])]
    if bad:
        wrong.append((record["id"], "charged to the steady engine", bad))
    if bool(expected) != bool(ended) or any(fault["kind"] not in expected for fault in ended):
        wrong.append((record["id"], f"did {done}, charged with {[fault['kind'] for fault in ended]}"))
    if any(not fault["decisive"] and fault["kind"] not in [NOTED.get(misbehaviour) for misbehaviour in done] for fault in faults):
        wrong.append((record["id"], f"did {done}, noted {[fault['kind'] for fault in faults]}"))
    if ended:
        winners = [side for side, team in enumerate(record["teams"]) if own[0] in team]
        if record["result"] == f"p{winners[0] + 1}win" or not record["moves"][-1].startswith("!end/" + record["result"]):
            wrong.append((record["id"], "the toy won although it was charged with a fault"))
samples = [tuple(map(int, line.split())) for line in (folder / "samples").open()][2:-2]
descriptors = [sample[0] for sample in samples] or [0]
quarter = max(1, len(descriptors) // 4)
early, late = max(descriptors[:quarter]), max(descriptors[-quarter:])
print(f"{len(records)} of {games} games, {len({record['id'] for record in records})} different ids, exit code {code}")
print("misbehaviours:", ", ".join(f"{word} {count}" for word, count in misbehaviours.most_common()))
print("charged:", ", ".join(f"{word} {count}" for word, count in kinds.most_common()))
print(f"descriptors of the runner: at most {early} in the first quarter, {late} in the last quarter, {max(descriptors)} overall")
print(f"zombies: at most {max((sample[1] for sample in samples), default=0)} at a time; processes left: {left}")
for line in wrong[:20]:
    print("WRONG", *line)
sound = len({record["id"] for record in records}) == len(records) == games and code == 0 and left == 0 and not wrong
sys.exit(0 if sound and late <= early + 8 else 1)
PYTHON
