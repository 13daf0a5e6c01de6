#!/usr/bin/env bash
# Runs as root within the root that scripts/trydeb.sh has booted: docs/install.md word by word, then what it only tells.
# The folder it lies in has old/ and new/, each with a package, and the page.
set -euo pipefail
cd "$(dirname "$0")"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8

step() { printf '\n=== %s\n' "$*"; }
fail() {
  echo "trial: $*"
  exit 1
}
as_qix() { sudo -u qix "$@"; }
# The blocks of one kind under one heading of the page.
blocks() { awk -v heading="## $1" -v fence='```'"$2" '
  /^## / { here = index($0, heading) == 1 } here && $0 == fence { on = 1; next } /^```/ { on = 0 } on' install.md; }
follow() {
  step "$1"
  local text
  text=$(blocks "$1" sh)
  [[ -n $text ]] || fail "install.md has no commands under '$1'"
  bash -euxo pipefail -c "$text" </dev/null
}
installed() { dpkg-query --show --showformat='${Version}' qix; }
# A home as an older program has left it: a module's migrations are pending.
older_home() {
  rm -rf /var/lib/qix/qix.*
  as_qix env QIX_DISABLE=badges qix init --quiet
  as_qix env QIX_DISABLE=badges qix coins issue --quiet --create-users --file /usr/share/doc/qix/data/grants.csv >/dev/null
  before=$(as_qix env QIX_DISABLE=badges qix wallet show shop-4711 --json)
}
newest() { printf '%s\n' "$@" | sort | tail -n 1; }
pending() { as_qix qix db status --json --quiet | sed -n 's/.*"pending": \([0-9]*\).*/\1/p'; }
backups() { find /var/backups/qix -name 'before-*.db' | wc -l; }

if command -v swift || find / -xdev -name 'libswift*' | grep -q .; then fail "there is Swift"; fi

step "before the package"
apt-get update -qq
cp old/*.deb .
follow "The package"
# On another distribution than the package's own some libraries have other versions.
if as_qix qix doctor --tsv | grep -P '\t(warning|fault)\t' && [[ ! -e foreign ]]; then fail "the doctor finds something"; fi
as_qix qix wallet show shop-4711 --json | grep -q "\"balance\": 275" || fail "the coins are others"
[[ $(stat -c '%U %a' /var/lib/qix /var/backups/qix /etc/qix/private | sort -u) == "qix 700" ]] || fail "folders are open"
if qix_as_root=$(HOME=/root /usr/bin/qix --home /var/lib/qix coins report 2>&1); then fail "root got in: $qix_as_root"; fi

step "the samples that pages and help name"
(cd /usr/share/doc/qix && as_qix qix reward import data/examples/rewards.csv --dry-run --quiet) || fail "a sample is none"

step "timers before there are data, and before there are coins"
jobs=(qix-nightly qix-backup qix-export qix-check)
mkdir away
mv /var/lib/qix/qix.* away
systemctl start "${jobs[@]}"
[[ -z $(ls -A /var/backups/qix) ]] || fail "a job has run without data"
as_qix qix init --quiet
systemctl start "${jobs[@]}"
[[ -s $(newest /var/backups/qix/qix-*.db) ]] || fail "no backup of an empty ledger"
rm /var/lib/qix/qix.* /var/backups/qix/*
mv away/* /var/lib/qix

follow "A vault that opens by itself"
follow "Every night, by systemd"
for unit in "${jobs[@]}"; do
  systemctl is-enabled --quiet "$unit.timer" || fail "$unit.timer isn't enabled"
  systemctl is-active --quiet "$unit.timer" || fail "$unit.timer doesn't run"
  [[ $(systemctl show --property=Result --value "$unit.service") == success &&
    $(systemctl show --property=ConditionResult --value "$unit.service") == yes ]] || fail "$unit has not run"
  systemd-analyze security --threshold=20 "$unit.service" >/dev/null || fail "$unit is exposed"
done
systemd-analyze security --threshold=20 qix-webhooks.service >/dev/null || fail "qix-webhooks is exposed"
[[ -s $(newest /var/backups/qix/qix-*.db) && -s $(newest /var/backups/qix/vault-*.age) ]] || fail "no backup, no export"
journalctl --unit qix-backup | grep -q '"head"\|"hash"' || fail "no head in the journal"
# It has said itself that it is ready, and ends as it is told.
systemctl start qix-serve || { journalctl --no-pager --unit qix-serve; fail "qix-serve doesn't start"; }
[[ -S /run/qix/qix.sock ]] || fail "there is no socket"
systemd-analyze security --threshold=20 qix-serve.service >/dev/null || fail "qix-serve is exposed"
systemctl stop qix-serve && [[ $(systemctl show --property=Result --value qix-serve) == success ]] || fail "qix-serve fails"
sleep 2
systemctl is-active --quiet qix-webhooks || { journalctl --no-pager --unit qix-webhooks; fail "qix-webhooks has ended"; }
# The sandbox holds for any unit called so: it writes to the two folders and nowhere else, though these are its own.
cat >/run/systemd/system/qix-probe.service <<'END'
[Service]
Type=oneshot
PrivateNetwork=yes
ExecStart=/bin/sh -xc 'touch /var/lib/qix/probe /var/backups/qix/probe && rm /var/lib/qix/probe /var/backups/qix/probe'
ExecStart=/bin/sh -xc '! touch /etc/qix/private/probe && ! ls /home && ! ls /proc/1 && ! unshare --user true'
ExecStart=/bin/sh -xc '[ "$$(id -un)" = qix ] && [ "$$(grep -c : /proc/self/net/dev)" = 1 ]'
END
systemctl daemon-reload
systemctl start qix-probe || { journalctl --no-pager --unit qix-probe; fail "the sandbox is another"; }

step "cron"
blocks "Every night, by cron" cron >lines
rm /var/backups/qix/qix-* /var/backups/qix/vault-*
crontab -u qix lines
while read -r _ _ _ _ _ command; do
  # As cron does it: an unescaped per cent sign ends the line, an escaped one is one (crontab(5)).
  command=$(sed -E 's/(^|[^\\])%.*/\1/; s/\\%/%/g' <<<"$command")
  echo "+ $command"
  printed=$(as_qix env -i HOME=/var/lib/qix LOGNAME=qix SHELL=/bin/sh PATH=/usr/bin:/bin /bin/sh -c "$command" 2>&1) ||
    fail "exit code $?: $printed"
  [[ -z $printed ]] || fail "it prints, and cron would mail: $printed"
done <lines
crontab -u qix -r
[[ -s $(newest /var/backups/qix/qix-*.db) && -s $(newest /var/backups/qix/vault-*.age) ]] || fail "no backup, no export"

step "manual pages"
find /usr/share/man/man1 -name 'qix*.1.gz' | wc -l
for page in /usr/share/man/man1/qix*.1.gz; do
  warnings=$(man --warnings --local-file "$page" 2>&1 >/dev/null) || fail "$page: $warnings"
  [[ -z $warnings ]] || fail "$page: $warnings"
done
man --whatis qix-coins-issue || true

step "an upgrade whose backup fails"
systemctl disable --now qix-webhooks
older_home
version=$(installed)
rm ./*.deb
cp new/*.deb .
chown root:root /var/backups/qix
if apt-get install --yes ./qix_*.deb >said 2>&1; then fail "it went through"; fi
grep "^qix: " said
grep -q "the backup before the upgrade failed.*version $version stays" said || { cat said; fail "it doesn't say why"; }
[[ $(installed) == "$version" && $(pending) == 1 ]] || fail "something was changed"
[[ $(as_qix env QIX_DISABLE=badges qix wallet show shop-4711 --json) == "$before" ]] || fail "the old state has changed"
systemctl is-active --quiet qix-backup.timer || fail "the old timers don't run any more"
chown qix:qix /var/backups/qix

follow "Upgrading"
[[ $(installed) != "$version" && $(pending) == 0 && $(backups) == 1 ]] || fail "no upgrade, or without a backup"
[[ $(as_qix qix wallet show shop-4711 --json) == "$before" ]] || fail "the wallet has changed"
systemctl is-active --quiet qix-backup.timer || fail "the timers don't run any more"
as_qix qix db restore /var/backups/qix/before-*.db --home /var/lib/qix/elsewhere --yes
[[ $(as_qix qix --home /var/lib/qix/elsewhere wallet show shop-4711 --json) == "$before" ]] || fail "the backup is another"

step "removed, and installed again over older data"
older_home
apt-get remove --yes qix
[[ ! -e /usr/bin/qix && -s /var/lib/qix/qix.db ]] || fail "removing has left the program, or taken the data"
apt-get install --yes ./qix_*.deb
[[ $(pending) == 0 && $(backups) == 2 && $(as_qix qix wallet show shop-4711 --json) == "$before" ]] || fail "not migrated with a backup"

step "purged"
apt-get purge --yes qix >said 2>&1 || { cat said; fail "purge failed"; }
grep "^qix: " said
grep -q 'the data stay in /var/lib/qix' said || fail "it doesn't say where the data are"
[[ -s /var/lib/qix/qix.db && -s /etc/qix/private/vault.key && ! -e /etc/qix/config ]] || fail "purge has taken data"
[[ -z $(find / -xdev \( -path /trial -o -path /var/lib/qix -o -path /var/backups -o -path '/proc' -o -path '/sys' \) -prune -o \
  -name '*qix*' -print | grep -v -e '^/etc/qix$' -e '/var/cache/apt' -e '/var/log' -e 'systemd/private' -e '^/run/' | tee left) ]] ||
  { cat left; fail "purge has left something"; }
apt-get install --yes ./qix_*.deb >/dev/null
[[ $(as_qix qix wallet show shop-4711 --json) == "$before" ]] || fail "the data are others after a purge"
step "done"
