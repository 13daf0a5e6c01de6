#!/usr/bin/env python3
"""Finds the habits of old sentences in what people read: help, errors, hints, notes and messages.

Reads the string literals with a blank in them in Sources/ and Plugins/. Prints `file:line: Lnn: the sentence`.

    words.py [--count] [--warnings] [--changed BASE] [PATH...]

--warnings shows L08 and L09 too, right four times out of five. --changed BASE adds, as warnings, the doc comments on
lines changed since the commit BASE. --count ends with the number per pattern. Exits 1 when there are faults.
"""
import argparse, collections, pathlib, re, subprocess, sys  # noqa: E401

PATTERNS = {
    "L01": r"(?i)\bwho(m|se)?(so)?ever\b",
    "L02": r"\b(of|to|for|from|than|by|with) who\b",
    "L03": r"^(Who|What) (is|isn't|are|was|has|have|had|comes|goes|belongs|asks|wants|may|pays|they|you|nobody)\b"
    r"[^?;:]{30,}\b(is|are|isn't|stays?|goes|gets?|counts?|comes|waits?|learns)\b(?!.*\?)",
    "L04": r"\b(by|behind) which\b|\bof which\b(?! (thing|\d+|one|some|none|most|all) )|\b(moment|time|way|order|day)s? (at|in|by|on|from) which\b",
    "L05": r"(^|[.;(] ?|, )[Ww]here (it|there|they|that|one|none|nothing|a|the|no|somebody|several|lines)\b(?![^.]*\?)",
    "L06": r"(^|[;:] )[Oo]f (a|an|what|several|these|those|each|one)\b",
    "L07": r"\b(is|are|was|were|be|been|isn't|aren't) told\b(?! (to|from|apart))|\btold of\b",
    "L08": r"\bbehind\b(?! (a |the |its )?(reverse )?(prox|nginx|Caddy|back))",
    "L09": r"(?<!let )(?<!it )(?<!them )(?<!'t )\balone\b",
    "L10": r"(?i)\b(anew|likewise|all the same|for ever|meanwhile|beforehand|as yet|the very|amiss|mend(s|ed|ing)?"
    r"|heeds?|vouches|into being|in the place of)\b|\bbesides(?=[.,;:)]|$)",
    "L11": r"(?<!here )\b(is|are|was|were) no (?!longer|more|less|older|one|such|part|way|further|matter)\w+",
    "L12": r"\b(called|named|sent|paid|found|begins?|stays?|must be|done|written|users) so(?=[.,;:)]|$)",
    "L13": r"(^|, |: )[Aa]s ('|[a-z]+:[a-z]|P\d|[A-Z][a-z]+/)",
}
WARNINGS = {"L08", "L09"}
HELP, ERROR, OTHER = 25, 20, 30  # words a sentence, L14
HELPS, ERRORS = {"summary", "discussion", "help"}, re.compile(r"[Ff]ailure$|Error$|^(refuse|reject)")
UNREAD = re.compile(r"^(precondition|preconditionFailure|fatalError|assert|assertionFailure|available)$")
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|WHERE|AND|FROM|JOIN|ORDER)\b[^a-z]")
TOKEN = re.compile(r'//[^\n]*|/\*[\s\S]*?\*/|(?P<quote>#*"(?:"")?)|[()]')


class Reader:
    """The string literals of one Swift file, joined over `+`, each with the call and the label before it."""

    def __init__(self, text):
        self.text, self.found = text, []
        self.code(0, nested=False)

    def code(self, at, nested):
        calls, end, joined = [], None, []
        while match := TOKEN.search(self.text, at):
            start, at = match.span()
            if match[0] == "(":
                calls.append(re.search(r"\w*$", self.text[max(0, start - 40) : start])[0])
            elif match[0] == ")" and nested and not calls:
                return at
            elif match[0] == ")":
                calls = calls[:-1]
            elif match["quote"]:
                sentence, at = self.literal(start, match[0])
                if end is not None and re.fullmatch(r"\s*\+\s*", self.text[end:start]):
                    joined.extend(sentence)
                else:
                    label, joined = re.search(r"(\w*)[:=]?\s*$", self.text[max(0, start - 60) : start])[1], sentence
                    self.found.append((calls[-1] if calls else "", label, sentence))
                end = at
        return len(self.text)

    def literal(self, start, quote):
        """The literal's (character, place) pairs, an interpolation being one noun, and the place after it."""
        hashes, characters = "#" * quote.count("#"), []
        close, escape, at = quote.strip("#") + hashes, "\\" + hashes, start + len(quote)
        while at < len(self.text) and not self.text.startswith(close, at):
            if self.text.startswith(escape + "(", at):
                characters += [(letter, at) for letter in "thing"]
                at = self.code(at + len(escape) + 1, nested=True)
            elif self.text.startswith(escape + "\n", at):
                at = re.compile(r"\s*").match(self.text, at + len(escape)).end()
            elif self.text.startswith(escape, at):
                characters.append((self.text[at + len(escape)].replace("n", "\n"), at))
                at += len(escape) + 1
            elif self.text[at] == "\n" and quote.count('"') == 1:
                return [], at
            else:
                characters.append((self.text[at], at))
                at += 1
        return characters, at + len(close)


def sentences(characters):
    """(sentence, place) of running text: code spans are one word, and a new line or a full stop ends a sentence."""
    text = "".join(character for character, _ in characters)
    blanked = re.sub(r"`[^`\n]*`", lambda span: "`" * len(span[0]), text)
    for match in re.finditer(r"[^\n]+?(?:[.!?][)'\"]?(?=\s+(?:[A-Z'\"(`\-\d/]|qix\b))|(?=\n)|$)", blanked):
        if " " in (sentence := match[0].strip()):
            place = characters[match.start() + len(match[0]) - len(match[0].lstrip())][1]
            yield re.sub(r"`+", "code", sentence), place


def faults(sentence, limit):
    yield from (name for name, pattern in PATTERNS.items() if re.search(pattern, sentence))
    words = re.findall(r"\S*[a-z]\S*", sentence)  # a list of currencies or of columns is not a sentence
    if len(words) > limit and sum("_" in word for word in words) < 3:
        yield "L14"


def strings(text):
    for call, label, characters in Reader(text).found:
        if not UNREAD.match(call) and label != "answer" and not SQL.match("".join(letter for letter, _ in characters)):
            yield False, HELP if label in HELPS else ERROR if ERRORS.search(call) else OTHER, characters


def comments(text, changed):
    """Doc comments as running text, those that touch a changed line."""
    for block in re.finditer(r"(?m)(?:^[ \t]*///.*\n?)+", text):
        first = text.count("\n", 0, block.start()) + 1
        if changed & set(range(first, first + block[0].count("\n") + 1)):
            joined = re.sub(r"(?m)^[ \t]*///[ \t]?", lambda head: "\0" * len(head[0]), block[0])
            pairs = [(letter, block.start() + index) for index, letter in enumerate(joined) if letter != "\0"]
            yield True, OTHER, [(" " if letter == "\n" else letter, place) for letter, place in pairs]


def changed_lines(base):
    lines = collections.defaultdict(set)
    for line in subprocess.check_output(["git", "diff", "-U0", base, "--", "*.swift"], text=True).splitlines():
        if line.startswith("+++ "):
            file = line[6:]
        elif hunk := re.match(r"@@ \S+ \+(\d+)(?:,(\d+))?", line):
            lines[file] |= set(range(int(hunk[1]), int(hunk[1]) + int(hunk[2] or 1)))
    return lines


if __name__ == "__main__":
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("paths", nargs="*", default=["Sources", "Plugins"])
    for flag in ("--count", "--warnings"):
        options.add_argument(flag, action="store_true")
    options.add_argument("--changed", metavar="BASE")
    asked = options.parse_args()
    changed, counts = changed_lines(asked.changed) if asked.changed else {}, collections.Counter()
    for root in map(pathlib.Path, asked.paths):
        for path in sorted(root.rglob("*.swift")) if root.is_dir() else [root]:
            text = path.read_text()
            for comment, limit, characters in [*strings(text), *comments(text, changed.get(str(path), set()))]:
                for sentence, place in sentences(characters):
                    for name in faults(sentence, limit):
                        warning = comment or name in WARNINGS
                        counts[name + " (warnings)" * warning] += 1
                        line = text.count("\n", 0, place) + 1
                        if comment or asked.warnings or not warning:
                            print(f"{path}:{line}: {'warning: ' * warning}{name}: {sentence}")
    if asked.count:
        print("\n".join(f"{name} {number}" for name, number in sorted(counts.items())))
    sys.exit(any("warning" not in name for name in counts))
