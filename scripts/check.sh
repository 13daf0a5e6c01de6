#!/usr/bin/env bash
# Finds what the compiler doesn't: lint faults, Foundation in the program, overlong files, plugins that know plugins,
# error cases that no code decides by, and old habits of sentences.
# Undeclared imports are the compiler's: every build runs with --explicit-target-dependency-import-check error.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/opt/swift/usr/bin"

faults=0
fault() {
  echo "check: $*" >&2
  faults=$((faults + 1))
}

# path:module for every import in the folders and files given.
imports() {
  grep -rHoE --include='*.swift' \
    '^[[:space:]]*(@[A-Za-z_]+(\([^)]*\))?[[:space:]]+)*((public|package|internal|fileprivate|private)[[:space:]]+)?import[[:space:]]+((struct|class|enum|protocol|typealias|func|let|var)[[:space:]]+)?[A-Za-z_][A-Za-z0-9_]*' \
    "$@" | sed -E 's/:.*[[:space:]]([A-Za-z0-9_]+)$/:\1/' || true
}

mapfile -t plugins < <(find Plugins -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort)
is_plugin() { [[ " ${plugins[*]} " == *" $1 "* ]]; }

swift format lint --strict --parallel --recursive Package.swift Sources Plugins Tests Benchmarks || fault "lint faults, see above"

# Loading Foundation takes longer than most commands run. Tests may use it.
while IFS=: read -r file module; do
  if [[ $module == Foundation* && $file != Sources/QixTesting/* ]]; then fault "$file imports $module"; fi
done < <(imports Sources Plugins)

while read -r lines file; do
  if ((lines > 400)); then fault "$file has $lines lines; more than 400 are two things"; fi
done < <(find Sources Plugins Tests Benchmarks -type f -regex '.*\.\(css\|js\|mjs\|py\|swift\)' -exec wc -l {} + | grep -v ' total$')

for plugin in "${plugins[@]}"; do
  while IFS=: read -r file module; do
    if is_plugin "$module"; then fault "$file imports the plugin $module; import ${module}Contract"; fi
  done < <(imports "Plugins/$plugin")
done

# A type of shake is written against QixShake and Contracts. What else it needs of the platform stands behind its name
# in the manifest. QixLens is what a type with sights names.
while IFS= read -r entry; do
  name=$(grep -oP 'shake\(\s*"\K[A-Za-z0-9]+' <<<"$entry")
  while IFS=: read -r file module; do
    if [[ $module != QixShake && $module != QixLens && -n $(find Sources -maxdepth 2 -type d -name "$module") && $entry != *"\"$module\""* ]]; then
      fault "$file imports $module; QixShake brings what a shake needs, or name it in Package.swift: shake(\"$name\", platform: [\"$module\"])"
    elif [[ $module == *Contract && $module != CampaignsContract && $module != IdentityContract && $entry != *"\"$module\""* ]]; then
      fault "$file imports $module, which isn't a shake's business unless Package.swift says so: shake(\"$name\", contracts: [\"$module\"])"
    fi
  done < <(imports "Plugins/$name")
done < <(tr '\n' ' ' <Package.swift | grep -oP '(?<=[,\[])\s+shake\(\s*"[^)]*\)')

# The platform knows no feature; the catalogue alone lists them.
while IFS=: read -r file module; do
  if [[ $file != Sources/QixCatalog/* ]] && is_plugin "${module%Contract}"; then fault "$file imports the plugin $module"; fi
done < <(imports Sources)

# An ordinary comparison ends at the first difference, and its time tells an attacker how far a guess was right. Secrets
# themselves can't be compared so: SecretBytes has no other comparison. This is for what is derived from them.
secret='[A-Za-z_]*([Dd]igest|[Hh]ash|[Mm]ac|MAC|[Tt]ag|[Pp]roof|[Cc]ommitment)'
secret+='(\(([^()]|\([^()]*\))*\))?'
end='(?![A-Za-z_.(\[])'
while IFS= read -r place; do
  fault "$place: compares what an attacker may guess; constantTimeEqual does it in constant time"
done < <(
  grep -rnP --include='*.swift' \
    "^(?!\s*//).*(\b$secret( (==|!=) (?!nil\b)|\.(elementsEqual|starts)\()|( (==|!=)|\b(elementsEqual|starts)\((with: )?)\s?(try )?([A-Za-z0-9_?!]+\.)*$secret$end)" \
    Plugins/Access Plugins/Identity Plugins/Vault Sources/Kernel/QixAge Sources/Kernel/QixCrypto Sources/Kernel/QixTokens | cut -d: -f1,2 || true # it fails where it finds nothing, and the next would not run
  grep -rnE --include='*.swift' '\b(memcmp|bcmp|sodium_memcmp|timingsafe_bcmp|strcmp)\(' Sources Plugins \
    | grep -v '^Sources/Kernel/QixCrypto/SecretBytes.swift:' | cut -d: -f1,2
)

# An error is a case only if code decides by it; else it is a Failure, thrown where it happens.
python3 scripts/error_cases.py >&2 || fault "error cases that no code decides by, see above"

# Help, errors and hints, in plain words: the patterns are in the script.
python3 scripts/words.py >&2 || fault "old habits of sentences, see above"

# Scripts of web pages. `make pages` fetches what looks at them, and looks as well.
if [[ -e .build/pages-tools/made ]]; then
  scripts/pages/lint.sh >&2 || fault "faults in scripts of web pages, see above"
else
  echo "check: scripts of web pages are left to \`make pages\`, since .build/pages-tools isn't there" >&2
fi

if ((faults > 0)); then
  echo "check: $faults faults" >&2
  exit 1
fi
echo "check: no faults"
