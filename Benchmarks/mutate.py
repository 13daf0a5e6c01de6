#!/usr/bin/env python3
"""Changes the sources on purpose, one place at a time, and sees whether a test notices.

    python3 Benchmarks/mutate.py --tests CoinsTests Plugins/Coins/Ledger
    python3 Benchmarks/mutate.py --count 40 --seed 7 --tests 'AccessTests|CatalogTests' Plugins/Access

Works on a copy, never on this checkout. A change that doesn't compile is drawn again. Prints each change and what
became of it; the exit code is 1 where one survived. A survivor is a test that is missing, or a change that makes no
difference: look at it and say which.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What is replaced, and by what. Blanks around operators keep generics, arrows and unary signs out of it.
SWAPS = [
    (" == ", " != "), (" != ", " == "), (" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "),
    (" + ", " - "), (" - ", " + "), (" += ", " -= "), (" -= ", " += "), (" && ", " || "), (" || ", " && "),
    ("return true", "return false"), ("return false", "return true"), ("..<", "..."),
]
# Statements that only refuse: leaving them out must be noticed.
CHECK = re.compile(r"^(\s*)try (?:[A-Za-z]+\.)*(?:require|check|refuse|verify|ensure)[A-Za-z]*\(.*\)\s*$")
GUARD = re.compile(r"^(\s*)guard (?!let|case|var)(.*) else \{(.*)$")


def code_of(line: str) -> str:
    """The line with strings and comments blanked, so that only code is changed."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda match: "\x00" * len(match.group()), line)
    return re.sub(r"//.*$", lambda match: "\x00" * len(match.group()), line)


def mutants(path: pathlib.Path):
    """(line number, old line, new line) for every place of a file that can be changed."""
    inside_text = False
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if line.count('"""') % 2:
            inside_text = not inside_text
            continue
        code = code_of(line)
        if inside_text or not code.strip("\x00 "):
            continue
        for old, new in SWAPS:
            start = code.find(old)
            while start >= 0:
                yield number, line, line[:start] + new + line[start + len(old):]
                start = code.find(old, start + 1)
        if match := CHECK.match(code):
            yield number, line, match.group(1) + "_ = 0"
        if match := GUARD.match(line):
            if "\x00" not in code and ", let " not in line:
                yield number, line, f"{match.group(1)}guard {match.group(2)} || Bool(\"true\")! else {{{match.group(3)}"


def run(command: list[str], folder: pathlib.Path, limit: float) -> tuple[str, str]:
    try:
        done = subprocess.run(
            command, cwd=folder, timeout=limit, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return ("passed" if done.returncode == 0 else "failed"), done.stdout
    except subprocess.TimeoutExpired:
        return "timed out", ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", help="folders or files, from the repository's folder")
    parser.add_argument("--tests", required=True, help="what swift test --filter takes")
    parser.add_argument("--count", type=int, default=20, help="changes to try (20)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    parser.add_argument("--directory", help="where the copy is kept, to be used again; else a temporary one")
    options = parser.parse_args()

    flags = ["--explicit-target-dependency-import-check", "error"]
    build = ["swift", "build", "--build-tests"] + flags
    test = ["swift", "test", "--skip-build", "--disable-xctest", "--filter", options.tests] + flags
    with tempfile.TemporaryDirectory() as temporary:
        copy = pathlib.Path(options.directory or temporary) / "qix"
        if not copy.exists():
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(copy)], check=True)
        started = time.monotonic()
        for command in (build, test):
            outcome, text = run(command, copy, 3600)
            if outcome != "passed":
                print(text[-2000:])
                print("mutate: without any change the build or the tests don't pass")
                return 2
        # A change that makes a loop endless is noticed by the time.
        limit = 120 + 4 * (time.monotonic() - started)

        files = sorted({
            file for source in options.sources
            for file in ([copy / source] if (copy / source).is_file() else (copy / source).rglob("*.swift"))})
        places = [(file, *mutant) for file in files for mutant in mutants(file)]
        if not places:
            print("mutate: nothing to change in there")
            return 2
        print(f"seed {options.seed}: {options.count} of {len(places)} places in {len(files)} files")
        random.Random(options.seed).shuffle(places)
        tried, survivors = 0, 0
        for file, number, old, new in places:
            if tried == options.count:
                break
            original = file.read_text()
            lines = original.split("\n")
            lines[number - 1] = new
            file.write_text("\n".join(lines))
            try:
                if run(build, copy, limit)[0] != "passed":
                    continue
                outcome, _ = run(test, copy, limit)
            finally:
                file.write_text(original)
            tried += 1
            survivors += outcome == "passed"
            verdict = "SURVIVED" if outcome == "passed" else "noticed" if outcome == "failed" else "noticed (time)"
            print(f"{verdict:15} {file.relative_to(copy)}:{number}: {old.strip()}  ->  {new.strip()}", flush=True)
        print(f"{tried} changes, {tried - survivors} noticed, {survivors} survived")
        return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
