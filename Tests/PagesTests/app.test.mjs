import assert from "node:assert/strict"
import { test } from "node:test"

import { broadcast, observe } from "../../Plugins/App/Pages/model/broadcast.js"
import { Shaking } from "../../Plugins/App/Pages/model/shaking.js"
import { fieldsOf } from "../../Plugins/App/Pages/model/steps.js"
import { worked } from "../../Plugins/App/Pages/model/work.js"
import { inWallet, joined, words } from "../../Plugins/App/Pages/parts/movement.js"

/** Shakes told of by readings of a sensor, 60 a second: acceleration along one axis by the second. */
function shakes(acceleration, seconds = 3, gravity = 0) {
  const shaking = new Shaking()
  let count = 0
  for (let step = 0; step < seconds * 60; step++) {
    const at = step / 60
    if (shaking.feel(acceleration(at), gravity, 0, at * 1000).isShake) count++
  }
  return count
}

test("shaking a phone is told, again and again, with gravity or without", () => {
  const hand = (at) => 22 * Math.sign(Math.sin(2 * Math.PI * 4 * at))
  assert.ok(shakes(hand) >= 2)
  assert.ok(shakes(hand, 3, 9.81) >= 2)
})

test("walking, laying it down, and a single blow are no shake", () => {
  assert.equal(shakes((at) => 4 * Math.sin(2 * Math.PI * 2 * at)), 0)
  assert.equal(shakes((at) => (at > 1 && at < 1.05 ? 40 : 0)), 0)
  assert.equal(shakes((at) => (at > 1 && at < 1.05 ? 40 : at > 2 && at < 2.05 ? -40 : 0)), 0)
})

test("a shake is heard by the section on screen first, then by the app, and by no other (B3)", () => {
  const heard = []
  const section = new AbortController()
  const stop = observe(() => heard.push("app") > 0)
  observe(() => heard.push("section") > 0, section.signal)
  assert.equal(broadcast(), true)
  section.abort()
  assert.equal(broadcast(), true)
  stop()
  assert.equal(broadcast(), false)
  assert.deepEqual(heard, ["section", "app"])
})

test("a section that leaves a shake passes it on", () => {
  const heard = []
  const stops = [observe(() => heard.push("app") > 0), observe(() => heard.push("section") < 0)]
  broadcast()
  for (const stop of stops) stop()
  assert.deepEqual(heard, ["section", "app"])
})

test("fields of a step are what they were meant as, and texts stay texts", () => {
  const fields = [{ name: "open", value: "[1,2]" }, { name: "may_skip", value: "false" }, { name: "text", value: "8" },
    { name: "questions", value: '[{"number":1}]' }, { name: "seconds", value: "1.5" }]
  assert.deepEqual(fieldsOf({ fields }), { open: [1, 2], may_skip: false, text: "8", questions: [{ number: 1 }], seconds: 1.5 })
  assert.deepEqual(fieldsOf({}), {})
})

test("a proof of work begins with so many zero bits", async () => {
  const found = await worked(9, 1_795_000_000_000)
  assert.match(found, /^1795000000:\d+$/)
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`qix:${found}`)))
  assert.equal(hash[0], 0)
  assert.ok(hash[1] < 128)
})

test("a movement is called what it was for, or else what kind it is", () => {
  assert.deepEqual(words({ kind: "issue", amount: 20, subject: "shk_1", purpose: "Harvest" }),
    { title: "Harvest", picture: "shake", sign: "coin" })
  assert.equal(words({ kind: "expire", amount: -5 }).picture, "clock")
  assert.equal(words({ kind: "newer-kind", amount: -5 }).title, "movement.out")
})

test("new movements stand before those that are known, each once, without a gap", () => {
  const movements = (...ids) => ids.map((transfer) => ({ transfer }))
  assert.deepEqual(joined(movements(5, 4, 3), []), movements(5, 4, 3))
  assert.deepEqual(joined(movements(6, 5, 4), movements(5, 4, 3, 2, 1)), movements(6, 5, 4, 3, 2, 1))
  assert.deepEqual(joined(movements(9, 8, 7), movements(5, 4, 3)), movements(9, 8, 7))
})

test("a transfer is negative where it leaves a wallet of the user, or of a user merged into this one", () => {
  const user = { user: "usr_1", merged_ids: ["usr_0"] }
  const amount = (from, to) => inWallet({ amount: 150, from, to }, user).amount
  assert.equal(amount("usr_1", "redeemed"), -150)
  assert.equal(amount("usr_0", "expired"), -150)
  assert.equal(amount("issuer", "usr_1"), 150)
  assert.equal(amount("usr_0", "usr_1"), 150)
})
