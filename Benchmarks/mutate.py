#!/usr/bin/env python3
"""Changes the sources on purpose, one place at a time, and sees whether a test notices.

    python3 Benchmarks/mutate.py --area CoinsTests Plugins/Coins/Ledger
    python3 Benchmarks/mutate.py --count 40 --seed 7 --directory /dev/shm/mutants \\
        --area 'AccessTests|UpkeepTests' Plugins/Access --area VaultTests Plugins/Vault/Keys Plugins/Vault/Store

Each area is a filter as `swift test` takes it, and the folders or files that those tests are to watch over.

All changes are built into one program, each asleep until QIX_MUTATION has its number, so that there is one build and
not one for each. A change that doesn't compile is left out. A first run of an area's tests sees which changes they come
across at all; what they don't is a survivor without another run.

Works on a copy, never on this checkout. Prints each change and what became of it; the exit code is 1 where one
survived. A survivor is a test that is missing, or a change that makes no difference: look at it and say which.
"""

import argparse
import dataclasses
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FLAGS = ["--build-tests", "--explicit-target-dependency-import-check", "error"]

# What becomes of an operator, how it binds, and what it takes. Blanks around it keep generics and signs out of it.
COMPARED, ADDED = "<T: Comparable>(l: T, r: T) -> Bool", "<T: AdditiveArithmetic>(l: T, r: T) -> T"
EQUAL = "<T: Equatable>(l: T, r: T) -> Bool"
CHANGED = "<T: AdditiveArithmetic>(l: inout T, r: T)"
LOGICAL = "(l: Bool, r: @autoclosure () throws -> Bool) rethrows -> Bool"
OPERATORS = {
    "==": ("!=", "Comparison", EQUAL), "!=": ("==", "Comparison", EQUAL),
    "<": ("<=", "Comparison", COMPARED), "<=": ("<", "Comparison", COMPARED),
    ">": (">=", "Comparison", COMPARED), ">=": (">", "Comparison", COMPARED),
    "+": ("-", "Addition", ADDED), "-": ("+", "Addition", ADDED),
    "+=": ("-=", "Assignment", CHANGED), "-=": ("+=", "Assignment", CHANGED),
    "&&": ("||", "LogicalConjunction", LOGICAL), "||": ("&&", "LogicalDisjunction", LOGICAL),
}
INFIX = re.compile(r"(?<=[^\s(\[,{:] )(==|!=|<=|>=|<|>|\+=|-=|\+|-|&&|\|\|)(?= )|(?<=[\w)\]])(\.\.<)(?=[\w(])")
# Statements that only refuse: leaving them out must be noticed.
CHECK = re.compile(r"^(\s*)(try (?:[A-Za-z]+\.)*(?:require|check|refuse|verify|ensure)[A-Za-z]*\(.*\))\s*$")
CONDITIONS = re.compile(r"^(\s*(?:\} else )?)(guard|if) (.*?)( else \{.*|,| \{.*)$")

FUNCTIONS = '''internal import Glibc

/// The change that is awake; none in an ordinary run.
private let mutationAwake = getenv("QIX_MUTATION").flatMap { Int(String(cString: $0)) } ?? 0
/// Where it is written which changes a run comes across.
private let mutationLog = getenv("QIX_MUTATION_LOG").map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
nonisolated(unsafe) private var mutationSeen = [Bool](repeating: false, count: %d)

func mutation(_ number: Int) -> Bool {
  if let mutationLog, !mutationSeen[number] {
    mutationSeen[number] = true
    _ = "\\(number)\\n".withCString { write(mutationLog, $0, strlen($0)) }
  }
  return number == mutationAwake
}
'''


@dataclasses.dataclass
class Change:
    number: int
    file: str
    line: int
    start: int
    end: int
    text: str
    says: str
    operator: str = ""

    def __str__(self) -> str:
        return f"{self.number} {self.file}:{self.line}: {self.says}"


def code_of(line: str) -> str:
    """The line with strings and comments blanked, so that only code is changed."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda match: "\x00" * len(match.group()), line)
    return re.sub(r"//.*$", lambda match: "\x00" * len(match.group()), line)


def parts_of(conditions: str):
    """The start and end of each condition of a list."""
    depth, start = 0, 0
    for place, character in enumerate(conditions + ","):
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            yield start, place
            start = place + 2


def symbol(operator: str, number: int) -> str:
    """An operator of this change's own: Braille patterns may be part of one."""
    return operator + chr(0x2801 + number // 250) + chr(0x2801 + number % 250)


def changes_of(file: str, text: str, number: int):
    """Every place of a file that can be changed, numbered from the next number on."""
    lines = text.split("\n")
    inside_text = False
    for index, line in enumerate(lines):
        def change(start: int, end: int, text: str, says: str, operator: str = "") -> Change:
            nonlocal number
            number += 1
            return Change(
                number, file, index + 1, start, end, text.replace("NUMBER", str(number)), says, operator)

        if line.count('"""') % 2:
            inside_text = not inside_text
            continue
        code = code_of(line)
        if inside_text or not code.strip("\x00 ") or re.match(r"\s*(#|@|.*\bextension\b|.*\bfunc .* where )", code):
            continue
        for match in INFIX.finditer(code):
            old = match.group()
            # Texts are put together, and have no opposite of that.
            if old == "+" and "\x00" in (code[match.start() - 2], code[match.end() + 1:match.end() + 2]):
                continue
            new = OPERATORS[old][0] if old != "..<" else "..."
            shown = f"{line[:match.start()]}[{old} → {new}]{line[match.end():]}"
            place = change(match.start(), match.end(), "", shown.strip(), old)
            place.text = symbol(old, place.number)
            yield place
        for match in re.finditer(r"\breturn (true|false)\b", code):
            other = "false" if match.group(1) == "true" else "true"
            yield change(
                match.start(1), match.end(1), f"(mutation(NUMBER) ? {other} : {match.group(1)})",
                f"{line.strip()}  [{match.group(1)} → {other}]")
        if match := CHECK.match(code):
            head = change(match.start(2), match.start(2), "if !mutation(NUMBER) { ", f"[left out] {line.strip()}")
            yield head
            yield dataclasses.replace(head, start=len(line), end=len(line), text=" }", says="")
        if match := CONDITIONS.match(code):
            head, end = match.start(3), match.end(3)
            if match.group(2) == "guard":
                for start, stop in parts_of(match.group(3)):
                    condition = line[head + start:head + stop]
                    if not re.match(r"(let|var|case) ", condition):
                        yield change(
                            head + stop, head + stop, " || mutation(NUMBER)", f"{line.strip()}  [without {condition}]")
            elif "{ throw" in code or (index + 1 < len(lines) and lines[index + 1].strip().startswith("throw")):
                yield change(end, end, ", !mutation(NUMBER)", f"{line.strip()}  [never]")


def changed(text: str, changes: list[Change]) -> str:
    lines = text.split("\n")
    for change in sorted(changes, key=lambda change: (change.line, change.start, change.number), reverse=True):
        line = lines[change.line - 1]
        lines[change.line - 1] = line[:change.start] + change.text + line[change.end:]
    return "\n".join(lines)


def functions(changes: list[Change], greatest: int) -> str:
    """What a target's changes call: a function, and an operator for each changed operator."""
    text = [FUNCTIONS % (greatest + 1)]
    for change in changes:
        if not (old := change.operator):
            continue
        own, awake = symbol(old, change.number), f"mutation({change.number})"
        if old == "..<":
            text.append(f"infix operator {own} : RangeFormationPrecedence")
            text.append(f"func {own}<T: Strideable>(l: T, r: T) -> Range<T> where T.Stride: SignedInteger {{")
            text.append(f"  l..<(mutation({change.number}) ? r.advanced(by: 1) : r)\n}}")
            continue
        new, precedence, types = OPERATORS[old]
        r = "try r()" if precedence.startswith("Logical") else "r"
        text.append(f"infix operator {own} : {precedence}Precedence")
        first, second = (f"l {new} r", f"l {old} r") if r == "r" else (f"try l {new} r()", f"try l {old} r()")
        text.append(f"func {own}{types} {{ if {awake} {{ {'' if types == CHANGED else 'return '}{first} }} else "
                    f"{{ {'' if types == CHANGED else 'return '}{second} }} }}")
        if types == EQUAL:
            text.append(f"func {own}<T>(l: T?, r: _OptionalNilComparisonType) -> Bool "
                        f"{{ {awake} ? l {new} r : l {old} r }}")
    return "\n".join(text) + "\n"


def target_of(file: str) -> str:
    """The folder of the target that a file belongs to."""
    parts = file.split("/")
    return "/".join(parts[:3] if parts[0] == "Plugins" and parts[2] == "Contract" else parts[:2])


def put(path: pathlib.Path, content: bytes) -> None:
    """Writes what isn't so already: the build goes by the time of a file."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def checkout() -> dict[str, bytes | str]:
    """This checkout's files as they are now, also those that aren't committed; of a link, where it leads."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = listed.stdout.splitlines()
    links = {name: os.readlink(ROOT / name) for name in names if (ROOT / name).is_symlink()}
    return links | {
        name: (ROOT / name).read_bytes() for name in names if name not in links and (ROOT / name).is_file()}


def lay_out(copy: pathlib.Path, files: dict[str, bytes | str], changes: list[Change]) -> None:
    """Makes the copy as the checkout is, with the changes in it."""
    by_file: dict[str, list[Change]] = {}
    by_target: dict[str, list[Change]] = {}
    for change in changes:
        by_file.setdefault(change.file, []).append(change)
        by_target.setdefault(target_of(change.file), []).append(change)
    for name, content in files.items():
        its = by_file.get(name)
        if isinstance(content, str):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).unlink(missing_ok=True)
            (copy / name).symlink_to(content)
            continue
        put(copy / name, changed(content.decode(), its).encode() if its else content)
        (copy / name).chmod((ROOT / name).stat().st_mode)
    # What an earlier use has left.
    for folder in ("Sources", "Plugins", "Tests", "Benchmarks"):
        for path in (copy / folder).rglob("*"):
            if path.is_file() and (name := str(path.relative_to(copy))) not in files and path.name != "Mutation.swift":
                path.unlink()
    wanted = {f"{target}/Mutation.swift" for target in by_target}
    for path in [*copy.glob("Sources/**/Mutation.swift"), *copy.glob("Plugins/**/Mutation.swift")]:
        if str(path.relative_to(copy)) not in wanted:
            path.unlink()
    for target, its in by_target.items():
        put(copy / target / "Mutation.swift", functions(its, max(change.number for change in changes)).encode())


def without_faulty(changes: list[Change], output: str, copy: pathlib.Path) -> list[Change]:
    """What is left when the changes go that the compiler stumbles over."""
    faulty: set[int] = set()
    errors = re.findall(r"^(/[^:\n]+\.swift):(\d+):\d+: error: (.*)$", output, re.MULTILINE)
    for name, line, message in set(errors):
        file = os.path.relpath(os.path.realpath(name), os.path.realpath(copy))
        own = [change for change in changes if change.file == file]
        before = [change.line for change in own if change.line <= int(line)]
        after = [change.line for change in own if change.line > int(line)]
        # Of a closure as a whole the compiler sometimes says only where it begins.
        is_vague = "failed to produce" in message or "reasonable time" in message
        if before or after:
            worst = min(after) if after and (is_vague or not before) else max(before)
            its = [change for change in own if change.line == worst]
            faulty |= {change.number for change in [one for one in its if one.operator] or its}
    return [change for change in changes if change.number not in faulty]


def run_tests(copy: pathlib.Path, filter: str, limit: float, **environment: str) -> str:
    program = next((copy / ".build/debug").resolve().glob("*PackageTests.xctest"))
    command = [str(program), "--testing-library", "swift-testing", "--filter", filter]
    # End-to-end tests hand no variables on to the program that they start.
    wrapper = copy / f".build/qix-{os.getpid()}"
    exports = "".join(f"export {name}='{value}'\n" for name, value in environment.items())
    wrapper.write_text(f"#!/bin/sh\n{exports}exec '{(copy / '.build/debug/qix').resolve()}' \"$@\"\n")
    wrapper.chmod(0o755)
    environment = {**environment, "QIX_BINARY": str(wrapper.resolve())}
    try:
        done = subprocess.run(
            command, cwd=copy, timeout=limit, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", env={**os.environ, **environment})
    except subprocess.TimeoutExpired:
        return "noticed (time)"
    if done.returncode == 0:
        # A filter that finds nothing passes, too.
        return "SURVIVED" if re.search(r"Test run with [1-9]", done.stdout) else "nothing ran"
    return "noticed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--area", nargs="+", action="append", required=True, metavar=("FILTER", "PATH"),
        help="what swift test --filter takes, then folders or files, from the repository's folder")
    parser.add_argument("--count", type=int, help="changes to try in each area, drawn by the seed (all)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--only", type=lambda text: {int(word) for word in text.split(",")}, help="numbers to try")
    parser.add_argument("--directory", help="where the copy is kept, to be used again; else a temporary one")
    options = parser.parse_args()

    files = checkout()
    areas, changes = [], []
    for filter, *sources in options.area:
        first = len(changes)
        for name in sorted(files):
            if name.endswith(".swift") and any(name == one or name.startswith(f"{one}/") for one in sources):
                changes += changes_of(name, files[name].decode(), changes[-1].number if changes else 0)
        areas.append((filter, {change.number for change in changes[first:] if change.says}))
        if first == len(changes):
            print(f"mutate: nothing to change in {' '.join(sources)}")
            return 2

    with tempfile.TemporaryDirectory() as temporary:
        copy = pathlib.Path(options.directory or temporary) / "qix"
        # What didn't compile the last time won't now.
        memory = copy.parent / "left-out"
        known = set(memory.read_text().split("\n")) if memory.exists() else set()
        found = len([change for change in changes if change.says])
        old = {change.number for change in changes if change.says and f"{change.file}: {change.says}" in known}
        changes = [change for change in changes if change.number not in old]
        while True:
            lay_out(copy, files, changes)
            build = subprocess.run(
                ["swift", "build", *FLAGS], cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if build.returncode == 0:
                break
            left = without_faulty(changes, build.stdout, copy)
            if len(left) == len(changes):
                print(build.stdout[-4000:])
                print("mutate: the build fails for another reason than the changes")
                return 2
            print(f"{len(changes) - len(left)} places that don't compile are left out", flush=True)
            known |= {f"{one.file}: {one.says}" for one in changes if one.says and one not in left}
            memory.write_text("\n".join(sorted(known)))
            changes = left
        places = {change.number: change for change in changes if change.says}
        print(f"seed {options.seed}: {len(places)} changes, {found - len(places)} more don't compile", flush=True)
        tried, survivors = 0, 0
        for filter, numbers in areas:
            drawn = sorted(numbers & places.keys() & (options.only or places.keys()))
            if not drawn:
                continue
            log = copy / f".build/mutations-{os.getpid()}"
            started = time.monotonic()
            if (outcome := run_tests(copy, filter, 3600, QIX_MUTATION_LOG=str(log))) != "SURVIVED":
                print(f"mutate: without a change, the tests of {filter}: {outcome}")
                return 2
            # A change that makes a loop endless is noticed by the time.
            limit = 60 + 4 * (time.monotonic() - started)
            reached = {int(line) for line in log.read_text().split()} if log.exists() else set()
            log.unlink(missing_ok=True)
            print(f"{filter}: {len(drawn)} places, {len(reached & set(drawn))} reached, "
                  f"{time.monotonic() - started:.0f} s", flush=True)
            random.Random(options.seed).shuffle(drawn)
            for number in drawn[:options.count]:
                outcome = "NOT REACHED"
                if number in reached:
                    outcome = run_tests(copy, filter, limit, QIX_MUTATION=str(number))
                tried += 1
                survivors += not outcome.startswith("noticed")
                print(f"{outcome:15} {places[number]}", flush=True)
        print(f"{tried} changes, {tried - survivors} noticed, {survivors} survived")
        return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
