import assert from "node:assert/strict"
import { File as NodeFile } from "node:buffer"
import { test } from "node:test"
import * as i18n from "../../Sources/Faces/QixPages/Pages/i18n.js"
import { joined, plain, told } from "../../Plugins/Console/Pages/views/commands/answer.js"
import {
  formAddress, grouped, lineOf, missing, requestOf, valuesOf,
} from "../../Plugins/Console/Pages/views/commands/declared.js"
import { parsed } from "../../Plugins/Console/Pages/views/commands/send.js"
import { ailing, commandOf, linesIn } from "../../Plugins/Console/Pages/views/lists/findings.js"
import { isUrgent, left, notesFor, what, whose } from "../../Plugins/Console/Pages/views/lists/parcels.js"
import { corrections, editable, neighbours } from "../../Plugins/Console/Pages/views/lists/receipt-fields.js"
import { marksOf } from "../../Plugins/Console/Pages/views/lists/receipt-picture.js"
import { kindOf, tabOf } from "../../Plugins/Console/Pages/views/lists/requests.js"

// Node 18 has it, but not as a global.
globalThis.File ??= NodeFile

const words = new URL("../../Plugins/Console/Pages/languages/lists/", import.meta.url)
const forms = (sentence) => (typeof sentence === "string" ? { other: sentence } : sentence)
const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

for (const language of i18n.languages) {
  test(`work lists and commands say everything in ${language}`, async () => {
    const [english, other] = await Promise.all(["en", language].map(async (name) =>
      (await import(new URL(`${name}.js`, words).href)).default))
    assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort())
    for (const [key, sentence] of Object.entries(other)) {
      assert.deepEqual(holes(forms(sentence).other), holes(forms(english[key]).other), `values of ${key}`)
      if (typeof english[key] === "string") continue
      for (const category of new Intl.PluralRules(language).resolvedOptions().pluralCategories) {
        assert.ok(forms(sentence)[category], `${key} has no form '${category}'`)
      }
    }
  })
}

const parameter = (name, label, place, more = {}) =>
  ({ name, label, in: place, kind: "text", help: "", required: false, repeated: false, ...more })

const reverse = {
  command: "coins reverse", summary: "", discussion: "", roles: [], method: "POST",
    path: "/v1/coins/{transfer}/reverse",
  effect: "changes", parameters: [
    parameter("transfer", "TRANSFER", "path", { required: true }), parameter("amount", "--amount", "body", { placeholder: "COINS" }),
    parameter("from_any", "--from-any", "body", { kind: "flag" }),
    parameter("phone", "--phone", "body", { purpose: "personal" }),
    parameter("code", "--code-file", "body", { kind: "secret" }),
    parameter("item", "--item", "body", { repeated: true }),
      parameter("mode", "--mode", "body", { choices: ["a", "b"] }),
    parameter("file", "--file", "body", { kind: "lines" }), parameter("image", "--image", "body", { kind: "file" }),
    parameter("idempotency_key", "--idempotency-key", "body", { purpose: "key" }),
    parameter("dry_run", "--dry-run", "body", { kind: "flag", purpose: "dry-run" }),
    parameter("reason", "--reason", "body"),
  ],
}
const list = {
  command: "user list", summary: "", discussion: "", roles: [], method: "GET", path: "/v1/users", effect: "reads",
  parameters: [parameter("limit", "--limit", "query", { purpose: "rows" }),
    parameter("after", "--after", "query", { purpose: "cursor" })],
}

test("a form becomes a request: path, query, body, and a dry run", () => {
  const values = { transfer: "order 7/b", amount: "50", from_any: true, item: ["1 COLA 2", "2 PANE 3"], phone: "" }
  const request = requestOf(reverse, values)
  assert.equal(request.path, "/v1/coins/order%207%2Fb/reverse")
  assert.deepEqual(request.body, { amount: "50", from_any: true, item: ["1 COLA 2", "2 PANE 3"] })
  assert.equal(requestOf(reverse, values, { isDryRun: true }).body.dry_run, true)
  // Whole numbers as pages write them.
  for (const amount of ["10,000", "10.000", "10 000"]) assert.equal(requestOf(reverse, { ...values, amount }).body.amount, "10000")
  for (const amount of ["10,00", "1,0000", "10,000.5"]) assert.equal(requestOf(reverse, { ...values, amount }).body.amount, amount)
  assert.deepEqual(requestOf(list, { limit: "5" }, { after: "usr_1" }),
    { method: "GET", path: "/v1/users", query: { limit: "5", after: "usr_1" }, files: {}, body: undefined })
})

test("a file of lines is the body, with all else in the query; a picture goes in a form", () => {
  const file = new File(["user,amount\n"], "grants.csv")
  const lines = requestOf(reverse, { transfer: "t", file, reason: "July" })
  assert.equal(lines.lines, file)
  assert.equal(lines.body, undefined)
  assert.deepEqual(lines.query, { reason: "July" })
  assert.deepEqual(requestOf(reverse, { transfer: "t", image: file }).files, { image: file })
})

test("the typed line quotes for a shell, and writes nothing secret or personal", () => {
  const line = lineOf(reverse, {
    transfer: "o'1", phone: "+39333", code: "secret", from_any: true, item: ["1 COLA 2"], reason: "it's 7",
    dry_run: true,
  })
  assert.equal(line, ["qix coins reverse 'o'\\''1' --from-any --phone - --code-file FILE --item '1 COLA 2'",
    "--reason 'it'\\''s 7'"].join(" "))
  assert.doesNotMatch(line, /333|secret/)
})

test("what is missing is named, and an address gives no secrets, files or wrong choices", () => {
  assert.deepEqual(missing(reverse, { transfer: "", amount: "1" }), ["transfer"])
  const query = new URLSearchParams("transfer=t&code=x&image=y&mode=c&item=1&item=2&from_any=true&other=z&dry_run=true")
  assert.deepEqual(valuesOf(reverse, query), { transfer: "t", item: ["1", "2"], from_any: true })
  assert.equal(formAddress("user list", { mode: "a b" }), "/console/commands/user/list?mode=a+b")
  assert.deepEqual(grouped([reverse, list]).map(([group]) => group), ["coins", "user"])
})

test("answers are values, lines or a text; two pages become one", () => {
  assert.deepEqual(parsed('{"a":1}\n{"a":2}\n', true), { lines: [{ a: 1 }, { a: 2 }] })
  assert.deepEqual(parsed("x", false), { text: "x" })
  assert.deepEqual(joined({ users: [1], next: "1" }, { users: [2], next: null }), { users: [1, 2], next: null })
  assert.equal(plain({ a: 1 }), '{"a":1}')
  assert.equal(told("libqix-ocr can't be loaded"), "libqix-ocr can't be loaded.")
  assert.equal(told("the budget is empty"), "The budget is empty.")
})

test("a request stands where its reader looks for it", () => {
  const request = { requested_by: "token:desk", state: "approved" }
  assert.ok(tabOf(request, "waiting", "token:desk"), "it waits for its requester to finish it")
  assert.ok(!tabOf(request, "waiting", "token:olga"))
  assert.ok(tabOf(request, "decided", "token:olga"))
  assert.ok(tabOf({ ...request, state: "pending" }, "waiting", "token:olga"))
  assert.ok(tabOf(request, "mine", "token:desk") && !tabOf(request, "mine", "token:olga"))
  assert.equal(kindOf({ operation: "erase usr_1" }).picture, "bin")
})

test("only what differs from what was read is a correction", () => {
  const fields = [
    { field: "total", value: "1240 EUR", confidence: 0.4 }, { field: "tax number", value: "…", confidence: null },
    { field: "date", value: "2026-11-27", confidence: 1 },
  ]
  assert.equal(editable(fields[0]), "1240")
  assert.deepEqual(corrections(fields, { total: "12.40", "tax number": "", date: "2026-11-27" }), { total: "12.40" })
  const waiting = ["a", "b", "c"].map((receipt) => ({ receipt }))
  assert.deepEqual(neighbours(waiting, "b"), { place: 1, before: "a", after: "c" })
  assert.deepEqual(neighbours(waiting, "c"), { place: 2, before: "b", after: "a" })
  assert.deepEqual(neighbours([], "c"), { place: -1, before: undefined, after: undefined })
})

test("parcels have a note each, or one for all", () => {
  assert.deepEqual(notesFor("", 2), ["", ""])
  assert.deepEqual(notesFor("today", 2), ["today", "today"])
  assert.deepEqual(notesFor("1, 2,", 2), ["1", "2"])
  assert.equal(notesFor("1, 2", 3), undefined)
  assert.equal(what({ quantity: 2, reward: "cup", title: "A cup" }), "2 × A cup")
  assert.equal(what({ quantity: 1, reward: "cup" }), "cup")
  assert.equal(whose({ user: "usr_1", external_id: null, username: "otter" }), "otter")
  assert.equal(whose({ user: "usr_1", external_id: "bob", username: "otter" }), "bob")
  const row = { at: "2026-11-20T00:00:00Z", held_until: "2026-11-30T00:00:00Z" }
  assert.equal(left(row, Date.parse("2026-11-25T00:00:00Z")), 0.5)
  assert.ok(isUrgent(row, Date.parse("2026-11-29T12:00:00Z")) && !isUrgent(row, Date.parse("2026-11-25T00:00:00Z")))
})

test("a receipt has one box for each place, with the numbers of its fields", () => {
  const box = (field, y) => ({ field, x: 100, y, width: 200, height: 40, confidence: 0.9 })
  const boxes = [box("total", 600), box("date", 700), box("time", 700), box("item", 300)]
  const picture = { width: 800, height: 1600, boxes }
  const fields = ["merchant", "date", "time", "total"].map((field) => ({ field }))
  const { height, marks } = marksOf(picture, fields, ["total"])
  assert.equal(height, 800)
  assert.deepEqual(marks.map(({ x, y, width, numbers, isUnsure }) => [x, y, width, numbers.join(), isUnsure]), [
    [50, 350, 100, "2,3", false], [50, 150, 100, "", false], [50, 300, 100, "4", true],
  ])
  assert.ok(marksOf(picture, fields, ["items"]).marks.at(-1).isUnsure)
  assert.deepEqual(marksOf({ boxes: [] }, [], []).marks, [])
})

test("the doctor's remedies lead to forms", () => {
  const remedy = "Add coins with `qix campaign fund lottery --amount N`, or look at `docs/x.md`."
  assert.deepEqual(linesIn(remedy), ["qix campaign fund lottery --amount N"])
  const commands = ["campaign", "campaign fund"].map((command) => ({ command }))
  assert.equal(commandOf("qix campaign fund lottery", commands)?.command, "campaign fund")
  const finding = (check, verdict) => ({ check, verdict, detail: "", remedy: null })
  assert.deepEqual(ailing([finding("a", "ok"), finding("b", "warning"), finding("c", "error")])
    .map(({ check }) => check), ["c", "b"])
})
