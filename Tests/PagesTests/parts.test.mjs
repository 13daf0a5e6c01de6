import assert from "node:assert/strict"
import { test } from "node:test"
import { speak } from "../../Sources/Faces/QixPages/Pages/i18n.js"
import { fit, marked } from "../../Sources/Faces/QixPages/Pages/parts/found.js"
import { labelled, linear, marks, path, stacked } from "../../Sources/Faces/QixPages/Pages/parts/scale.js"
import { quoted } from "../../Sources/Faces/QixPages/Pages/parts/says.js"
import { sorted } from "../../Sources/Faces/QixPages/Pages/parts/table.js"

test("an axis has few round marks, the last of them not below any value", () => {
  assert.deepEqual(marks(1040), [0, 1000, 2000])
  assert.deepEqual(marks(3), [0, 2, 4])
  for (const nothing of [0, -5, Number.NaN]) assert.deepEqual(marks(nothing), [0, 1])
  for (let most = 1; most < 1e9; most = Math.ceil(most * 1.37)) {
    const all = marks(most)
    assert.ok(all.length >= 2 && all.length <= 5, `${most}: ${all}`)
    assert.ok(all.at(-1) >= most && all.at(-2) < most && all.every(Number.isInteger), `${most}: ${all}`)
  }
})

test("values stand in proportion, from below as well", () => {
  const y = linear([0, 200], [100, 20])
  assert.deepEqual([y(0), y(50), y(200)], [100, 80, 20])
  assert.equal(linear([5, 5], [10, 90])(5), 10)
  assert.equal(path([[0, 1], [2.345, 3.04]]), "M0 1L2.3 3")
})

test("labels below an axis have room", () => {
  assert.deepEqual(labelled(5, 1000, 40), [0, 1, 2, 3, 4])
  assert.deepEqual(labelled(24, 300, 40), [0, 6, 12, 18])
  assert.deepEqual(labelled(1, 300, 40), [0])
  assert.deepEqual(labelled(0, 300, 40), [])
  for (let count = 2; count < 60; count++) {
    const places = labelled(count, 300, 40)
    assert.ok((places.length - 1) * 40 <= 300 && places[0] === 0, `${count}: ${places}`)
  }
})

test("the parts of a bar fill it, and none that is something is lost", () => {
  assert.deepEqual(stacked([450, 150], 602), [{ x: 0, width: 450 }, { x: 452, width: 150 }])
  assert.deepEqual(stacked([1, 0, 99_999], 108), [{ x: 0, width: 6 }, { x: 8, width: 0 }, { x: 8, width: 100 }])
  for (const values of [[0, 0], [], [-5, Number.NaN]]) {
    assert.ok(stacked(values, 100).every(({ width }) => width === 0))
  }
  for (const room of [0, 2, 50, 777]) {
    const all = stacked([5, 1000, 1, 70], room)
    const end = Math.max(...all.map(({ x, width }) => x + width))
    assert.ok(all.every(({ width }) => width >= 0), `${room}`)
    assert.ok(Math.abs(end - Math.max(room, 6)) < 1e-6, `${room}: ${end}`)
  }
})

const rows = [{ name: "Éva", coins: 30 }, { name: "ada", coins: null }, { name: "bob 10", coins: 5 },
  { name: "bob 9", coins: 30 }]
const names = (all) => all.map(({ name }) => name)

test("tables sort as one reads, and what is missing is last both ways", () => {
  speak("en")
  assert.deepEqual(names(sorted(rows, ({ name }) => name, false)), ["ada", "bob 9", "bob 10", "Éva"])
  assert.deepEqual(names(sorted(rows, ({ coins }) => coins, false)), ["bob 10", "Éva", "bob 9", "ada"])
  assert.deepEqual(names(sorted(rows, ({ coins }) => coins, true)), ["Éva", "bob 9", "bob 10", "ada"])
  assert.equal(rows[0].name, "Éva")
})

test("names are found without accents, beginnings first", () => {
  assert.ok(fit("ref", "Refund a reward") > fit("ref", "Show who was referred"))
  assert.ok(fit("ref", "Show who was referred") > fit("ref", "Shakes that were prefered"))
  assert.ok(fit("masura", "Măsură nouă") > 0)
  assert.equal(fit("xyz", "Refund"), 0)
  assert.equal(fit("a(b", "qix a(b"), 2)
  assert.ok(fit("", "anything") > 0)
})

test("what was typed is marked", () => {
  assert.deepEqual(marked("fund", "Refund a reward"), ["Re", "fund", " a reward"])
  assert.deepEqual(marked("cauta", "Caută"), ["", "Caută", ""])
  assert.deepEqual(marked("x", "Refund"), ["Refund"])
  for (const typed of ["a", "ana", "n b", ""]) assert.equal(marked(typed, "banana bread").join(""), "banana bread")
})

test("a command line quotes what a shell would read", () => {
  assert.equal(quoted("trf_01k"), "trf_01k")
  assert.equal(quoted("it's; rm"), "'it'\\''s; rm'")
  assert.equal(quoted(""), "''")
})
