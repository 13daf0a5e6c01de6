#!/usr/bin/env python3
"""Check what `qix draw export`, `qix raffle export` or `qix draw verify WINDOW --shake SHAKE --json` wrote, or the app
has saved of a draw, with nothing but Python's standard library.

usage: verify-draw.py FILE [NAME=VALUE ...]        FILE is - for standard input

Each NAME=VALUE is what was published, and must be what the first line says; empty for nothing. docs/draws.md says which
of them a verifier must bring, and from where. Exit code 0: it all holds; 1: it doesn't, and the first fault is named; 2:
wrong usage, or no such file; 3: no fault was found, and it can't be verified: the secret or something published is lacking.
"""
import bisect, hashlib, hmac, itertools, json, sys  # noqa: E401
FIELDS = {  # of the first line those that decide, which a verifier brings, and others; those of each further line
    "qix-draw-window/1": ("window campaign opens closes commitment root", "format committed secret draws",
                          "shake bound value coins"),
    "draw.verify/1": ("window campaign opens closes commitment", "schema sound state draws root secret draw", ""),
    "qix-raffle/1": ("raffle winners beacon_name commitment root beacon",
                     "format name created frozen drawn secret entrants tickets", "entrant tickets place")}

class Fault(ValueError): """Something that doesn't hold."""
def must(holds, otherwise):
    if not holds: raise Fault(otherwise)  # not `assert`, which `python3 -O` leaves out
def unique(pairs):
    must(len(dict(pairs)) == len(pairs), "a line has the same field twice")
    return dict(pairs)
def raw(name, kind):
    """The sixteen bytes of an id such as shk_01m7w9tzg3f7fs9hn862jj74bb, in Crockford's base 32."""
    must(name[:4] == kind + "_" and len(name) == 30, f"{name!r} is no {kind}_… id")
    digits = ["0123456789abcdefghjkmnpqrstvwxyz".index(letter) for letter in name[4:]]
    return sum(digit << 5 * place for place, digit in enumerate(reversed(digits))).to_bytes(16, "big")
def whole(text):
    must(str(text) == str(int(text)) and int(text) >= 0, f"{text!r} is no number as qix writes it")
    return int(text)

def number(secret, message, bound):
    """From 0 to below bound, each equally likely: words of HMAC-SHA-256, those beyond the last multiple left out."""
    for turn in itertools.count():
        mac = hmac.digest(secret, message + (turn.to_bytes(4, "big") if turn else b""), "sha256")
        for i in range(0, 32, 8):
            if (word := int.from_bytes(mac[i : i + 8], "big")) < 2**64 - 2**64 % bound:
                return word % bound

def root(leaves):
    """RFC 6962, section 2.1, of leaves in the order of their ids."""
    must(all(a[:16] < b[:16] for a, b in zip(leaves, leaves[1:])), "a line is there twice, or out of order")
    def node(leaves):
        half = 1 << max(0, len(leaves) - 1).bit_length() >> 1
        return hashlib.sha256(b"\1" + node(leaves[:half]) + node(leaves[half:]) if half else b"".join(leaves)).digest()
    return node([b"\0" + leaf for leaf in leaves]).hex()

def check_window(head, draws, secret):
    numbers = [(raw(d["shake"], "shk"), whole(d["bound"]), whole(d["value"]), whole(d["coins"])) for d in draws]
    found = root([shake + b"".join(n.to_bytes(8, "big") for n in rest) for shake, *rest in numbers])
    must(found == head["root"] or not secret and not head["root"], "the draws are not those of the root")
    must(head["draws"] == (len(draws) if head["root"] else None), f"there are {len(draws)} draws, not {head['draws']}")
    for draw, (shake, bound, value, _) in zip(draws, numbers):
        right = number(secret, raw(head["campaign"], "cmp") + shake, bound) if secret else value
        must(value == right < bound, f"the draw of {draw['shake']} is {value}, and must be {right}")
    return f"{len(draws)} draws of {head['window']}, {sum(n[3] for n in numbers)} coins"

def check_draw(head, _, secret):
    shake, bound, value, coins = (head["draw"][name] for name in "shake bound value coins".split())
    right = number(secret, raw(head["campaign"], "cmp") + raw(shake, "shk"), whole(bound)) if secret else whole(value)
    must(whole(value) == right < whole(bound), f"the draw of {shake} is {value}, and must be {right}")
    return f"the draw of {shake} in {head['window']}, {whole(coins)} coins"

def check_raffle(head, entrants, secret):
    left, winners = [whole(entrant["tickets"]) for entrant in entrants], []
    leaves = [raw(entrant["entrant"], "ent") + n.to_bytes(8, "big") for entrant, n in zip(entrants, left)]
    must(root(leaves) == head["root"], "the list is not that of the root")
    must((head["entrants"], whole(head["tickets"])) == (len(left), sum(left)), "entrants or tickets were miscounted")
    must(sum(left) < 2**63, "there are more tickets than qix counts")
    must(bool(head["beacon"]) == bool(head["beacon_name"] and secret), "the beacon has no name, or no value")
    message = raw(head["raffle"], "rfl") + bytes.fromhex(head["root"])
    message += hashlib.sha256((head["beacon"] or "").encode()).digest()
    for turn in range(min(head["winners"], len(left)) if secret else 0):
        ticket = number(secret, message + turn.to_bytes(4, "big"), sum(left))
        left[owner := bisect.bisect(list(itertools.accumulate(left)), ticket)] = 0
        winners.append(entrants[owner]["entrant"])
    told = {entrant["entrant"]: entrant["place"] for entrant in entrants if entrant["place"] is not None}
    must(told == {winner: place for place, winner in enumerate(winners, 1)}, f"the winners must be {winners}")
    return "\n  ".join([f"{len(left)} entrants of {head['raffle']}, {len(winners)} winners", *winners])

if __name__ == "__main__":
    given = dict(word.split("=", 1) for word in sys.argv[2:] if "=" in word)
    if len(sys.argv) < 2 or len(given) != len(sys.argv) - 2:
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    try:
        with sys.stdin if sys.argv[1] == "-" else open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
        lines = [text] if text.startswith("{\n") else text.removesuffix("\n").split("\n")  # one answer, or lines
        head, *rest = [json.loads(line, object_pairs_hook=unique) for line in lines]
        decides, others, fields = (part.split() for part in FIELDS[head.get("format") or head["schema"]])
        must({*head} == {*decides, *others} and all({*line} == {*fields} for line in rest), "the fields are not qix's")
        text = {name: "" if value is None else str(value) for name, value in head.items()}
        must("".join(text.values()).isprintable(), "a field has characters that can't be printed")
        for name in given:
            must(given[name] == text.get(name), f"{name} is '{text.get(name)}', and '{given[name]}' was published")
        secret = bytes.fromhex(text["secret"])
        must(not secret or hashlib.blake2b(secret, digest_size=32).hexdigest() == head["commitment"], "another secret")
        check = check_draw if "draw" in head else check_window if "window" in head else check_raffle
        found = check(head, rest, secret)
    except OSError as problem:
        sys.exit(print(f"{sys.argv[1]} can't be read: {problem}", file=sys.stderr) or 2)
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as fault:
        sys.exit(f"does NOT hold: {fault if isinstance(fault, Fault) else f'no export of qix, or damaged: {fault!r}'}")
    lacks = [f"{name}=" for name in decides if name not in given] + ([] if secret else ["the secret, not public yet"])
    print(f"can't be verified, for it lacks {', '.join(lacks)}" if lacks else "holds", found, sep=": ")
    for name in decides + others:
        print(f"  {name:12} {text[name] or '-'}{'' if name in given else '   (by the file alone)'}")
    sys.exit(3 if lacks else print("It doesn't show that all was recorded that came before the root."))
