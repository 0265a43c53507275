#!/usr/bin/env bash
# Makes the packages of the last commit in dist/: a tar.gz, a .deb and a Python wheel for Linux on x86-64, and the file
# SHA256SUMS. docs/packages.md describes them.
#
# The same commit gives the same files, byte for byte, in every folder of a machine. Changes that are not committed are
# left out. It requires Debian or Ubuntu, and Rust from rustup.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
cargo_deb=3.8.0
target=x86_64-unknown-linux-gnu
programs=(speltafel speltafel-arena speltafel-table speltafel-lab)
folder=$PWD/target/package
source=$folder/source
build=$folder/build/$target/dist
# The files as they are installed. Cargo.toml names this folder for cargo-deb.
root=$source/root
dist=$PWD/dist
version=$(sed -n '/^\[workspace.package\]/,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# Flags in these variables would replace those in .cargo/config.toml.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS

cargo install --quiet --locked --root "$folder/tools" "cargo-deb@$cargo_deb"
tools=$(scripts/python_tools.sh)

rm -rf "$source" "$dist"
mkdir -p "$source" "$dist"
# Files get the current time, so that Cargo sees every change.
git archive HEAD | tar --extract --touch --no-same-permissions --directory "$source"
cd "$source"
flags="'-Ctarget-feature=+crt-static', '--remap-path-prefix=$source=speltafel', '--remap-path-prefix=$folder=build',
  '--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo'"
cargo build --locked --profile dist "${programs[@]/#/--package=}" --target "$target" --target-dir "$folder/build" \
  --config "target.$target.rustflags = [${flags//$'\n'/}]"
for program in "${programs[@]}"; do
  if grep --quiet --fixed-strings --regexp "$folder" --regexp "$HOME/" "$build/$program"; then
    echo "package.sh: $program contains the path of a folder of this machine" >&2
    exit 1
  fi
  if readelf --program-headers --wide "$build/$program" | grep --quiet INTERP; then
    echo "package.sh: $program is not linked statically" >&2
    exit 1
  fi
  install -D --target-directory "$root/bin" "$build/$program"
  "$build/$program" manual "$root/share"
done
documents=$root/share/doc/speltafel
mkdir -p "$documents"
cp -r LICENSE-* ./*.md docs examples plan.example.toml "$documents"
scripts/third_party.py >"$documents/THIRD-PARTY.html"

name=speltafel-$version-x86_64-linux
tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --transform "s,^root,$name," root | gzip --no-name --best >"$dist/$name.tar.gz"

"$folder/tools/bin/cargo-deb" --quiet --no-build --no-strip --target "$target" --profile dist --output "$dist"

cp "$documents/THIRD-PARTY.html" python
# Programs that are linked statically run with every C library, so also where only old ones are.
SPELTAFEL_PROGRAMS=$root/bin SPELTAFEL_PLATFORM=manylinux_2_17_x86_64.musllinux_1_1_x86_64 \
  "$tools/bin/pip" wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$dist" ./python

cd "$dist"
sums=$(sha256sum -- *)
echo "$sums" >SHA256SUMS
ls -l
