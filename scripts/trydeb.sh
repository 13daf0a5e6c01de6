#!/usr/bin/env bash
# Tries the package of scripts/deb.sh out on a fresh Debian that systemd boots: installs it, follows docs/install.md,
# upgrades from an older version, removes and purges it (packaging/trial.sh says what is looked at).
#
#   scripts/trydeb.sh [SUITE]   which Debian; the one of this machine unless it is said
#
# The bare root and the packages fetched stay in .build/trial. Packages come from where this machine's apt gets its own.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "trydeb: $*" >&2
  exit 1
}
(($(id -u) == 0)) || fail "it takes root"
for tool in debootstrap systemd-nspawn dpkg-deb mandoc; do
  command -v "$tool" >/dev/null || fail "$tool is missing: scripts/setup.sh package"
done
shopt -s nullglob
packages=(.build/deb/qix_*.deb)
((${#packages[@]} == 1)) || fail "there is no package: make deb"

# shellcheck source=/dev/null
own=$(. /etc/os-release && echo "$VERSION_CODENAME")
suite=${1:-$own}
# shellcheck disable=SC2016 # apt's own variables
mirror=$(apt-get indextargets --format '$(SITE)' "Codename: $own" 'Created-By: Packages' | head -n 1)
[[ -n $mirror ]] || fail "this machine's apt has no sources for $own: apt-get update"

trial=$PWD/.build/trial
bare=$trial/$suite
mkdir -p "$trial/archives"
root=$(mktemp -d "$trial/root.XXXXXX")
trap 'rm -rf "$root"' EXIT
if [[ ! -e $bare.made ]]; then
  echo "trydeb: making a bare $suite"
  rm -rf "$bare"
  debootstrap --variant=minbase --include=systemd-sysv,dbus,sudo,cron,man-db,groff-base "$suite" "$bare" "$mirror" \
    >"$bare.log" 2>&1 || fail "debootstrap failed: .build/trial/$suite.log"
  touch "$bare.made"
fi
cp -a --reflink=auto "$bare/." "$root"
chmod 755 "$root"

printf '127.0.0.1 localhost %s\n' "$(hostname)" >"$root/etc/hosts"

# The older version is this one under another name.
mkdir -p "$root/trial/new" "$root/trial/old"
cp packaging/trial.sh docs/install.md "$root/trial"
cp "${packages[0]}" "$root/trial/new"
if [[ $suite != "$own" ]]; then touch "$root/trial/foreign"; fi
dpkg-deb -R "${packages[0]}" "$root/older"
sed -i 's/^Version: .*/Version: 0.0.1-1/' "$root/older/DEBIAN/control"
dpkg-deb -Znone --build "$root/older" "$root/trial/old/qix_0.0.1-1.deb" >/dev/null
# mandoc looks at the pages here, man does within.
for page in "$root"/older/usr/share/man/man1/*.gz; do
  zcat "$page" | mandoc -Tlint -W error >&2 || fail "mandoc finds errors in ${page##*/}"
done
rm -rf "$root/older"

cat >"$root/etc/systemd/system/trial.service" <<'END'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/trial/trial.sh
ExecStopPost=/bin/sh -c 'echo "$EXIT_STATUS" >/trial/status; systemctl --no-block poweroff'
StandardOutput=append:/trial/log
StandardError=append:/trial/log
END
mkdir -p "$root/etc/systemd/system/default.target.wants"
ln -s ../trial.service "$root/etc/systemd/system/default.target.wants"
# apt's own timers would hold its lock.
ln -s /dev/null "$root/etc/systemd/system/apt-daily.timer"
ln -s /dev/null "$root/etc/systemd/system/apt-daily-upgrade.timer"
timeout 1200 systemd-nspawn --quiet --register=no --keep-unit --boot --directory="$root" --capability=CAP_NET_ADMIN \
  --bind="$trial/archives:/var/cache/apt/archives" </dev/null >"$trial/console" 2>&1 || true
cp "$root/trial/log" "$trial/log" 2>/dev/null || { tail "$trial/console" >&2 && fail "the root didn't boot"; }
if [[ $(cat "$root/trial/status" 2>/dev/null) != 0 ]]; then
  tail -n 60 "$trial/log" >&2
  fail "the trial failed; its whole log is .build/trial/log"
fi
grep -E '^=== ' "$trial/log"
echo "trydeb: the package of $suite is fine"
