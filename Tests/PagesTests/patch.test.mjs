import assert from "node:assert/strict"
import { test } from "node:test"
import { isEqual, parts, patched, PatchFault } from "../../Sources/Faces/QixPages/Pages/patch.js"

const cases = [
  ["an added member", { a: 1 }, [{ op: "add", path: "/b", value: 2 }], { a: 1, b: 2 }],
  ["an added element", { a: [1, 3] }, [{ op: "add", path: "/a/1", value: 2 }], { a: [1, 2, 3] }],
  ["an element at the end", { a: [1] }, [{ op: "add", path: "/a/-", value: 2 }], { a: [1, 2] }],
  ["a replaced whole", { a: 1 }, [{ op: "replace", path: "", value: [1] }], [1]],
  ["a replaced member far down", { a: { b: [{ c: 1 }] } }, [{ op: "replace", path: "/a/b/0/c", value: null }],
    { a: { b: [{ c: null }] } }],
  ["a removed element", { a: [1, 2, 3] }, [{ op: "remove", path: "/a/1" }], { a: [1, 3] }],
  ["a removed member", { a: 1, b: 2 }, [{ op: "remove", path: "/a" }], { b: 2 }],
  ["a removed member far down", { a: { b: 1, c: 2 } }, [{ op: "remove", path: "/a/b" }], { a: { c: 2 } }],
  ["a moved member", { a: { b: 1 } }, [{ op: "move", from: "/a/b", path: "/c" }], { a: {}, c: 1 }],
  ["a copied element", { a: [1, 2] }, [{ op: "copy", from: "/a/0", path: "/a/-" }], { a: [1, 2, 1] }],
  ["a test that holds", { a: { b: 1 } }, [{ op: "test", path: "/a", value: { b: 1 } }], { a: { b: 1 } }],
  ["escapes", { "a/b": 1, "m~n": 2 }, [{ op: "replace", path: "/a~1b", value: 3 }, { op: "remove", path: "/m~0n" }],
    { "a/b": 3 }],
  ["an empty name", { "": 1 }, [{ op: "replace", path: "/", value: 2 }], { "": 2 }],
]
for (const [name, value, operations, expected] of cases) {
  test(`a patch makes ${name}`, () => {
    const before = structuredClone(value)
    assert.deepEqual(patched(value, operations), expected)
    assert.deepEqual(value, before, "the value before is as it was")
  })
}

test("a member keeps its place among the others", () => {
  const made = patched({ a: 1, b: { x: 1 }, c: 3 }, [{ op: "replace", path: "/b/x", value: 2 }])
  assert.deepEqual(Object.keys(made), ["a", "b", "c"])
})

const faults = [
  ["/a/2", { a: [1, 2] }], ["/a/01", { a: [1, 2] }], ["/b/c", { a: 1 }], ["/a/b", { a: 1 }], ["a", { a: 1 }],
  ["/~2", {}],
]
for (const [path, value] of faults) {
  test(`a patch doesn't fit at '${path}' of ${JSON.stringify(value)}`, () => {
    assert.throws(() => patched(value, [{ op: "replace", path, value: 0 }]), PatchFault)
  })
}

test("names of the prototype are names like others", () => {
  const made = patched({}, [{ op: "add", path: "/__proto__", value: { admin: true } }])
  assert.equal(({}).admin, undefined)
  assert.equal(Object.hasOwn(made, "__proto__"), true)
  assert.throws(() => patched({}, [{ op: "replace", path: "/constructor/name", value: 1 }]), PatchFault)
})

test("nothing is moved into itself, and a test that fails is a fault", () => {
  assert.throws(() => patched({ a: {} }, [{ op: "move", from: "/a", path: "/a/b" }]), PatchFault)
  assert.throws(() => patched({ a: 1 }, [{ op: "test", path: "/a", value: 2 }]), PatchFault)
})

test("pointers are read, and values compared", () => {
  assert.deepEqual(parts("/a~1b/~01"), ["a/b", "~1"])
  assert.equal(isEqual({ a: [1, { b: null }], c: 2 }, { c: 2, a: [1, { b: null }] }), true)
  assert.equal(isEqual([1], { 0: 1, length: 1 }), false)
})
