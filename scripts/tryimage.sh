#!/usr/bin/env bash
# Makes the image of packaging/Containerfile from the package of scripts/deb.sh, upon the bare root of scripts/trydeb.sh,
# and runs the main job in it as the image's own user, and its health check. Without a daemon, and with chroot for
# isolation, so that it works where containers themselves can't be run.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "tryimage: $*" >&2
  exit 1
}
command -v buildah >/dev/null || fail "buildah is missing: scripts/setup.sh package"
# shellcheck source=/dev/null
bare=.build/trial/$(. /etc/os-release && echo "$VERSION_CODENAME")
[[ -e $bare.made ]] || fail "there is no bare root: make trydeb"
compgen -G '.build/deb/qix_*.deb' >/dev/null || fail "there is no package: make deb"
export BUILDAH_ISOLATION=chroot

package=$(mktemp -d)
home=$(mktemp -d)
base=$(buildah from scratch)
container=
finish() {
  # shellcheck disable=SC2086 # none, if there is none
  buildah rm $base $container >/dev/null 2>&1 || true
  buildah rmi --force qix-trial-base qix-trial >/dev/null 2>&1 || true
  rm -rf "$package" "$home"
}
trap finish EXIT
cp .build/deb/qix_*.deb "$package"
cp -a "$bare/." "$(buildah mount "$base")"
buildah unmount "$base" >/dev/null
buildah commit --quiet "$base" qix-trial-base >/dev/null
buildah build --quiet --format docker --pull-never --network host --build-arg BASE=localhost/qix-trial-base \
  --build-arg RECOMMENDS=false --tag qix-trial --file packaging/Containerfile "$package" >/dev/null

container=$(buildah from --pull-never qix-trial)
chown 990:990 "$home"
run() { buildah run --user 990:990 --volume "$home:/var/lib/qix" "$container" -- "$@"; }
[[ $(buildah inspect --type image --format '{{.Docker.Config.User}}' qix-trial) == 990:990 ]] || fail "it runs as another"
health=$(buildah inspect --type image --format '{{index .Docker.Config.Healthcheck.Test 1}}' qix-trial)
if run sh -c "$health" >/dev/null 2>&1; then fail "a container without data is healthy"; fi
run qix init --quiet
run qix coins issue --quiet --create-users --file - <data/grants.csv >/dev/null
run qix wallet show shop-4711 --json | grep '"balance": 275' || fail "the coins are others"
run sh -c "$health" || fail "the health check fails: $health"
echo "tryimage: the image is fine"
