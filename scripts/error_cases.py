#!/usr/bin/env python3
"""Cases of errors that no code decides by: made in one place at most and matched nowhere. Such an error is one
`Failure`, thrown where it happens. Prints a line for each, `path: Enum.case`, and exits 1 when there is one; errors
caught by their type are left out.

It reads text, not types: `.name` counts for an enum in the files that name the enum, and in others of its module if no
other type declares that name.
"""

import re
import sys
from collections import Counter
from pathlib import Path

TOLD = r"\bvar (?:failure|code|category|description|hint|forUser)\b[^{=\n]*\{"
MATCH = re.compile(r"(?:\bcase (?:let )?|\bcatch |[=!~]= )[\w.]*$|\b(?:case|catch) [^:={]*, (?:let )?[\w.]*$")


def block(text, start):
    """The end of the block whose opening brace is before `start`."""
    depth = 1
    for brace in re.finditer(r"[{}]", text[start:]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return start + brace.end()
    return len(text)


def without(text, opening):
    """The text without the blocks that begin like this."""
    while found := re.search(opening, text):
        text = text[: found.start()] + text[block(text, found.end()) :]
    return text


def module(path):
    """The folder of a target: Sources/QixShake, Sources/Kernel/QixAge, Plugins/Coins, Plugins/Coins/Contract."""
    parts = path.parts[:-1]
    short = 2 if parts[0] == "Plugins" and parts[2:3] != ("Contract",) or parts[1].startswith("Qix") else 3
    return parts[:short]


files = {}
for path in sorted([*Path("Sources").rglob("*.swift"), *Path("Plugins").rglob("*.swift")]):
    if "Templates" not in path.parts:
        files[path] = re.sub(r"^\s*//.*$|(?<=\s)// .*$", "", path.read_text(), flags=re.M)

declared, errors, found = Counter(), [], 0
for path, text in files.items():
    declared.update(re.findall(r"\bstatic (?:let|var|func) (\w+)", text))
    for head in re.finditer(r"(package |public )?(?:indirect )?\benum (\w+)\s*(:[^{]*)?\{", text):
        body = re.sub(r"\([^()]*\)", "", without(text[head.end() : block(text, head.end()) - 1], r"\{"))
        cases = re.findall(r"\w+", " ".join(re.findall(r"^\s*case ([^\n]*(?<=,)\n[^\n]*|[^\n]*)", body, re.M)))
        declared.update(cases)
        if re.search(r"\b(?:Failing|Diagnosable)\b", head[3] or ""):
            errors.append((path, head[2], head[1], cases))

for path, name, is_shared, cases in errors:
    naming = {file for file, text in files.items() if re.search(rf"\b{name}\b", text)}
    near = {f: t for f, t in files.items() if module(f) == module(path) or is_shared and f in naming}
    texts = {f: without(t, TOLD) if f == path or f"extension {name}" in t else t for f, t in near.items()}
    if any(re.search(rf"^(?!.*(?:is Failure|case \.)).*\b(?:as\??|is) {name}\b", t, re.M) for t in texts.values()):
        continue
    is_typed = any(f"do throws({name})" in text for text in texts.values())
    for case in cases:
        made, matched = [], 0
        for file, text in texts.items():
            if file in naming or declared[case] == 1:
                for use in re.finditer(rf"(?:\b{name}|(?<![\w)\]?!]))\.{case}\b", text):
                    matched += bool(MATCH.search(text[text.rfind("\n", 0, use.start()) + 1 : use.start()]))
                    made.append(f"throws({name})" in text)
        if len(made) < 2 and not matched and not (is_typed and any(made)):
            print(f"{path}: {name}.{case}")
            found += 1
sys.exit(found > 0)
