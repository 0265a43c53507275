#!/usr/bin/env bash
# Plays at a table in the local network, with the guest's browser in another
# network namespace, and attacks the table from there. Needs root.
#
#   scripts/lan_test.sh
#
# scripts/browser_test.sh installs Chromium and chromedriver.
set -euo pipefail
cd "$(dirname "$0")/.."

server=speltafel-server-$$
guest=speltafel-guest-$$
home=$(mktemp -d)
driver=
cleanup() {
  [ -z "$driver" ] || kill "$driver" 2>/dev/null || true
  ip netns delete "$server" 2>/dev/null || true
  ip netns delete "$guest" 2>/dev/null || true
  rm -rf "$home"
}
trap cleanup EXIT
python3 -m venv "$home/python"
"$home/python/bin/pip" install --quiet --disable-pip-version-check selenium==4.51.0
cargo build --locked --quiet --bins

ip netns add "$server"
ip netns add "$guest"
ip -n "$server" link add veth0 type veth peer name veth1 netns "$guest"
ip -n "$server" address add 192.168.77.1/24 dev veth0
ip -n "$guest" address add 192.168.77.2/24 dev veth1
for part in "$server lo" "$server veth0" "$guest lo" "$guest veth1"; do
  ip -n "${part% *}" link set "${part#* }" up
done
ip netns exec "$guest" chromedriver --port=9515 --allowed-ips=192.168.77.1 '--allowed-origins=*' >/dev/null 2>&1 &
driver=$!
ip netns exec "$server" "$home/python/bin/python" crates/table/tests/browser/lan.py \
  target/debug/speltafel-table target/debug/speltafel 192.168.77.1 veth0 http://192.168.77.2:9515
