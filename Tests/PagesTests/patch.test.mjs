import assert from "node:assert/strict"
import { test } from "node:test"
import { PatchFault, isEqual, parts, patched } from "../../Sources/Faces/QixPages/Pages/patch.js"

/** The examples of RFC 6902, appendix A: value, patch, and what comes of it; undefined is a fault. */
const EXAMPLES = {
  "A.1": [{ foo: "bar" }, [{ op: "add", path: "/baz", value: "qux" }], { baz: "qux", foo: "bar" }],
  "A.2": [{ foo: ["bar", "baz"] }, [{ op: "add", path: "/foo/1", value: "qux" }], { foo: ["bar", "qux", "baz"] }],
  "A.3": [{ baz: "qux", foo: "bar" }, [{ op: "remove", path: "/baz" }], { foo: "bar" }],
  "A.4": [{ foo: ["bar", "qux", "baz"] }, [{ op: "remove", path: "/foo/1" }], { foo: ["bar", "baz"] }],
  "A.5": [{ baz: "qux", foo: "bar" }, [{ op: "replace", path: "/baz", value: "boo" }], { baz: "boo", foo: "bar" }],
  "A.6": [
    { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
    [{ op: "move", from: "/foo/waldo", path: "/qux/thud" }],
    { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
  ],
  "A.7": [
    { foo: ["all", "grass", "cows", "eat"] }, [{ op: "move", from: "/foo/1", path: "/foo/3" }],
    { foo: ["all", "cows", "eat", "grass"] },
  ],
  "A.8": [
    { baz: "qux", foo: ["a", 2, "c"] },
    [{ op: "test", path: "/baz", value: "qux" }, { op: "test", path: "/foo/1", value: 2 }],
    { baz: "qux", foo: ["a", 2, "c"] },
  ],
  "A.9": [{ baz: "qux" }, [{ op: "test", path: "/baz", value: "bar" }], undefined],
  "A.10": [
    { foo: "bar" }, [{ op: "add", path: "/child", value: { grandchild: {} } }],
    { foo: "bar", child: { grandchild: {} } },
  ],
  "A.11": [{ foo: "bar" }, [{ op: "add", path: "/baz", value: "qux", xyz: 123 }], { foo: "bar", baz: "qux" }],
  "A.12": [{ foo: "bar" }, [{ op: "add", path: "/baz/bat", value: "qux" }], undefined],
  "A.14": [{ "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: 10 }], { "/": 9, "~1": 10 }],
  "A.15": [{ "/": 9, "~1": 10 }, [{ op: "test", path: "/~01", value: "10" }], undefined],
  "A.16": [
    { foo: ["bar"] }, [{ op: "add", path: "/foo/-", value: ["abc", "def"] }], { foo: ["bar", ["abc", "def"]] },
  ],
}

for (const [name, [value, patch, wanted]] of Object.entries(EXAMPLES)) {
  test(`example ${name} of RFC 6902`, () => {
    const before = structuredClone(value)
    if (wanted === undefined) assert.throws(() => patched(frozen(value), patch), PatchFault)
    else assert.deepEqual(patched(frozen(value), patch), wanted)
    assert.deepEqual(value, before)
  })
}

test("pointers have the parts of RFC 6901", () => {
  assert.deepEqual(parts(""), [])
  assert.deepEqual(parts("/"), [""])
  assert.deepEqual(parts("/a~1b/m~0n/ /c%d"), ["a/b", "m~n", " ", "c%d"])
  for (const pointer of ["a", "/~", "/~2", "/a~"]) assert.throws(() => parts(pointer), PatchFault)
})

test("the whole value is replaced, and moved into none of its parts", () => {
  assert.equal(patched({ a: 1 }, [{ op: "replace", path: "", value: 5 }]), 5)
  assert.throws(() => patched({ a: { b: 1 } }, [{ op: "move", from: "/a", path: "/a/b" }]), PatchFault)
  assert.deepEqual(patched({ a: 1 }, [{ op: "copy", from: "/a", path: "/b" }]), { a: 1, b: 1 })
})

test("what isn't there is a fault", () => {
  const faults = [
    { op: "replace", path: "/none", value: 1 }, { op: "remove", path: "/none" }, { op: "remove", path: "/list/2" },
    { op: "add", path: "/list/3", value: 1 }, { op: "add", path: "/list/01", value: 1 },
    { op: "replace", path: "/list/-", value: 1 }, { op: "add", path: "/list/x", value: 1 },
    { op: "add", path: "/text/0", value: 1 }, { op: "copy", from: "/toString", path: "/x" },
    { op: "add", path: "/constructor/prototype", value: 1 }, { op: "upset", path: "/text", value: 1 },
  ]
  for (const fault of faults) {
    assert.throws(() => patched({ list: [1, 2], text: "x" }, [fault]), PatchFault, JSON.stringify(fault))
  }
})

test("a member named __proto__ is a member", () => {
  const made = patched({}, [{ op: "add", path: "/__proto__", value: { evil: true } }])
  assert.deepEqual(Object.keys(made), ["__proto__"])
  assert.equal(made.evil, undefined)
  assert.equal({}.evil, undefined)
})

test("what doesn't change is shared", () => {
  const value = { kept: { a: 1 }, list: [{ b: 1 }, { c: 1 }] }
  const made = patched(value, [{ op: "replace", path: "/list/1/c", value: 2 }])
  assert.equal(made.kept, value.kept)
  assert.equal(made.list[0], value.list[0])
  assert.notEqual(made.list[1], value.list[1])
})

test("a member keeps its place among the others", () => {
  const made = patched({ a: 1, b: { x: 1 }, c: 3 }, [{ op: "replace", path: "/b/x", value: 2 }])
  assert.deepEqual(Object.keys(made), ["a", "b", "c"])
})

test("the order of members doesn't count", () => {
  assert.ok(isEqual({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }))
  for (const [one, other] of [[[1, 2], [2, 1]], [{ a: 1 }, { a: 1, b: 2 }], [{ a: undefined }, { b: 1 }], [[], {}],
    [null, {}], [0, false]]) {
    assert.equal(isEqual(one, other), false)
  }
})

test("patches lead from one random value to another", () => {
  const random = numbers(6902)
  for (let round = 0; round < 500; round++) {
    const [one, other] = [made(random, 4), made(random, 4)]
    const patch = difference(one, other)
    assert.deepEqual(patched(frozen(one), patch), other, JSON.stringify({ one, other, patch }))
  }
})

/** A value that throws when it is changed. */
function frozen(value) {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/** Numbers from 0 to 1, the same in each run (mulberry32). */
function numbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function made(random, depth) {
  const kind = Math.floor(random() * (depth > 0 ? 7 : 4))
  const size = Math.floor(random() * 4)
  if (kind < 4) return [null, random() > 0.5, Math.floor(random() * 9), `t${Math.floor(random() * 9)}`][kind]
  if (kind === 4) return Array.from({ length: size }, () => made(random, depth - 1))
  const names = ["a", "b/c", "d~e", "", "~1", "0"]
  return Object.fromEntries(Array.from({ length: size }, () =>
    [names[Math.floor(random() * names.length)], made(random, depth - 1)]))
}

function difference(one, other, path = "") {
  if (isEqual(one, other)) return [{ op: "test", path, value: other }]
  if (Array.isArray(one) && Array.isArray(other)) {
    const both = Math.min(one.length, other.length)
    return [
      ...other.slice(0, both).flatMap((value, place) => difference(one[place], value, `${path}/${place}`)),
      ...one.slice(both).map((_, place) => ({ op: "remove", path: `${path}/${one.length - 1 - place}` })),
      ...other.slice(both).map((value) => ({ op: "add", path: `${path}/-`, value })),
    ]
  }
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value)
  if (!isObject(one) || !isObject(other)) return [{ op: "replace", path, value: other }]
  const below = (name) => `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
  return [
    ...Object.keys(one).filter((name) => !(name in other)).map((name) => ({ op: "remove", path: below(name) })),
    ...Object.entries(other).flatMap(([name, value]) => name in one
      ? difference(one[name], value, below(name))
      : [{ op: "add", path: below(name), value }]),
  ]
}
