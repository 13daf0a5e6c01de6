#!/usr/bin/env python3
"""Check what `qix draw export` or `qix raffle export` wrote, with nothing but Python's standard library.

usage: verify-draw.py FILE [COMMITMENT [ROOT]]

FILE is - for standard input. Give COMMITMENT as it was published before the window opened or the raffle began, and ROOT
as it was published after the window's end or when the list was frozen: without them the file is only compared with
itself. Exit code 0: it all holds; 1: it doesn't, and the first fault is named; 2: no file was named, or it can't be
read. How it works: docs/draws.md.
"""
import hashlib
import hmac
import json
import sys

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32


class Fault(Exception):
    """Something that doesn't hold."""


def must(holds, otherwise):
    """What `assert` would do, which `python3 -O` leaves out."""
    if not holds:
        raise Fault(otherwise)


def raw(name):
    """The sixteen bytes of an id such as shk_01m7w9tzg3f7fs9hn862jj74bb."""
    value = 0
    for letter in name.split("_")[1]:
        value = value << 5 | ALPHABET.index(letter)
    return value.to_bytes(16, "big")


def number(secret, message, bound):
    """From 0 to below bound, each equally likely: words of HMAC-SHA-256, those beyond the last multiple left out."""
    counter, least = b"", 2**64 - 2**64 % bound
    while True:
        mac = hmac.digest(secret, message + counter, "sha256")
        for word in (int.from_bytes(mac[i : i + 8], "big") for i in range(0, 32, 8)):
            if word < least:
                return word % bound
        counter = (int.from_bytes(counter, "big") + 1).to_bytes(4, "big")


def root(leaves):
    """RFC 6962, section 2.1; the stack holds full subtrees as (height, hash)."""
    stack = []
    for leaf in leaves:
        stack.append((0, hashlib.sha256(b"\0" + leaf).digest()))
        while len(stack) > 1 and stack[-1][0] == stack[-2][0]:
            (height, right), (_, left) = stack.pop(), stack.pop()
            stack.append((height + 1, hashlib.sha256(b"\1" + left + right).digest()))
    node = stack.pop()[1] if stack else hashlib.sha256().digest()
    while stack:
        node = hashlib.sha256(b"\1" + stack.pop()[1] + node).digest()
    return node.hex()


def check_window(head, draws, secret):
    def leaf(draw):
        value, bound = int(draw["value"]), int(draw["bound"])
        if secret:
            right = number(secret, raw(head["campaign"]) + raw(draw["shake"]), bound)
            must(value == right, f"the draw of {draw['shake']} is {value}, and must be {right}")
        return raw(draw["shake"]) + b"".join(n.to_bytes(8, "big") for n in (bound, value, draw["coins"]))

    leaves = [leaf(draw) for draw in draws]
    must(all(a[:16] < b[:16] for a, b in zip(leaves, leaves[1:])), "a shake is there twice, or out of order")
    if secret:
        must(len(leaves) == head["draws"], f"there are {len(leaves)} draws, and {head['draws']} were counted")
        must(root(leaves) == head["root"], "the draws are not those of the root")
    return f"{len(leaves)} draws of {head['window']}"


def check_raffle(head, entrants, secret):
    leaves = [raw(entrant["entrant"]) + int(entrant["tickets"]).to_bytes(8, "big") for entrant in entrants]
    must(all(a[:16] < b[:16] for a, b in zip(leaves, leaves[1:])), "an entrant is there twice, or out of order")
    must(root(leaves) == head["root"], "the list is not that of the root")
    left, winners = [int(entrant["tickets"]) for entrant in entrants], []
    beacon = hashlib.sha256((head["beacon"] or "").encode()).digest()
    for turn in range(min(head["winners"], len(left)) if secret else 0):
        message = raw(head["raffle"]) + bytes.fromhex(head["root"]) + beacon + turn.to_bytes(4, "big")
        ticket, owner = number(secret, message, sum(left)), 0
        while ticket >= left[owner]:
            ticket, owner = ticket - left[owner], owner + 1
        left[owner] = 0
        winners.append(entrants[owner]["entrant"])
    told = {entrant["entrant"]: entrant["place"] for entrant in entrants if entrant["place"] is not None}
    places = {winner: place for place, winner in enumerate(winners, 1)}
    must(told == places, f"the winners must be, the first one first: {', '.join(winners) or 'nobody'}")
    return f"{len(leaves)} entrants of {head['raffle']}, {len(winners)} winners"


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    try:
        with sys.stdin if sys.argv[1] == "-" else open(sys.argv[1], encoding="utf-8") as file:
            lines = list(file)
    except (OSError, UnicodeDecodeError) as problem:
        sys.exit(print(f"{sys.argv[1]} can't be read: {problem}", file=sys.stderr) or 2)
    try:
        head, *rest = [json.loads(line) for line in lines]
        for name, published in zip(("commitment", "root"), sys.argv[2:]):
            must(head[name] == published.lower(), f"the {name} is not the one that was published")
        secret = bytes.fromhex(head["secret"] or "")
        must(not secret or hashlib.blake2b(secret, digest_size=32).hexdigest() == head["commitment"], "another secret")
        check = {"qix-draw-window/1": check_window, "qix-raffle/1": check_raffle}[head["format"]]
        print(f"{'holds' if secret else 'secret is not public yet'}: {check(head, rest, secret)}")
    except Fault as fault:
        sys.exit(f"does NOT hold: {fault}")
    except (KeyError, ValueError, IndexError, TypeError, AttributeError, OverflowError) as fault:
        sys.exit(f"does NOT hold: this is no export of qix, or it was damaged: {fault!r}")
