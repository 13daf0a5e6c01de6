#!/usr/bin/env bash
# Holds the HTTP interface against its own description: openapi-spec-validator reads the description, and schemathesis
# sends requests that it makes up from it, well-formed and not, as an operator, as support and as a customer. No answer may
# be a fault of the server's, or one that the description doesn't have.
#
#   scripts/contract.sh [EXAMPLES]    made-up requests for each operation, beside those at the edges of what is described
#   scripts/contract.sh --short       one made-up request for each operation, and none at the edges
#   scripts/contract.sh --prepare     fetches what it takes, and no more
#
# QIX_BINARY is the program; .build/release/qix where nothing is said.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/.build/contract

if [[ ! -e $tools/ready ]]; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check schemathesis==4.32.5 openapi-spec-validator==0.9.0
  touch "$tools/ready"
fi
[[ ${1:-} == --prepare ]] && exit 0
phases=coverage examples=1
case ${1:-} in
  '') ;;
  --short) phases=fuzzing ;;
  *) phases=fuzzing,coverage examples=$1 ;;
esac

program=${QIX_BINARY:-$PWD/.build/release/qix}
scratch=$(mktemp -d)
export QIX_HOME=$scratch/home
server=
end() {
  [[ -z $server ]] || kill "$server" 2>/dev/null || true
  wait || true
  rm -rf "$scratch"
}
trap end EXIT

"$program" init --sample --quiet --yes
"$program" setting set sessions.guests open --quiet
"$program" setting set server.guest-requests-per-minute 1000000 --quiet
"$program" serve --listen "unix:$scratch/qix.sock" --listen 127.0.0.1:0 2>"$scratch/notes" &
server=$!
for _ in {1..200}; do
  address=$(grep -o '127\.0\.0\.1:[0-9]*' "$scratch/notes" || true)
  [[ -z $address ]] || break
  sleep 0.05
done
url=http://$address

python3 - "$url" >"$scratch/openapi.json" <<'PY'
import sys, urllib.request
sys.stdout.buffer.write(urllib.request.urlopen(sys.argv[1] + "/v1/openapi.json").read())
PY
"$tools/bin/openapi-spec-validator" --schema 3.1.0 "$scratch/openapi.json"

session() {
  python3 - "$url" <<'PY'
import json, sys, urllib.request
request = urllib.request.Request(sys.argv[1] + "/v1/sessions/trial", data=b"{}", headers={"Content-Type": "application/json"})
print(json.load(urllib.request.urlopen(request))["token"])
PY
}

checks=not_a_server_error,response_schema_conformance,content_type_conformance
status=0
for role in operator support customer; do
  if [[ $role == customer ]]; then
    token=$(session)
  else
    "$program" token create "contract-$role" --role "$role" --output "$scratch/$role.token" --quiet >/dev/null
    token=$(<"$scratch/$role.token")
  fi
  # It keeps what it found last in the folder where it runs.
  (cd "$tools" && "$tools/bin/schemathesis" run "$scratch/openapi.json" --url "$url" --header "Authorization: Bearer $token" \
    --checks "$checks" --phases "$phases" --max-examples "$examples" --request-timeout 20 --generation-deterministic \
    --suppress-health-check all --no-color --max-failures 20 >"$tools/$role.log" 2>&1) || status=$?
  echo "contract: as $role: $(grep -aE '[0-9]+ generated' "$tools/$role.log" | tr -s ' ')"
  # What is wrong, without the advice behind it.
  ((status == 0)) || sed -n '/= \(FAILURES\|ERRORS\) =/,/= WARNINGS =/p' "$tools/$role.log"
  ((status == 0)) || break
done
"$program" db check --quiet || status=$?
((status == 0)) && echo "contract: held"
exit "$status"
