import assert from "node:assert/strict"
import { test } from "node:test"
import { ApiProblem } from "../../Sources/Faces/QixPages/Pages/problem.js"

const views = new URL("../../Plugins/Console/Pages/views/", import.meta.url)
const from = (name) => import(new URL(name, views).href)
const { left, twins } = await from("customer/answers-coins.js")
const { tillSays } = await from("customer/answers-rewards.js")
const { factorIs, refusal } = await from("customer/answers-shakes.js")
const { isAsked, requestIn } = await from("commands/run.js")
const { shares } = await from("customer/money.js")
const { questions } = await from("customer/questions.js")
const { mark } = await from("customer/time.js")
const { reasonOf } = await from("customer/uncover.js")
const { grouped, only, placeOf } = await from("find/found.js")

test("who was promised double reads what multiplied the award", () => {
  assert.equal(factorIs({ by: "tier", factor: 1.5 }), "q.double.more")
  assert.equal(factorIs({ by: "tier", factor: 1 }), "q.double.same")
  assert.equal(factorIs({ by: null, factor: null }), "q.double.none")
  assert.equal(factorIs(undefined), "q.double.later")
})

test("the smaller part of a balance keeps room for its figure", () => {
  assert.deepEqual(shares(450, 0), [1])
  assert.deepEqual(shares(0, 150), [0, 1])
  assert.deepEqual(shares(450, 150), [0.72, 0.28])
  const [free, held] = shares(9999, 1)
  assert.ok(held >= 0.28 && free + held === 1)
})

test("what left a wallet is told by why", () => {
  const movements = [
    { kind: "expire", amount: -80 }, { kind: "redeem", amount: -100 }, { kind: "capture", amount: -150 },
    { kind: "reverse", amount: 150 }, { kind: "transfer", amount: -5 }, { kind: "transfer", amount: 7 },
  ]
  assert.deepEqual(left(movements), { expired: 80, spent: 250, sent: 5, taken: 0 })
})

test("two charges within minutes are two orders only under different keys", () => {
  const charge = (key, at, amount = -100) => ({ transfer: `trf_${key}`, key, at, amount })
  const first = charge("rdm_a", "2026-11-21T09:00:00Z")
  assert.equal(twins([first, charge("rdm_a:confirm:1", "2026-11-21T09:01:00Z")]), undefined)
  assert.equal(twins([first, charge("rdm_b", "2026-11-21T09:20:00Z")]), undefined)
  assert.equal(twins([first, charge("rdm_b", "2026-11-21T09:01:00Z", -50)]), undefined)
  const second = charge("rdm_b", "2026-11-21T09:01:00Z")
  assert.deepEqual(twins([second, first]), [second, first])
})

test("a till is right about a used voucher, unless the use was taken back", () => {
  const use = { used: "2026-11-21T09:00:00Z", till: "till-3", restored: null }
  assert.deepEqual(tillSays({ good: false, uses: [use] }), { key: "q.till.used-at", used: use })
  const restored = { ...use, restored: "2026-11-21T10:00:00Z" }
  assert.deepEqual(tillSays({ good: true, uses: [restored] }), { key: "q.till.good", used: undefined })
  assert.equal(tillSays({ good: false, uses: [{ ...use, till: null }] }).key, "q.till.used")
  assert.equal(tillSays({ good: false, uses: [] }).key, "q.till.not")
})

test("a refusal is read out without its code", () => {
  const steps = [{ step: "refused", found: "campaigns.attempts-per-user-and-day: you have used all your tries: come back" }]
  assert.equal(refusal({ steps }), "you have used all your tries: come back")
  assert.equal(refusal({ steps: [{ step: "refused", found: "no code here" }] }), "no code here")
  assert.equal(refusal({ steps: [] }), "")
})

test("the line of time marks what is open before what moved", () => {
  assert.equal(mark({ held: 150, coins: null, what: "coins.hold", state: "held" }), "open")
  assert.equal(mark({ held: null, coins: null, what: "receipt.review", state: "review" }), "open")
  assert.equal(mark({ held: null, coins: null, what: "shake.refused", state: "refused" }), "no")
  assert.equal(mark({ held: null, coins: 25, what: "coins.issue", state: null }), "plus")
  assert.equal(mark({ held: null, coins: -25, what: "coins.redeem", state: null }), "minus")
  assert.equal(mark({ held: null, coins: 0, what: "coins.merge", state: null }), "")
})

test("a request is found in what the server says of it", () => {
  const asked = new ApiProblem(403, { code: "coins.approval-needed", values: { text: "reverse 5", text2: "apr_01m8" } })
  assert.ok(isAsked(asked))
  assert.equal(requestIn(asked), "apr_01m8")
  assert.equal(requestIn(new ApiProblem(403, { code: "coins.approval-needed", detail: "the request is apr_01m9" })), "apr_01m9")
  assert.equal(isAsked(new ApiProblem(403, { code: "access.role" })), false)
})

test("a reason has what was chosen and what was typed", () => {
  assert.equal(reasonOf("They call, and I compare", "14"), "They call, and I compare, 14")
  assert.equal(reasonOf("", "case 14"), "case 14")
})

test("customers stand first in what was found, and one alone is led to", () => {
  const hit = (kind, id, user = null) => ({ kind, id, user, title: id, by: "id", state: null })
  const hits = [hit("webhook", "whk_1"), hit("transfer", "trf_1", "usr_1"), hit("user", "usr_1", "usr_1")]
  assert.deepEqual(grouped(hits).map(([kind]) => kind), ["user", "transfer", "webhook"])
  assert.equal(only(hits), undefined)
  assert.equal(only(hits.slice(1)), "usr_1")
  assert.equal(only([hit("user", "usr_1", "usr_1"), hit("user", "usr_2", "usr_2")]), undefined)
  assert.equal(only([]), undefined)
  assert.equal(placeOf(hits[1]), "/console/users/usr_1")
  assert.equal(placeOf(hits[0]), undefined)
})

test("each question has a name in the languages, and a command that answers it", async () => {
  const { default: english } = await import(new URL("../languages/desk/en.js", views).href)
  for (const { id, needs } of questions) {
    assert.ok(english[`q.${id}`], id)
    assert.match(needs, /^[a-z]+( [a-z]+)+$/)
  }
  assert.equal(new Set(questions.map(({ id }) => id)).size, questions.length)
})
