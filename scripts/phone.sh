#!/usr/bin/env bash
# Makes libqix-phone.so in the folder given, beside the program that will look for it there. Without libphonenumber's
# headers it makes nothing: qix works without it (docs/decisions/0015-late-libraries.md).
set -euo pipefail
folder=$1
cd "$(dirname "$0")/.."
library=$folder/libqix-phone.so

if [[ ! -e /usr/include/phonenumbers/phonenumberutil.h ]]; then
  echo "phone: without libphonenumber-dev there is no libqix-phone.so; phone numbers must be given as +491701234567"
  exit
fi
if [[ $library -nt Sources/CPhone/phone.cpp && $library -nt Sources/CPhone/qix_phone.h ]]; then exit; fi
mkdir -p "$folder"
# Under another name first: a running program has the old one mapped.
clang++ -std=c++17 -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror Sources/CPhone/phone.cpp \
  -Wl,-z,now -lphonenumber -o "$library.new"
mv "$library.new" "$library"
