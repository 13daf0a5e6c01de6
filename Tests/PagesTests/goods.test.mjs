import assert from "node:assert/strict"
import { test } from "node:test"
import { budgetChoice, ordered } from "../../Plugins/Console/Pages/views/goods/low.js"
import {
  bySupply, counts, delivered, finding, fits, isLow, isSeriesLow, lastsUntil, leftOf, refusal, rowsOf,
  since,
} from "../../Plugins/Console/Pages/views/goods/stock.js"
import { deliveryOf, nameOf, valuesOf } from "../../Plugins/Console/Pages/views/goods/terms.js"

const NOW = Date.parse("2026-11-28T12:00:00Z")
const DAY = 86_400_000
const reward = (name, left, more = {}) => ({
  reward: name, id: `rwd_${name}`, state: "published", brand: "Alba", title: name, price: 10, left, delivery: "goods",
  start: null, end: null, ...more,
})
const taken = (name, pieces) => ({ reward: name, pieces, last: null })

test("stock lasts as long as the pace of 30 days says", () => {
  assert.equal(lastsUntil(10, 300, NOW), NOW + DAY)
  assert.equal(lastsUntil(31, 31, NOW), NOW + 30 * DAY)
  assert.equal(lastsUntil(0, 5, NOW), NOW, "it is gone already")
  assert.equal(lastsUntil(null, 5, NOW), null, "unlimited")
  assert.equal(lastsUntil(5, 0, NOW), null, "nobody takes it")
  assert.equal(lastsUntil(5, undefined, NOW), null, "the role sees no pace")
  assert.equal(lastsUntil(1_000_000, 1, NOW), null, "centuries are no date")
  assert.equal(since(NOW), "2026-10-29")
})

test("a reward has as many left as its shelf and its vouchers allow", () => {
  assert.equal(leftOf({ stock: { available: 5 }, series: { left: 3 } }), 3)
  assert.equal(leftOf({ stock: { available: null }, series: { left: 0 } }), 0)
  assert.equal(leftOf({ stock: { available: 7 } }), 7)
  assert.equal(leftOf({ stock: { available: null }, series: { left: null } }), null)
})

test("what is low stands above, then what runs out first", () => {
  const rows = rowsOf([reward("endless", null), reward("later", 100), reward("sooner", 60), reward("few", 3)],
    [taken("later", 30), taken("sooner", 60)], NOW)
  assert.deepEqual(rows.map((one) => one.reward), ["few", "sooner", "later", "endless"])
  assert.deepEqual(rows.map((one) => isLow(one, NOW)), [true, false, false, false])
  assert.equal(isLow({ ...reward("draft", 1, { state: "draft" }), ends: null }, NOW), false)
})

test("the heading is what needs care first", () => {
  const found = (rewards, report) => finding(rowsOf(rewards, report, NOW), NOW)
  assert.equal(found([]).key, "rwd.h.none")
  assert.equal(found([reward("a", null)]).key, "rwd.h.well")
  assert.equal(found([reward("a", 0), reward("b", 3)], [taken("b", 30)]).key, "rwd.h.out")
  assert.deepEqual(found([reward("a", 0), reward("b", 0)]).count, 2)
  const soon = found([reward("a", 100), reward("b", 20)], [taken("a", 30), taken("b", 30)])
  assert.deepEqual([soon.key, soon.row?.reward], ["rwd.h.ends", "b"])
  const few = found([reward("a", 90), reward("b", 2)], [taken("a", 30)])
  assert.deepEqual([few.key, few.row?.reward, few.count], ["rwd.h.few", "b", 2])
  assert.equal(found([reward("a", 0, { state: "retired" })]).key, "rwd.h.well")
})

test("choices of the list have their counts", () => {
  const rows = rowsOf([reward("a", 3), reward("b", null), reward("c", 9, { state: "draft" })], undefined, NOW)
  assert.deepEqual(counts(rows, NOW), { "": 2, low: 1, draft: 1, retired: 0, all: 3 })
  assert.ok(fits(rows[0], "low", NOW))
})

test("deliveries are told apart", () => {
  assert.deepEqual(delivered("voucher:coffee"), { kind: "voucher", name: "coffee" })
  assert.deepEqual(delivered("raffle:spring:2"), { kind: "raffle", name: "spring:2" })
  assert.deepEqual(delivered("goods"), { kind: "goods", name: "" })
})

test("series with few vouchers stand above", () => {
  const one = (name, left, made, state = "open") => ({ name, left, made, state })
  const all = [one("much", 900, 1000), one("tenth", 99, 1000), one("few", 4, 4), one("demand", null, 0),
    one("gone", 0, 9, "void")]
  assert.deepEqual(all.map(isSeriesLow), [false, true, true, false, false])
  assert.deepEqual(bySupply(all).map((series) => series.name), ["few", "tenth", "much", "demand", "gone"])
})

test("a till's no has its reason", () => {
  const voucher = (state, more = {}) => ({ state, from: null, until: null, uses: [], ...more })
  const use = { used: "2026-11-27T10:00:00Z", till: "till-7", restored: null }
  assert.deepEqual(refusal(voucher("void"), NOW), { key: "void" })
  assert.deepEqual(refusal(voucher("used", { uses: [use, { ...use, till: "till-8", restored: use.used }] }), NOW),
    { key: "used-at", at: use.used, till: "till-7" })
  assert.equal(refusal(voucher("open", { until: "2026-11-28T00:00:00Z" }), NOW)?.key, "over")
  assert.equal(refusal(voucher("open", { from: "2026-11-29T00:00:00Z" }), NOW)?.key, "not-yet")
  assert.equal(refusal(voucher("open"), NOW), undefined)
})

test("budgets come in the order of their need", () => {
  const one = (budget, available, held = 0) => ({ budget, available, held, balance: available + held })
  const all = [one("empty", 0), one("rich", 5000), one("low", 900), one("all-held", 0, 50)]
  assert.deepEqual(ordered(all, 1000).map(({ budget }) => budget), ["all-held", "low", "rich", "empty"])
  assert.ok(budgetChoice(all[0], "empty", 1000) && !budgetChoice(all[0], "low", 1000))
  assert.ok(budgetChoice(all[3], "held", 1000))
})

test("the form of a reward gives the values of its command", () => {
  assert.equal(deliveryOf({ kind: "raffle", raffle: "spring", tickets: "2" }), "raffle:spring:2")
  assert.equal(deliveryOf({ kind: "voucher", series: "" }), "")
  assert.deepEqual(valuesOf({ kind: "goods", name: "mug", price: "150", text: "", zone: "Europe/Rome" }),
    { name: "mug", price: "150", delivery: "goods" }, "a zone goes along only with times")
  assert.deepEqual(valuesOf({ kind: "donation", whom: "Forest", end: "2027-05-01", zone: "Europe/Rome" }),
    { delivery: "donation:Forest", end: "2027-05-01", time_zone: "Europe/Rome" })
  assert.equal(nameOf("  Què? Una TASSA d’or!  "), "que-una-tassa-d-or")
  assert.equal(nameOf("x".repeat(80)).length, 55)
})
