import assert from "node:assert/strict"
import { test } from "node:test"
import { isAllowed } from "../../Sources/Faces/QixPages/Pages/h.js"

test("addresses of this site, and openly of another one, are set", () => {
  const good = ["/", "/console/users/usr_1", "#main", "?after=1", "https://example.com/x?y=1#z", "mailto:a@example.com",
    "tel:+390000000", "blob:https://example.com/1"]
  for (const address of good) assert.equal(isAllowed(address), true, address)
})

test("no other address is", () => {
  const schemes = ["javascript", "JavaScript", " javascript", "java\nscript", "data", "vbscript", "file", "http"]
  const bad = [...schemes.map((scheme) => `${scheme}:alert(1)`), "\u0001/x", "http://example.com",
    "//example.com", "/\\example.com", "\\\\example.com",
    "/\t/example.com", "https:/example.com", "https:example.com", "users", "", "/a b", "/x\u007f", "file:///etc"]
  for (const address of bad) assert.equal(isAllowed(address), false, JSON.stringify(address))
})
