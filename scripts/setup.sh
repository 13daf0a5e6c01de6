#!/usr/bin/env bash
# Makes a Debian 12 machine ready to build qix, with the word `tests` behind it to test it, and with `package` to make its
# Debian package and try that out.
# Changes nothing where everything is there already.
set -euo pipefail

build=(make python3 binutils libc6-dev libstdc++-12-dev libsqlite3-dev libsodium-dev libssl-dev tzdata)
# qix works without these, and says what it can't do then. libcurl4 is loaded at first use.
optional=(libcurl4 libmicrohttpd-dev libgnutls28-dev zlib1g-dev libphonenumber-dev libavformat-dev libqrencode-dev libzint-dev libpng-dev libzbar-dev)
# Web pages are bundled and compressed.
optional+=(esbuild brotli)
# Photos and PDFs of strangers, and what `make lens` fetches and builds with.
optional+=(libjpeg62-turbo-dev libwebp-dev libheif-dev libpoppler-glib-dev fonts-urw-base35 python3-pip cmake)
# Recordings, and the mark in a stadium's music.
optional+=(libsndfile1-dev libfaad-dev libopus-dev libfftw3-single3)
# Tesseract reads texts where OpenVINO isn't there.
optional+=(libtesseract-dev tesseract-ocr-eng)
# What the tests look at the program with: shells for the completions, groff and mandoc for the manual pages, age for
# its files, a mail server, another expansion of calendar rules, readers of barcodes and of SVG, SQLite's own program,
# what draws pictures of text, bookkeeping in plain text, codecs for recordings, JavaScript for clients and pages,
# what watches what programs ask of the system, browsers.
if [[ ${1:-} == tests ]]; then
  optional+=(zsh fish groff-base age python3-aiosmtpd python3-dateutil openssl zbar-tools librsvg2-bin sqlite3)
  optional+=(python3-pil fonts-dejavu-core hledger beancount curl mandoc ffmpeg nodejs strace)
  optional+=(chromium webkit2gtk-driver xvfb xauth python3-venv)
fi
# What makes the package; a bare Debian, what boots it, what reads manual pages, what makes an image.
if [[ ${1:-} == package ]]; then
  optional+=(debhelper dpkg-dev lintian debootstrap systemd-container mandoc buildah)
fi

fail() {
  printf 'setup: %s\n' "$@" >&2
  exit 1
}

is_installed() {
  [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

missing() {
  local package
  for package in "$@"; do is_installed "$package" || printf '%s\n' "$package"; done
}

install() {
  if [[ $(id -u) == 0 ]]; then
    env DEBIAN_FRONTEND=noninteractive apt-get "$@"
  elif command -v sudo >/dev/null; then
    sudo env DEBIAN_FRONTEND=noninteractive apt-get "$@"
  else
    fail "packages are missing, and installing them takes root or sudo. As root, run:" \
      "apt-get install ${needed[*]}"
  fi
}

command -v apt-get >/dev/null || fail "this script knows Debian's apt-get only." \
  "Install the equivalents of: ${build[*]} ${optional[*]}"

mapfile -t needed < <(missing "${build[@]}")
mapfile -t wanted < <(missing "${optional[@]}")
if ((${#needed[@]} == 0 && ${#wanted[@]} > 0)) && [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
  echo "setup: going on without ${wanted[*]}, which would take root or sudo to install" >&2
elif ((${#needed[@]} + ${#wanted[@]} > 0)); then
  echo "setup: installing ${needed[*]} ${wanted[*]}"
  install update -qq || echo "setup: the package lists could not be renewed; trying with those that are here" >&2
  if ((${#needed[@]} > 0)); then install install -y -qq --no-install-recommends "${needed[@]}" >/dev/null; fi
  # One by one: what can't be had is missed by some feature or some test, and they say so.
  for package in "${wanted[@]}"; do
    install install -y -qq --no-install-recommends "$package" >/dev/null ||
      echo "setup: no $package; what needs it will say so, and its tests are skipped" >&2
  done
fi

PATH="$PATH:/opt/swift/usr/bin"
command -v swift >/dev/null || fail "there is no Swift on PATH nor in /opt/swift/usr/bin." \
  "Unpack the toolchain for Debian 12 of https://www.swift.org/install/linux/ into /opt/swift."
version=$(swift --version 2>&1 | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
[[ $version == 6.3* ]] || fail "Swift 6.3 is needed, $(command -v swift) is ${version:-of no known version}." \
  "Unpack a 6.3 toolchain of https://www.swift.org/install/linux/ into /opt/swift, or put it on PATH."
echo "setup: ready (Swift $version)"
