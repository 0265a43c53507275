#!/usr/bin/env bash
# Draws the pictures for the rule pages, docs/games/pictures/GAME.svg. It uses the board renderer of the table and of
# reports (crates/board/page) in headless Chromium, which browser_test.sh installs.
#
#   scripts/pictures.sh [GAME]...   # default: all games
#
# PROGRAMS is a folder with the program speltafel. If it is not set, the script makes a release build.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${PROGRAMS:-}" ] || cargo build --locked --release --quiet --package speltafel --bin speltafel
engine=${PROGRAMS:-target/release}/speltafel
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT

# Prints the position to draw, as the arguments of the command `position`.
position() {
  case $1 in
    checkers) echo startpos ;;
    jeex) echo startpos moves @b2n @c3w @b3e @d3sw b2e @b1n @d2w ;;
    wieniet) echo fen W:WCa3,a4,Cb3,b5,c6,d3,d6,Ce3:Rc1,Cc3,c4,c5,d1,d5,e2,f4:T0,0:H0:F19 ;;
    keezen) echo fen p4:Ya4,12,62:B16,50,b3:R8,32:G57,58,d4:CAJ/A7/4Q/48:X2233355566KK:D3,1:F13 ;;
    querbeet) echo startpos moves '!deal/abbcccfgj/aabddeghi' f5@c3 a2@b2 b3@e4 i2@c2 b0@f3 d4@d2 g1@g3 e0@d1 a4@d5 \
      h1@c4 c0@e3 d4@f2 j1@g4 a1@f4 c1@f5 b1@f1 c1@c5 g0@c6 ;;
    querbeet-figure) echo startpos moves a1@b2 a2@b4 a3@b3 b1@c2 b0@d2 d3@d6 b5@f2 d4@f4 l0@c3 c2@c5 g0@c4 c0@d3 ;;
    querbeet-chain) echo startpos moves c2@n13 b5@o13 b2@o14 a5@p14 a2@o15 a5@p15 b1@o16 g0@o17 c0@n18 g1@m19 \
      i1@l18 f2@k17 d2@j16 h1@j15 e1@j14 d1@j13 j0@k13 c0@l13 ;;
  esac
}

# Prints pieces of the given kinds for both seats, as in `query board`.
pieces() {
  for seat in 1 2; do
    for kind; do printf '{"seat":%d,"kind":"%s"},' "$seat" "$kind"; done
  done | sed 's/^/[/; s/,$/]/'
}

# Prints the legend that is drawn below the board: pieces as in `query board`, or the letters of cards or tiles.
legend() {
  case $1 in
    checkers) pieces man king ;;
    wieniet) pieces down up ;;
    keezen) echo '"A23456789TJQK"' ;;
    querbeet) echo '"abcdefghijkl"' ;;
    *) echo '[]' ;;
  esac
}

page() {
  local game=$1 cells board
  { read -r cells; read -r board; } < <(
    {
      if [ "$game" = querbeet-figure ]; then echo setoption name QuerbeetFigure.Figure value hexagon-19; fi
      printf 'position %s\nquery cells\nquery board\n' "$(position "$game")"
    } | "$engine" --game "$game" | sed -n 's/^response //p'
  )
  cat <<PAGE
<!doctype html>
<meta charset="utf-8">
<script type="text/plain" id="style">$(cat crates/board/page/picture.css)</script>
<pre id="svg"></pre>
<script type="module">
import { pictureOf } from "file://$PWD/scripts/pictures.js";
const style = document.getElementById("style").textContent;
document.getElementById("svg").textContent = pictureOf($cells, $board, $(legend "$game"), style);
</script>
PAGE
}

mkdir -p docs/games/pictures
for game in ${*:-checkers jeex wieniet keezen querbeet querbeet-figure querbeet-chain}; do
  page "$game" > "$home/page.html"
  # Extract the content of <pre> and decode `&lt;` and other entities.
  chromium --headless --no-sandbox --disable-gpu --user-data-dir="$home/profile" --allow-file-access-from-files \
    --virtual-time-budget=5000 --dump-dom "file://$home/page.html" 2> "$home/errors" |
    python3 -c '
import html, re, sys
svg = html.unescape(re.search(r"<pre id=\"svg\">(.*?)</pre>", sys.stdin.read(), re.S)[1])
svg = re.sub(r"(?<=[^\n])(<(?:g|defs)\b)", r"\n\1", svg)
if not svg.startswith("<svg"):
    sys.exit("pictures.sh: the page drew nothing")
open(sys.argv[1], "w").write(svg + "\n")
' "docs/games/pictures/$game.svg" || { tail -5 "$home/errors" >&2; exit 1; }
  echo "docs/games/pictures/$game.svg: $(wc -c < "docs/games/pictures/$game.svg") bytes"
done
