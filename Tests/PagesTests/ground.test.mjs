import assert from "node:assert/strict"
import { test } from "node:test"
import { csv, guarded } from "../../Sources/Faces/QixPages/Pages/csv.js"
import { EventReader } from "../../Sources/Faces/QixPages/Pages/events.js"
import { pause } from "../../Sources/Faces/QixPages/Pages/follow.js"
import { isAllowed } from "../../Sources/Faces/QixPages/Pages/h.js"
import { filled, match } from "../../Sources/Faces/QixPages/Pages/paths.js"
import { fit, marked } from "../../Sources/Faces/QixPages/Pages/parts/found.js"
import { labelled, marks } from "../../Sources/Faces/QixPages/Pages/parts/scale.js"
import { quoted } from "../../Sources/Faces/QixPages/Pages/parts/says.js"
import { sorted } from "../../Sources/Faces/QixPages/Pages/parts/table.js"
import { withRecent } from "../../Sources/Faces/QixPages/Pages/store.js"

test("addresses lead to this site, or openly to another", () => {
  for (const good of ["/console", "#main", "?a=1", "https://example.com", "mailto:a@b.it", "tel:+39", "/"]) {
    assert.equal(isAllowed(good), true, good)
  }
  const script = "javascript"
  for (const bad of [`${script}:alert(1)`, "//evil.example", "/\\evil.example", ` ${script}:x`, "java\nscript:x",
    "data:text/html,x", "http://example.com", "/a\tb", "vbscript:x",
    "console"]) {
    assert.equal(isAllowed(bad), false, bad)
  }
})

test("events come out of pieces, whatever ends their lines", () => {
  const reader = new EventReader()
  assert.deepEqual(reader.read("retry: 2000\r\n\r"), [])
  assert.deepEqual(reader.read("\nevent: snap"), [])
  const events = reader.read("shot\ndata: {\"a\":\ndata:1}\nid: 7\n\n: comment\n\ndata: x\r\r")
  assert.deepEqual(events, [{ type: "snapshot", data: "{\"a\":\n1}", id: "7" }])
  assert.deepEqual(reader.read("\n"), [{ type: "message", data: "x", id: "7" }])
  assert.equal(reader.retry, 2000)
})

test("pauses grow to half a minute, and aren't all alike", () => {
  assert.equal(pause(0, 1000, 0.5), 1000)
  assert.equal(pause(3, 1000, 0.5), 8000)
  assert.equal(pause(90, 2000, 0.5), 30_000)
  assert.equal(pause(1, 1000, 0) < pause(1, 1000, 1), true)
})

test("CSV quotes what needs it, and guards what a spreadsheet would run", () => {
  assert.equal(csv([["a", "b,c"], [1, 'say "x"'], [-5, null]]), 'a,"b,c"\r\n1,"say ""x"""\r\n-5,\r\n')
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\uff1d1", "'=1"]) assert.equal(guarded(text), `'${text}`)
  for (const text of ["ada", "", "'ada", "a=b", "1-2"]) assert.equal(guarded(text), text)
})

test("addresses fit patterns and give their values", () => {
  assert.deepEqual(match("/console/users/:user", "/console/users/a%2Fb"), { user: "a/b" })
  assert.deepEqual(match("/console/", "/console"), undefined)
  assert.deepEqual(match("/console", "/console/"), {})
  assert.equal(match("/console/users/:user", "/console/users"), undefined)
  assert.equal(match("/console/users/:user", "/console/users/%"), undefined)
  assert.deepEqual(match("/console/help/*page", "/console/help/a/b"), { page: "a/b" })
  assert.equal(filled("/console/users/:user", { user: "a/b ü" }), "/console/users/a%2Fb%20%C3%BC")
})

test("names are found without accents, beginnings first", () => {
  assert.equal(fit("ref", "Refund a reward") > fit("ref", "Show who was referred"), true)
  assert.equal(fit("ref", "Show who was referred") > fit("ref", "Shakes that were prefered"), true)
  assert.equal(fit("xyz", "Refund"), 0)
  assert.equal(fit("masura", "Măsură nouă") > 0, true)
  assert.equal(fit("a(b", "qix a(b"), 2)
  assert.deepEqual(marked("fund", "Refund a reward"), ["Re", "fund", " a reward"])
})

test("axes have round marks, and labels have room", () => {
  assert.deepEqual(marks(1040), [0, 1000, 2000])
  assert.deepEqual(marks(0), [0, 1])
  assert.deepEqual(marks(3), [0, 2, 4])
  for (const most of [1, 7, 99, 812, 150_000]) assert.equal((marks(most).at(-1) ?? 0) >= most, true, String(most))
  assert.deepEqual(labelled(5, 1000, 40), [0, 1, 2, 3, 4])
  assert.deepEqual(labelled(24, 300, 40), [0, 6, 12, 18])
  assert.deepEqual(labelled(1, 300, 40), [0])
})

test("a command line quotes what a shell would read", () => {
  assert.equal(quoted("trf_01k"), "trf_01k")
  assert.equal(quoted("it's; rm"), "'it'\\''s; rm'")
  assert.equal(quoted(""), "''")
})

test("rows are sorted by a value, and those without it are last", () => {
  const rows = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }]
  assert.deepEqual(sorted(rows, (row) => row.n, false).map((row) => row.n), [1, 2, 10, null])
  assert.deepEqual(sorted(rows, (row) => row.n, true).map((row) => row.n), [10, 2, 1, null])
})

test("recent searches are few and without doubles", () => {
  assert.deepEqual(withRecent(["a", "b"], "b"), ["b", "a"])
  assert.equal(withRecent(["1", "2", "3"], "4", 3).length, 3)
})
