import assert from "node:assert/strict"
import { test } from "node:test"
import { filled, match } from "../../Sources/Faces/QixPages/Pages/paths.js"

test("a path fits a pattern whole, with or without a slash at its end", () => {
  assert.deepEqual(match("/console/users/:user", "/console/users/usr_1"), { user: "usr_1" })
  assert.deepEqual(match("/console", "/console/"), {})
  assert.deepEqual(match("/", "/"), {})
  const others = ["/console/users", "/console/users/", "/console/users/a/b", "/consoles/users/a", "/console/Users/a"]
  for (const path of others) {
    assert.equal(match("/console/users/:user", path), undefined, path)
  }
})

test("values are unescaped, and broken escapes fit nothing", () => {
  assert.deepEqual(match("/find/:what", "/find/a%2Fb%20c"), { what: "a/b c" })
  assert.equal(match("/find/:what", "/find/%zz"), undefined)
})

test("a star takes the rest", () => {
  assert.deepEqual(match("/docs/*page", "/docs/a/b%20c"), { page: "a/b c" })
  assert.equal(match("/docs/*page", "/docs"), undefined)
})

test("patterns make addresses, which fit them again", () => {
  for (const user of ["usr_1", "a/b", "è ă", "%", "..", "?#"]) {
    const path = filled("/console/users/:user/notes", { user })
    assert.deepEqual(match("/console/users/:user/notes", path), { user })
  }
  assert.throws(() => filled("/console/users/:user", {}), /'user'.* is missing/)
})
