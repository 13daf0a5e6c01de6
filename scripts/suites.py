"""The suites that a change can touch, worked out from the manifest: a line for each, or `all`.

    swift package dump-package | python3 suites.py FILE…

FILEs are those that changed. A suite is touched when its part is, or when that depends on one that is. QixCatalog and
QixTesting, on which everything depends, count as touched only when they are changed themselves; CatalogTests and
ConformanceTests look at all features at once. A file outside of features and suites, such as one of the platform or of
data, may touch any suite.
"""

import json
import sys

ASSEMBLED = {"QixCatalog", "QixTesting"}

targets = json.load(sys.stdin)["targets"]
changed = sys.argv[1:]
if any(not file.startswith(("Plugins/", "Tests/")) and not file.endswith(".md") for file in changed):
    print("all")
    sys.exit()


def part(file):
    """The target with the longest path around a file: a Contract lies within its feature."""
    around = [t for t in targets if file.startswith(t["path"] + "/")]
    return max(around, key=lambda t: len(t["path"]))["name"] if around else None


touched = {part(file) for file in changed} - {None}
grown = True
while grown:
    dependent = {
        t["name"]
        for t in targets
        if t["name"] not in ASSEMBLED and any(d["byName"][0] in touched for d in t["dependencies"])
    }
    grown = not dependent <= touched
    touched |= dependent
suites = {t["name"] for t in targets if t["type"] == "test"}
whole = {"CatalogTests", "ConformanceTests"} if changed else set()
print("\n".join(sorted(touched & suites | whole)))
