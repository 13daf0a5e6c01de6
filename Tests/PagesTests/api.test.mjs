import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import {
  Act, address, api, ApiProblem, NoAnswer, path, settings, signals,
} from "../../Sources/Faces/QixPages/Pages/api.js"

/** @type {{ address: string, init: any }[]} */
let asked = []
/** @type {(() => Response | Promise<Response>)[]} */
let answers = []
settings.language = () => "it"
settings.fetch = async (where, init) => {
  asked.push({ address: String(where), init })
  const answer = answers.shift()
  assert.ok(answer, `an answer for ${where}`)
  return answer()
}
const json = (value, status = 200) => () =>
  new Response(JSON.stringify(value), {
    status, headers: { "Content-Type": status < 400 ? "application/json" : "application/problem+json" },
  })
const broken = () => { throw new TypeError("network") }
beforeEach(() => {
  asked = []
  answers = []
  settings.confirm = async () => false
})

test("a request names its face and language, and a change its key", async () => {
  answers = [json({ a: 1 }), json({})]
  assert.deepEqual(await api.get("/v1/users", { query: { type: ["a", "b"], after: null } }), { a: 1 })
  assert.equal(asked[0].address, "/v1/users?type=a&type=b")
  assert.equal(asked[0].init.headers["Qix-Face"], "console")
  assert.equal(asked[0].init.headers["Accept-Language"], "it")
  assert.equal(asked[0].init.headers["Idempotency-Key"], undefined)
  await api.post("/v1/coins", { body: { amount: 1 }, reason: "case 3" })
  assert.deepEqual(JSON.parse(asked[1].init.body), { amount: 1, reason: "case 3" })
  assert.match(asked[1].init.headers["Idempotency-Key"], /^[0-9a-f-]{36}$/)
})

test("a removal tells its reason in the address", async () => {
  answers = [() => new Response(null, { status: 204 })]
  await api.delete(path("users", "a/b"), { reason: "asked for" })
  assert.equal(asked[0].address, "/v1/users/a%2Fb?reason=asked+for")
  assert.equal(asked[0].init.body, undefined)
})

test("what is read is asked for once more after a network fault, a change isn't", async () => {
  answers = [broken, json(1)]
  assert.equal(await api.get("/v1/a"), 1)
  answers = [broken]
  await assert.rejects(api.post("/v1/a"), (error) => error instanceof NoAnswer && error.why === "offline")
})

test("an act keeps its key until there is an answer", async () => {
  const act = new Act()
  answers = [broken, json({}, 503), json({}), json({})]
  await assert.rejects(act.send("POST", "/v1/a", { body: { n: 1 } }))
  await assert.rejects(act.send("POST", "/v1/a", { body: { n: 1 } }))
  await act.send("POST", "/v1/a", { body: { n: 1 } })
  await act.send("POST", "/v1/a", { body: { n: 1 } })
  const keys = asked.map((one) => one.init.headers["Idempotency-Key"])
  assert.deepEqual([keys[0] === keys[1], keys[1] === keys[2], keys[2] === keys[3]], [true, true, false])
})

test("a problem keeps its code, hint and values", async () => {
  const told = { code: "coins.missing", detail: "too few", hint: "Fund it.", values: { coins: 20 } }
  answers = [json(told, 409)]
  await assert.rejects(api.post("/v1/a"), (error) => {
    assert.ok(error instanceof ApiProblem)
    assert.deepEqual([error.status, error.code], [409, "coins.missing"])
    assert.deepEqual([error.detail, error.hint], ["too few", "Fund it."])
    assert.deepEqual(error.fields, { coins: 20 })
    return true
  })
})

test("a change that needs a fresh sign-in is sent again after it, under its key", async () => {
  settings.confirm = async () => true
  answers = [json({ code: "staff.confirm" }, 403), json({ done: true })]
  assert.deepEqual(await api.post("/v1/a"), { done: true })
  assert.equal(asked[0].init.headers["Idempotency-Key"], asked[1].init.headers["Idempotency-Key"])
})

test("the end of a session is told, a wrong token while signing in isn't", async () => {
  let told = 0
  signals.addEventListener("signed-out", () => told++)
  answers = [json({}, 401), json({}, 401)]
  await assert.rejects(api.post("/v1/staff/sign-in", { isSigningIn: true }))
  assert.equal(told, 0)
  await assert.rejects(api.get("/v1/a"))
  assert.equal(told, 1)
})

test("addresses stay on this server", () => {
  assert.throws(() => address("//evil.example"))
  assert.throws(() => address("https://evil.example"))
})
