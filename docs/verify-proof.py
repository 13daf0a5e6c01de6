#!/usr/bin/env python3
"""Check a proof of `qix coins prove` against a published head, with nothing but Python's standard library.

usage: verify-proof.py PROOF.json HEAD_HASH

HEAD_HASH is what `qix coins head` showed and the operator has published, in hexadecimal. Exit code 0: the transfer that
is printed was in the ledger when that head was sealed; 1: that is not proven; 2: the proof can't be read, or something
was left out. How it works: docs/ledger.md, "Proofs".
"""
import hashlib
import json
import sys

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32
KINDS = "? issue import fund transfer redeem expire hold capture void time-out reverse".split()


class Fault(Exception):
    """Something that doesn't hold."""


def must(holds, otherwise):
    """What `assert` would do, which `python3 -O` leaves out."""
    if not holds:
        raise Fault(otherwise)


def sha256(data):
    return hashlib.sha256(data).digest()


def integers(*values):
    return b"".join(value.to_bytes(8, "big", signed=True) for value in values)


def root(leaf, index, count, path):
    """RFC 9162, section 2.1.3.2."""
    position, last, node = index, count - 1, sha256(b"\0" + leaf)
    for sibling in path:
        must(last > 0, "the path is too long")
        if position & 1 or position == last:
            node = sha256(b"\1" + sibling + node)
            while not position & 1 and position:
                position, last = position >> 1, last >> 1
        else:
            node = sha256(b"\1" + node + sibling)
        position, last = position >> 1, last >> 1
    must(last == 0, "the path is too short")
    return node


def block_hash(link):
    header = integers(link["block"], link["first_transfer"], link["transfers"], link["sealed_at"])
    return sha256(b"\2" + header + b"".join(bytes.fromhex(link[name]) for name in ("root", "previous", "skip")))


def check(proof, head):
    leaf = bytes.fromhex(proof["leaf"])
    links = proof["links"]
    first = links[0]
    must(0 <= proof["index"] < first["transfers"], "the leaf lies outside its block")
    path = [bytes.fromhex(node) for node in proof["path"]]
    must(root(leaf, proof["index"], first["transfers"], path).hex() == first["root"], "the leaf is not in the block")
    # Each block names the hash of the block before it, and of itself without its lowest set bit.
    for earlier, later in zip(links, links[1:]):
        number, reached = later["block"], earlier["block"]
        name = "skip" if reached == number & (number - 1) else "previous"
        must(name == "skip" or reached == number - 1, "two links don't follow each other")
        must(block_hash(earlier).hex() == later[name], "the chain is broken")
    must(block_hash(links[-1]).hex() == head.lower(), "the chain does not lead to the published head")
    return leaf


def text(prefix, raw):
    value = int.from_bytes(raw, "big")
    return prefix + "_" + "".join(ALPHABET[value >> 5 * i & 31] for i in reversed(range(26)))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(print(__doc__, file=sys.stderr) or 2)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            words = file.read()
    except (OSError, UnicodeDecodeError) as problem:
        sys.exit(print(f"{sys.argv[1]} can't be read: {problem}", file=sys.stderr) or 2)
    try:
        leaf = check(json.loads(words), sys.argv[2])
    except Fault as fault:
        sys.exit(f"NOT proven: {fault}")
    except (KeyError, ValueError, IndexError, TypeError, AttributeError, OverflowError) as fault:
        sys.exit(f"NOT proven: this is no proof of qix, or it was damaged: {fault!r}")
    # What is printed comes from the leaf, which was checked, not from the words beside it.
    number, amount, at = (int.from_bytes(leaf[i:i + 8], "big", signed=True) for i in (11, 67, 75))
    print(f"proven: transfer {number} {text('trf', leaf[19:35])}, {KINDS[leaf[1]]} of {amount}")
    print(f"debit {leaf[35:51].hex()}, credit {leaf[51:67].hex()}, at {at} microseconds since 1970")
