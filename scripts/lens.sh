#!/usr/bin/env bash
# Fetches and builds what the lens takes that Debian lacks or has too old (docs/decisions/0054-what-debian-lacks.md), into
# .build/lens: a folder for each row below. pip's own configuration says where from; what comes is taken only with the
# digest that stands here. What is there already stays. Without any of it qix works, and says what it can't do then.
#
#   scripts/lens.sh              fetches and builds what is missing; a failure is told and is none of the exit code's
#   scripts/lens.sh --strict     the same, but a failure is one
#   scripts/lens.sh --link DIR   shows a program in DIR what is there, as `make install` would lay it out beside it
#   scripts/lens.sh --install DIR   copies what is there and is loaded at run time into DIR
#   scripts/lens.sh --list       the names under which that lies there
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/opt/swift/usr/bin"

# name | version | PyPI package | machine, or any | kind of file | SHA-256 of it | what is taken out of it | what is done
# with that. "source" and "wheel" are the kinds. What is taken is a list of FILES=FOLDER, patterns of the archive's names;
# a pattern's file keeps its name, or gets another behind a colon.
rows=(
  "zxing|3.1.1|zxing-cpp|any|source|1051a521b21a9fe206702ad4186aeb195154e3e1badcd99576d030723f36382b|zxing_cpp-3.1.1/LICENSE=. zxing_cpp-3.1.1/core/**=source|zxing"
  "openvino|2026.4.1|openvino|x86_64|wheel|2d22b1da03f7caf74df30e9f6417d0ab2f637e4a38e08e1dcd294d2c37407aaf|openvino/include/openvino/c/**=include/openvino/c openvino/libs/libopenvino.so.*=lib openvino/libs/libopenvino_c.so.*=lib openvino/libs/libopenvino_intel_cpu_plugin.so=lib openvino/libs/libopenvino_onnx_frontend.so.*=lib openvino/libs/libtbb.so.*=lib openvino/libs/libhwloc.so.*=lib openvino-2026.4.1.dist-info/licenses/**=licenses|openvino"
  "detector|1.4.4|rapidocr-onnxruntime|any|wheel|971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf|rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx=../models:PP-OCRv4_det.onnx|"
  "recogniser|3.10.0|rapidocr|any|wheel|2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050|rapidocr/models/PP-OCRv6_rec_small.onnx=../models:PP-OCRv6_rec_small.onnx|"
)
prefix=$PWD/.build/lens
# What is loaded at run time, by the name it has beside the program's libraries, and where it lies here.
loaded=("openvino|openvino/lib" "models|models")

fail() {
  echo "lens: $*" >&2
  return 1
}

# A package's source is fetched without running anything of it: pip asks its build backend for a name and a version even
# then, and this one answers in its place.
stand_in() {
  local folder=$1 package=$2 version=$3
  mkdir -p "$folder/scikit_build_core"
  : >"$folder/scikit_build_core/__init__.py"
  cat >"$folder/scikit_build_core/build.py" <<END
import os

def prepare_metadata_for_build_wheel(folder, settings=None):
    name = "${package//-/_}-$version.dist-info"
    os.mkdir(os.path.join(folder, name))
    with open(os.path.join(folder, name, "METADATA"), "w") as file:
        file.write("Metadata-Version: 2.1\\nName: $package\\nVersion: $version\\n")
    return name

def build_wheel(*arguments, **named):
    raise SystemExit("nothing is built here")
END
}

# fetch FOLDER PACKAGE VERSION KIND DIGEST: puts the one file into FOLDER.
fetch() {
  local folder=$1 package=$2 version=$3 kind=$4 digest=$5
  mkdir -p "$folder/file"
  printf '%s==%s --hash=sha256:%s\n' "$package" "$version" "$digest" >"$folder/requirements"
  local -a how=(--only-binary ":all:" --platform "manylinux_2_28_$(uname -m)" --python-version 3.11 --implementation cp)
  if [[ $kind == source ]]; then
    how=(--no-binary ":all:" --no-build-isolation)
    stand_in "$folder/backend" "$package" "$version"
  fi
  PYTHONPATH="$folder/backend" python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
    "${how[@]}" --dest "$folder/file" --requirement "$folder/requirements"
}

# unpack ARCHIVE FOLDER TAKEN: the files of a wheel or a source archive that the patterns name.
unpack() {
  python3 - "$@" <<'END'
import fnmatch, os, sys, tarfile, zipfile

archive, folder, taken = sys.argv[1:]
if archive.endswith(".whl"):
    opened = zipfile.ZipFile(archive)
    names, read = [n for n in opened.namelist() if not n.endswith("/")], opened.read
else:
    opened = tarfile.open(archive)
    names = [m.name for m in opened.getmembers() if m.isfile()]
    read = lambda name: opened.extractfile(name).read()
for entry in taken.split():
    pattern, place = entry.split("=")
    place, _, renamed = place.partition(":")
    found = [n for n in names if fnmatch.fnmatchcase(n, pattern.replace("**", "*"))]
    if not found:
        sys.exit(f"lens: {os.path.basename(archive)} has no {pattern}")
    below = pattern.split("**")[0] if "**" in pattern else None
    for name in found:
        inner = name[len(below):] if below else os.path.basename(name)
        target = os.path.join(folder, place, renamed or inner)
        if ".." in inner.split("/"):
            sys.exit(f"lens: {name} leads out of its folder")
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(read(name))
END
}

build_zxing() {
  local folder=$1
  command -v cmake >/dev/null || fail "cmake is needed to build ZXing-C++: apt-get install cmake"
  cmake -S "$folder/source" -B "$folder/made" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DBUILD_SHARED_LIBS=OFF -DZXING_C_API=ON -DZXING_READERS=ON \
    -DZXING_WRITERS=OFF -DCMAKE_INSTALL_PREFIX="$folder" -DCMAKE_INSTALL_LIBDIR=lib >"$folder/log" 2>&1 &&
    cmake --build "$folder/made" --parallel "${JOBS:-2}" >>"$folder/log" 2>&1 &&
    cmake --install "$folder/made" >>"$folder/log" 2>&1 || {
    tail -20 "$folder/log" >&2
    fail "ZXing-C++ can't be built"
  }
  rm -rf "$folder/made" "$folder/source"
}

# The linker asks for the name without a version.
build_openvino() {
  ln -sf "$(cd "$1/lib" && echo libopenvino_c.so.*)" "$1/lib/libopenvino_c.so"
}

# make_row ROW: in a folder of its own first, so that what is there is whole.
make_row() {
  local name version package machine kind digest taken action
  IFS='|' read -r name version package machine kind digest taken action <<<"$1"
  local mark=$prefix/$name.made
  if [[ -e $mark && $(<"$mark") == "$1" ]]; then return; fi
  if [[ $machine != any && $machine != "$(uname -m)" ]]; then
    echo "lens: $package is taken on $machine only; going on without"
    return
  fi
  echo "lens: fetching $package $version"
  local work=$prefix/$name.work
  rm -rf "$work" "$mark" "${prefix:?}/$name"
  mkdir -p "$work/new/$name"
  fetch "$work" "$package" "$version" "$kind" "$digest" || fail "$package $version can't be fetched"
  unpack "$work"/file/* "$work/new/$name" "$taken"
  # What names its own place when it is built has to be built there.
  mkdir -p "$prefix"
  cp -a "$work/new/." "$prefix"
  if [[ -n $action ]]; then "build_$action" "$prefix/$name"; fi
  rm -rf "$work"
  rmdir --ignore-fail-on-non-empty "$prefix/$name"
  printf '%s' "$1" >"$mark"
}

each_loaded() {
  local entry
  for entry in "${loaded[@]}"; do
    if [[ -d $prefix/${entry#*|} ]]; then "$@" "${entry%%|*}" "$prefix/${entry#*|}"; fi
  done
}
link() { ln -sfn "$3" "$1/$2"; }
copy() {
  install -d "$1/$2"
  # Files and no links: those are for the linker.
  find "$3" -maxdepth 1 -type f -exec install -m 644 -t "$1/$2" {} +
}

case ${1-} in
  --list)
    for entry in "${loaded[@]}"; do echo "${entry%%|*}"; done
    exit
    ;;
  --link)
    each_loaded link "${2:?}"
    exit
    ;;
  --install)
    each_loaded copy "${2:?}"
    exit
    ;;
esac

command -v python3 >/dev/null && python3 -m pip --version >/dev/null 2>&1 ||
  fail "pip is needed to fetch what Debian lacks: apt-get install python3-pip" || exit $([[ ${1-} == --strict ]] && echo 1 || echo 0)
faults=0
for row in "${rows[@]}"; do
  # In a shell of its own, in which the first failure ends the row and nothing else.
  set +e
  (
    set -e
    make_row "$row"
  )
  if (($? != 0)); then
    faults=$((faults + 1))
    rm -rf "${prefix:?}/${row%%|*}.work"
    echo "lens: going on without ${row%%|*}; what needs it will say so" >&2
  fi
  set -e
done
if ((faults > 0)) && [[ ${1-} == --strict ]]; then exit 1; fi
exit 0
