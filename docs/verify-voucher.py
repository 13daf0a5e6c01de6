#!/usr/bin/env python3
"""Check a signed voucher of qix, with nothing but Python's standard library (Ed25519 as in RFC 8032 §5.1).

usage: verify-voucher.py KEY < VOUCHER      KEY is the file that `qix voucher key --quiet` has made

Exit code 0: signed and good now, and what it promises is printed; 6: it isn't; 2: this is no signed voucher, or no key.
Whether it was used before, or made void, nobody can know from it. How it works: docs/vouchers.md.
"""
import hashlib
import json
import sys
import time
from datetime import datetime, timezone
from itertools import islice

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
DOMAIN = b"qix-signed-voucher/1\0"


def add(p, q):
    """Extended coordinates (RFC 8032 §5.1.4)."""
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n, p):
    rest = times(n >> 1, add(p, p)) if n else (0, 1, 1, 0)
    return add(rest, p) if n & 1 else rest


def point(data):
    """RFC 8032 §5.1.3; None for what is no point."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    xx = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(xx, (P + 3) // 8, P)
    if (x * x - xx) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - xx) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signature(signature, message, key):
    a, s = point(key), int.from_bytes(signature[32:], "little")
    if a is None or s >= L or times(8, a)[0] == 0:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    x, y, z, _ = add(times(s, BASE), times(L - h, a))
    z = pow(z, P - 2, P)
    return (y * z % P | (x * z % P & 1) << 255).to_bytes(32, "little") == signature[:32]


def fields(payload):
    flags, value, rest = payload[1], int.from_bytes(payload[2:18], "big"), iter(payload[18:])
    found = {"voucher": "vch_" + "".join(ALPHABET[value >> 5 * i & 31] for i in range(25, -1, -1)).lower()}

    def number():  # seven bits a byte, the lowest first: LEB128
        value = shift = 0
        for byte in rest:
            value, shift = value | (byte & 127) << shift, shift + 7
            if byte < 128:
                return value
        raise ValueError("it ends within a number")

    for bit, name in enumerate(["value", "minimum_purchase", "from", "until", "uses"]):
        if flags >> bit & 1:
            currency = bytes(islice(rest, 3)).decode("ascii") if bit < 2 else None
            found[name] = {"currency": currency, "smallest_units": number()} if bit < 2 else number()
    return found | {"series": bytes(rest).decode("ascii")}


def judge():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        return 2, __doc__.strip()
    try:
        key = bytes.fromhex("".join(open(sys.argv[1], encoding="ascii").read().split()))
        if len(key) != 32:
            raise ValueError("a public key has 64 hexadecimal digits")
    except (OSError, ValueError) as error:
        return 2, f"no key in {sys.argv[1]}: {error}"
    text = "".join(sys.stdin.read().lstrip("\ufeff").upper().replace("-", "").split())
    try:
        letters = text[4:].translate(str.maketrans("OIL", "011"))
        if not text.startswith("QV1.") or set(letters) - set(ALPHABET):
            raise ValueError("it doesn't begin with QV1., or a letter of it is none of base 32")
        value, bits = sum(ALPHABET.index(c) << 5 * i for i, c in enumerate(reversed(letters))), 5 * len(letters)
        data = (value >> bits % 8).to_bytes(bits // 8, "big")
        payload, signature = data[:-64], data[-64:]
        if len(payload) < 19 or payload[0] != 1 or value & (1 << bits % 8) - 1:
            raise ValueError("its version is another one, or something is missing")
        found = fields(payload)
    except ValueError as error:
        return 2, f"no signed voucher: {error}"
    if not is_signature(signature, DOMAIN + payload, key):
        return 6, "the signature is not one of this key over this voucher"
    is_good = found.get("from", 0) <= time.time() < found.get("until", float("inf"))
    for name in {"from", "until"} & found.keys():
        found[name] = datetime.fromtimestamp(found[name], timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    if not is_good:
        return 6, f"the voucher is not good now: {json.dumps(found)}"
    return 0, json.dumps(found)


code, said = judge()
print(said, file=sys.stderr if code else sys.stdout)
sys.exit(code)
