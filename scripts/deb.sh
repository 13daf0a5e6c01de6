#!/usr/bin/env bash
# Makes the Debian package of the program in .build/release, for the distribution that this runs on, and looks at it with
# lintian: .build/deb/qix_VERSION_ARCHITECTURE.deb. The same commit and program make the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
program=.build/release/qix

fail() {
  echo "deb: $*" >&2
  exit 1
}
for tool in dh lintian; do
  command -v "$tool" >/dev/null || fail "$tool is missing: scripts/setup.sh package"
done
[[ -x $program ]] || fail "there is no $program: make release"
for library in $(scripts/late.sh --list) $(scripts/lens.sh --list); do
  [[ -e .build/release/$library || -e .build/lens/$library ]] ||
    echo "deb: the package will lack $library; make lens release says why" >&2
done

# What is built on one distribution names the libraries of that one, so the version names it, too.
# shellcheck source=/dev/null
distribution=$(. /etc/os-release && echo "${ID/debian/deb}$VERSION_ID")
version=$("$program" --version | cut -d ' ' -f 2)-1~$distribution
maintainer="qix maintainers <maintainers@qix.invalid>"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)
export SOURCE_DATE_EPOCH QIX_SOURCE=$PWD

target=$PWD/.build/deb
rm -rf "$target"
mkdir -p "$target/qix"
cp -r packaging/debian "$target/qix/debian"
cd "$target/qix"
sed -i "s/@MAINTAINER@/$maintainer/" debian/control
cat >debian/changelog <<END
qix ($version) unstable; urgency=medium

  * Packaged as it was released.

 -- $maintainer  $(LC_ALL=C.UTF-8 date -u -R -d "@$SOURCE_DATE_EPOCH")
END
dpkg-buildpackage --build=binary --no-sign >"$target/log" 2>&1 || {
  tail -n 30 "$target/log" >&2
  fail "the package could not be made; the whole log is .build/deb/log"
}
cd "$target"
rm -rf qix
lintian --fail-on error,warning --allow-root --tag-display-limit 0 ./*.deb
ls "$target"/*.deb
