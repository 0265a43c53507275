#!/usr/bin/env bash
# Makes the packages of the last commit in dist/: a tar.gz, a .deb and a Python wheel for Linux on x86-64, and the file
# SHA256SUMS. docs/packages.md describes them.
#
# The same commit gives the same files, byte for byte, in every folder of a machine. Changes that are not committed are
# left out. It requires Debian or Ubuntu, and Rust from rustup.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 022
target=x86_64-unknown-linux-gnu
programs=(speltafel speltafel-arena speltafel-table speltafel-lab)
folder=$PWD/target/package
source=$folder/source
build=$folder/build/$target/dist
# The files as they are installed.
root=$source/root
dist=$PWD/dist
version=$(sed -n '/^\[workspace.package\]/,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# Flags in these variables would replace those in .cargo/config.toml.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS

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
install -D --mode=644 --target-directory "$root/share/applications" crates/table/desktop/speltafel-table.desktop
install -D --mode=644 --target-directory "$root/share/icons/hicolor/scalable/apps" crates/table/desktop/speltafel.svg

name=speltafel-$version-x86_64-linux
tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --transform "s,^root,$name," root | gzip --no-name --best >"$dist/$name.tar.gz"

deb=$folder/deb
rm -rf "$deb"
mkdir -p "$deb/DEBIAN" "$deb/usr/share/zsh"
cp -r "$root"/* "$deb/usr"
# Debian's zsh does not look in the folder site-functions of packages.
mv "$deb/usr/share/zsh/site-functions" "$deb/usr/share/zsh/vendor-completions"
cp LICENSE-MIT "$deb/usr/share/doc/speltafel/copyright"
find "$deb/usr/share/man" -type f -exec gzip --no-name --best {} +
# The programs are linked statically, so the package depends on no other.
cat >"$deb/DEBIAN/control" <<CONTROL
Package: speltafel
Version: $version-1
Architecture: amd64
Maintainer: $(git -C "$dist" log -1 --format='%cn <%ce>')
Installed-Size: $(du --summarize --apparent-size --block-size=1024 "$deb/usr" | cut -f 1)
Section: games
Priority: optional
Description: engine, tournaments and a table for five board games
 A UGI engine for English draughts, Jeex, Wie niet weg is, Keezen and Querbeet (speltafel), a tournament runner for
 engines (speltafel-arena), a server for playing in the browser (speltafel-table), and a builder of endgame databases
 (speltafel-lab).
CONTROL
(cd "$deb" && find usr -type f -exec md5sum {} + | sort -k 2 >DEBIAN/md5sums)
dpkg-deb --root-owner-group --build "$deb" "$dist/speltafel_$version-1_amd64.deb" >/dev/null

cp "$documents/THIRD-PARTY.html" python
# Programs that are linked statically run with every C library, so also where only old ones are.
SPELTAFEL_PROGRAMS=$root/bin SPELTAFEL_PLATFORM=manylinux_2_17_x86_64.musllinux_1_1_x86_64 \
  "$tools/bin/pip" wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$dist" ./python

cd "$dist"
sums=$(sha256sum -- *)
echo "$sums" >SHA256SUMS
ls -l
