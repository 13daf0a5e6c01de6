#!/usr/bin/env bash
# Opens the customers' app and the staff's console with sample data, in a home that is removed at the end. Without a
# terminal it asks the app for its first page, and ends.
#
#     demo.sh [PROGRAM]
#
# PORT is the app's port on this machine; by default any free one.
set -euo pipefail
cd "$(dirname "$0")/.."
qix=$(realpath "${1:-.build/release/qix}")
QIX_HOME=$(mktemp -d)
export QIX_HOME
unset QIX_TOKEN QIX_TOKEN_FILE
server='' messages=''

finish() {
  trap '' INT TERM HUP
  [ -z "$messages" ] || kill "$messages" 2>/dev/null || true
  [ -z "$server" ] || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; }
  rm -rf "$QIX_HOME"
}
trap finish EXIT
trap 'printf "\nThe demo has ended, and its home is removed.\n"; exit 0' INT TERM HUP

bold='' plain=''
[ ! -t 1 ] || bold=$'\033[1m' plain=$'\033[0m'
say() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }
run() {
  printf '$ qix'
  printf ' %q' "$@"
  printf '\n'
  "$qix" "$@"
}
quietly() { "$qix" "$@" --quiet --yes >/dev/null; }

say "A home of its own, with sample data"
quietly init --sample
say "Coins for everybody in a spreadsheet"
run coins issue --file data/grants.csv --create-users

# A brand, an open door, something for the first coins, and something to draw. The sample has no file of its film.
quietly setting set server.brand-name Alba
quietly setting set sessions.guests open
quietly reward create espresso --brand Alba --title 'An espresso' --delivery voucher:coffee --price 20
quietly reward publish espresso
quietly campaign fund lottery --amount 2000
quietly campaign pause film
quietly card create demo-espresso --title 'An espresso for 20' --text 'One shake, and it is yours.' --tone tint \
  --action 'Look=reward/espresso'
quietly card create demo-lottery --title 'One in ten' --text 'Every draw can be checked.' --tone gold --order 1 \
  --action 'Try it=campaign/lottery'
quietly card create demo-reading --title 'Two minutes to read' --text 'Read, answer, win 5 coins.' --page 2 \
  --action 'Read=campaign/reading'
quietly card publish demo-espresso demo-lottery demo-reading

# Messages to customers, such as codes, go to this terminal.
cat >"$QIX_HOME/send.sh" <<'SEND'
message=$(cat)
field() { printf '%s' "$message" | sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
printf 'message to %s: %s\n' "$(field to)" "$(field text)" >>"$(dirname "$0")/messages"
SEND
: >"$QIX_HOME/messages"
quietly setting set messages.command "/bin/sh $QIX_HOME/send.sh"
quietly setting set messages.phone-via command
quietly setting set messages.email-via command

for role in operator support; do quietly token create "demo-$role" --role "$role" --output "$QIX_HOME/$role.token"; done

: >"$QIX_HOME/served"
"$qix" serve --listen "127.0.0.1:${PORT:-0}" 2>"$QIX_HOME/served" &
server=$!
until address=$(grep -om 1 '127[.]0[.]0[.]1:[1-9][0-9]*' "$QIX_HOME/served"); do
  kill -0 "$server" 2>/dev/null || { cat "$QIX_HOME/served" >&2; exit 1; }
  sleep 0.1
done
port=${address#*:}
quietly setting set app.origin "http://$address"

say "The app"
echo "  http://$address/app/"
echo "  Browsers treat this address as secure. It is for this machine only."
echo "  To sign in, give any number: the code appears below. shop-4711 is +49 170 1234567, and has coins already."
say "The console"
echo "  http://$address/console"
echo "  Paste a token. As operator:  $(<"$QIX_HOME/operator.token")"
echo "                 As support:   $(<"$QIX_HOME/support.token")"
rm "$QIX_HOME"/{operator,support}.token

# The first address that is not this machine's own; other machines of the network find it by that.
network=$(hostname -I 2>/dev/null | tr ' ' '\n' | grep -m 1 '^[0-9.]*$' || true)
if [ -n "$network" ] && command -v openssl >/dev/null && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 \
  -nodes -days 7 -subj "/CN=$network" -addext "subjectAltName=IP:$network,IP:127.0.0.1" \
  -keyout "$QIX_HOME/phone.key" -out "$QIX_HOME/phone.pem" 2>/dev/null; then
  say "A phone on the same network"
  echo "  Phones want HTTPS. Leave this running, and in a second terminal:"
  printf '\n    QIX_HOME=%q %q serve --requests-only --listen %s:8443 \\\n' "$QIX_HOME" "$qix" "$network"
  printf '      --certificate %q --certificate-key %q\n\n' "$QIX_HOME/phone.pem" "$QIX_HOME/phone.key"
  echo "  Then open https://$network:8443/app/ on the phone. It warns once: this certificate was made a moment ago."
  echo "  Everybody on that network can open it, too. Without a network the app opens only with a certificate that the"
  echo "  phone trusts."
fi

if [ ! -t 0 ] || [ ! -t 1 ]; then
  say "There is no terminal: the app's first page, and the end"
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf 'GET /app/ HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$address" >&3
  IFS=$'\r' read -r status _ <&3
  exec 3>&-
  echo "$status"
  [[ $status = "HTTP/1.1 200 "* ]] || exit 1
  exit 0
fi
say "Ctrl-C ends it and removes its home. Messages to customers:"
tail -n +1 -f "$QIX_HOME/messages" &
messages=$!
wait "$server"
