import assert from "node:assert/strict"
import { File } from "node:buffer"
import { webcrypto } from "node:crypto"
import { beforeEach, test } from "node:test"
import * as ground from "../../Sources/Faces/QixPages/Pages/api.js"

const { Act, ApiProblem, NoAnswer, address, api, isOnline, path, settings, setReached, signals } = ground
globalThis.crypto ??= webcrypto

/** What was asked, in its order. */
let asked = []

/** Answers requests one after the other: by JSON, by [status, JSON], by an error, or by a function. */
function answering(...answers) {
  settings.fetch = async (target, init) => {
    asked.push({ target, ...init })
    const answer = answers.shift()
    assert.notEqual(answer, undefined, `nobody expected ${init.method} ${target}`)
    if (answer instanceof Error) throw answer
    if (typeof answer === "function") return answer(init)
    const [status, body] = Array.isArray(answer) ? answer : [200, answer]
    const type = status < 400 ? "application/json" : "application/problem+json"
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { "Content-Type": type } })
  }
}

const keys = () => asked.map(({ headers }) => headers["Idempotency-Key"])
const broken = () => new TypeError("fetch failed")

/** How often a signal is given while the work lasts. */
async function heard(name, work) {
  let count = 0
  const hear = () => count++
  signals.addEventListener(name, hear)
  await work().catch(() => {})
  signals.removeEventListener(name, hear)
  return count
}

beforeEach(() => {
  asked = []
  setReached(true)
  settings.language = () => "ro"
  settings.confirm = async () => false
})

test("addresses have escaped parts and the values that there are", () => {
  assert.equal(path("users", "a/b c", "notes"), "/v1/users/a%2Fb%20c/notes")
  assert.equal(address("/v1/users", { q: "a&b", tag: ["x", "y"], none: null, no: undefined, empty: "", limit: 0 }),
    "/v1/users?q=a%26b&tag=x&tag=y&limit=0")
  assert.equal(address("/v1/users?a=1", { b: 2 }), "/v1/users?a=1&b=2")
  for (const other of ["https://example.com", "//example.com", "v1/users"]) {
    assert.throws(() => address(other), TypeError)
  }
})

test("a request says from which face and in which language it comes", async () => {
  answering({ coins: 1 })
  assert.deepEqual(await api.get("/v1/wallets/me"), { coins: 1 })
  assert.equal(asked[0].method, "GET")
  assert.deepEqual(asked[0].headers, { Accept: "application/json", "Accept-Language": "ro", "Qix-Face": "console" })
  assert.equal(asked[0].body, undefined)
})

test("each change has a key of its own, and its reason where the server looks for it", async () => {
  answering({}, {}, [204])
  await api.post("/v1/coins", { body: { amount: 5 }, reason: "goodwill" })
  await api.post("/v1/coins", { body: { amount: 5 } })
  assert.equal(await api.delete("/v1/notes/1", { reason: "wrong user" }), undefined)
  assert.deepEqual(JSON.parse(asked[0].body), { amount: 5, reason: "goodwill" })
  assert.equal(asked[2].target, "/v1/notes/1?reason=wrong+user")
  assert.equal(new Set(keys()).size, 3)
  for (const key of keys()) assert.match(key, /^[0-9a-f-]{36}$/)
})

test("signing in makes another session each time, so that it has no key", async () => {
  answering({})
  await api.post("/v1/staff/sign-in", { body: { token: "t" }, isSigningIn: true })
  assert.deepEqual(keys(), [undefined])
})

test("an act keeps its key until there is an answer", async () => {
  const act = new Act()
  const send = (body = { amount: 5 }) => act.send("POST", "/v1/coins", { body })
  answering(broken(), [503, {}], [429, {}], { id: "trf_1" }, { id: "trf_2" })
  await assert.rejects(send(), NoAnswer)
  await assert.rejects(send(), { status: 503 })
  await assert.rejects(send(), { status: 429 })
  await send()
  await send()
  const [first, second, third, fourth, fifth] = keys()
  assert.deepEqual([second, third, fourth], [first, first, first])
  assert.notEqual(fifth, first)
})

test("an act with other values, or after a refusal, has another key", async () => {
  const act = new Act()
  answering(broken(), [409, {}], {})
  await assert.rejects(act.send("POST", "/v1/coins", { body: { amount: 5 } }))
  await assert.rejects(act.send("POST", "/v1/coins", { body: { amount: 6 } }))
  await act.send("POST", "/v1/coins", { body: { amount: 6 } })
  assert.equal(new Set(keys()).size, 3)
})

test("an error tells what the server told", async () => {
  const told = { code: "coins.missing", detail: "3 coins are missing", hint: "Grant some.", values: { missing: 3 } }
  answering([422, told])
  await assert.rejects(api.post("/v1/redeem"), (error) => {
    assert.ok(error instanceof ApiProblem)
    const { status, code, message: detail, hint, fields: values } = error
    assert.equal(status, 422)
    assert.deepEqual({ code, detail, hint, values }, told)
    return error.isFinal
  })
})

test("an error without words is one all the same", async () => {
  answering(() => new Response("<html>", { status: 502, headers: { "Content-Type": "text/html", "Retry-After": "7" } }))
  await assert.rejects(api.post("/v1/redeem"), { status: 502, code: "http.502", retryAfter: 7, isFinal: false })
})

test("a question is sent twice if the network breaks, a change once", async () => {
  answering(broken(), { ok: true })
  assert.deepEqual(await api.get("/v1/status"), { ok: true })
  assert.equal(isOnline(), true)
  answering(broken(), broken())
  await assert.rejects(api.get("/v1/status"), { why: "offline" })
  assert.equal(isOnline(), false)
  asked = []
  answering(broken())
  await assert.rejects(api.post("/v1/coins"), { why: "offline" })
  assert.equal(asked.length, 1)
})

test("the network's end and return are each told once", async () => {
  answering(broken(), broken(), broken(), broken(), {}, {})
  const twice = async (work) => {
    await work().catch(() => {})
    await work().catch(() => {})
  }
  assert.equal(await heard("offline", () => twice(() => api.get("/v1/status"))), 1)
  assert.equal(await heard("online", () => twice(() => api.get("/v1/status"))), 1)
})

test("no answer in time is told as that, and not asked for again", async () => {
  answering(({ signal }) => new Promise((_, reject) => {
    // A timer that keeps the process alive while it waits.
    const timer = setTimeout(() => reject(new Error("nobody ended it")), 5000)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  }))
  await assert.rejects(api.get("/v1/status", { seconds: 0.02 }), { why: "timeout" })
  assert.equal(asked.length, 1)
})

test("what the page itself ends isn't the network's fault", { skip: !AbortSignal.any }, async () => {
  const end = new AbortController()
  answering(({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))))
  const request = api.get("/v1/status", { signal: end.signal })
  end.abort()
  await assert.rejects(request, { name: "AbortError" })
  assert.equal(isOnline(), true)
})

test("401 ends the session, but not while one signs in", async () => {
  answering([401, {}], [401, {}])
  assert.equal(await heard("signed-out", () => api.get("/v1/staff/session")), 1)
  assert.equal(await heard("signed-out", () => api.post("/v1/staff/sign-in", { isSigningIn: true })), 0)
})

test("what needs a recent sign-in is sent again after it, with its key", async () => {
  const confirm = [403, { code: "staff.confirm" }]
  settings.confirm = async () => true
  answering(confirm, { done: true })
  assert.deepEqual(await api.post("/v1/erase", { body: { user: "usr_1" } }), { done: true })
  assert.equal(keys()[0], keys()[1])
  answering(confirm, confirm)
  await assert.rejects(api.post("/v1/erase"), { code: "staff.confirm" })
  settings.confirm = async () => false
  answering(confirm)
  await assert.rejects(api.post("/v1/erase"), { code: "staff.confirm" })
})

test("two requests ask for one confirmation", async () => {
  let count = 0
  settings.confirm = async () => {
    count++
    await new Promise((resolve) => setTimeout(resolve, 5))
    return true
  }
  answering([403, { code: "staff.confirm" }], [403, { code: "staff.confirm" }], {}, {})
  await Promise.all([api.post("/v1/erase"), api.post("/v1/export")])
  assert.equal(count, 1)
})

test("a file is sent as it is, and under the same key once one has said who one is", async () => {
  settings.confirm = async () => true
  const refusal = [403, { code: "staff.confirm" }]
  answering(refusal, {}, refusal, {})
  const form = new FormData()
  form.append("image", new Blob(["x"]), "receipt.png")
  await new Act().send("POST", "/v1/shakes/receipt", { body: form })
  await api.post("/v1/coins/issues", {
    body: new Blob(["user,amount"]), headers: { "Content-Type": "text/csv" }, key: "",
  })
  assert.deepEqual(asked.map(({ body }) => body instanceof FormData), [true, true, false, false])
  assert.deepEqual(asked.map((one) => one.headers["Content-Type"]), [undefined, undefined, "text/csv", "text/csv"])
  const [first, second, ...none] = keys()
  assert.ok(first && first === second)
  assert.deepEqual(none, [undefined, undefined])
})

test("an act with another file has another key", async () => {
  const act = new Act()
  answering(broken(), broken(), {})
  const sending = (text) => {
    const form = new FormData()
    form.append("file", new File([text], "july.csv", { lastModified: 1 }))
    return act.send("POST", "/v1/shakes/receipt", { body: form })
  }
  await assert.rejects(sending("a"))
  await assert.rejects(sending("longer"))
  await sending("longer")
  const [first, second, third] = keys()
  assert.ok(first !== second && second === third)
})

test("a picture is answered as a file", async () => {
  answering(() => new Response("png", { headers: { "Content-Type": "image/png" } }))
  assert.equal(await (await api.get("/v1/receipts/rct_1/picture")).text(), "png")
})
