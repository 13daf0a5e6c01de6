import assert from "node:assert/strict"
import { test } from "node:test"

import { ApiProblem, NoAnswer, settings } from "../../Sources/Faces/QixPages/Pages/api.js"
import { formOf, PIECE, upload } from "../../Plugins/App/Pages/model/upload.js"

settings.language = () => "en"
const KEY = "3f1c"
const bytes = async (blob) => new Uint8Array(await blob.arrayBuffer())
const picture = (size) => new Blob([Uint8Array.from({ length: size }, (_, at) => at * 31 + (at >> 8) & 255)], { type: "image/jpeg" })
const problem = (status, code, fields = {}) => new Response(JSON.stringify({ code }), {
  status, headers: { "Content-Type": "application/problem+json", ...fields },
})

/** A server that keeps forms in pieces; `faults` answers requests in place of it, by their number. */
function served(faults = {}) {
  const server = { held: new Uint8Array(), asked: [], answers: 0 }
  settings.fetch = async (path, { method, body, headers }) => {
    const [offset, length] = [Number(headers["Upload-Offset"]), Number(headers["Upload-Length"])]
    server.asked.push({ path, method, offset, length, key: headers["Idempotency-Key"], type: headers["Content-Type"] })
    const fault = await faults[server.asked.length]?.(server)
    if (fault) return fault
    if (offset !== server.held.length) return problem(409, "http.upload-offset", { "Upload-Offset": String(server.held.length) })
    server.held = Uint8Array.from([...server.held, ...await bytes(body)])
    if (faults.lost === server.asked.length) throw new TypeError("the line dropped")
    if (server.held.length < length) return new Response("", { status: 202, headers: { "Upload-Offset": String(server.held.length) } })
    server.answers++
    return Response.json({ outcome: "won" })
  }
  return server
}

/** Sends a form of two pictures; `waited` are the pauses. */
async function sent(server, size = 2 * PIECE) {
  const [waited, parts] = [[], []]
  const given = [["campaign", "cola"], ["image", picture(size)], ["image", picture(1000)]]
  const made = upload("/v1/shakes/receipt", given, {
    key: KEY, onProgress: (part) => parts.push(part), wait: async (seconds) => waited.push(seconds),
  })
  try {
    return { answer: await made, waited, parts, wanted: await bytes(formOf(given, KEY).form) }
  } catch (error) {
    return { error, waited, parts }
  }
}

test("a form is the same bytes each time, and says what it has as browsers do", async () => {
  const given = [["campaign", "cola"], ["image", new Blob(["one"], { type: "image/jpeg" })], ["image", new Blob(["two"])]]
  const { form, type } = formOf(given, KEY)
  assert.deepEqual(await bytes(form), await bytes(formOf(given, KEY).form))
  const read = await new Response(form, { headers: { "Content-Type": type } }).formData()
  assert.equal(read.get("campaign"), "cola")
  const images = await Promise.all(read.getAll("image").map(async (one) => [one.type, await one.text()]))
  assert.deepEqual(images, [["image/jpeg", "one"], ["application/octet-stream", "two"]])
})

test("pieces follow each other under one key, and the last one has the answer", async () => {
  const server = served()
  const { answer, parts, wanted } = await sent(server)
  assert.deepEqual(answer, { outcome: "won" })
  assert.deepEqual(server.held, wanted)
  assert.deepEqual(server.asked.map(({ offset }) => offset), [0, PIECE, 2 * PIECE])
  for (const { path, method, length, key, type } of server.asked) {
    assert.deepEqual([path, method, length, key, type],
      ["/v1/shakes/receipt", "POST", wanted.length, KEY, `multipart/form-data; boundary=qix-${KEY}`])
  }
  assert.equal(parts[0], 0)
  assert.deepEqual(parts, parts.toSorted((one, other) => one - other))
})

test("it goes on from where the server is: after a page was closed, and after a restart", async () => {
  const before = served()
  const given = [["campaign", "cola"], ["image", picture(2 * PIECE)], ["image", picture(1000)]]
  before.held = (await bytes(formOf(given, KEY).form)).slice(0, PIECE)
  const { answer } = await sent(before)
  assert.deepEqual(answer, { outcome: "won" })
  assert.deepEqual(before.asked.map(({ offset }) => offset), [0, PIECE, 2 * PIECE])
  const restarted = served({ 3: (server) => void (server.held = new Uint8Array()) })
  const again = await sent(restarted)
  assert.deepEqual(restarted.asked.map(({ offset }) => offset), [0, PIECE, 2 * PIECE, 0, PIECE, 2 * PIECE])
  assert.deepEqual(restarted.held, again.wanted)
  assert.equal(restarted.answers, 1)
})

test("a line that drops five times costs five tries, and nothing is kept twice", async () => {
  const drop = () => { throw new TypeError("Failed to fetch") }
  const server = served({ 1: drop, 3: drop, 4: drop, 5: drop, lost: 7 })
  const { answer, waited, wanted } = await sent(server)
  assert.deepEqual(answer, { outcome: "won" })
  assert.deepEqual(waited, [1, 1, 2, 4, 1])
  assert.deepEqual(server.held, wanted)
  assert.equal(server.answers, 1)
})

test("after five tries without an answer it waits with what else waits", async () => {
  const server = served(Object.fromEntries([1, 2, 3, 4, 5, 6].map((one) => [one, () => { throw new TypeError() }])))
  const { error, waited } = await sent(server)
  assert.ok(error instanceof NoAnswer)
  assert.deepEqual([server.asked.length, waited], [5, [1, 2, 4, 8]])
})

test("a server that is busy is waited for as long as it says", async () => {
  const server = served({
    1: () => problem(429, "http.too-many-uploads", { "Retry-After": "7" }),
    2: () => problem(503, "http.busy", { "Retry-After": "5" }),
    4: () => problem(409, "http.key-busy", { "Retry-After": "1" }),
    5: () => problem(409, "http.upload-going-on"),
  })
  const { answer, waited } = await sent(server)
  assert.deepEqual(answer, { outcome: "won" })
  assert.deepEqual(waited, [7, 5, 1, 1])
})

test("a last piece whose answer was lost is asked for with nothing more in it", async () => {
  const server = served({ lost: 3, 5: () => Response.json({ outcome: "won" }) })
  const { answer } = await sent(server)
  assert.deepEqual(answer, { outcome: "won" })
  assert.equal(server.asked[4].offset, server.asked[4].length)
})

test("what the server refuses is the answer, and what never goes on ends", async () => {
  const refused = await sent(served({ 2: () => problem(422, "receiptshake.unreadable") }))
  assert.ok(refused.error instanceof ApiProblem && refused.error.code === "receiptshake.unreadable")
  const stuck = served()
  settings.fetch = async () => {
    stuck.asked.push(1)
    return problem(409, "http.upload-offset", { "Upload-Offset": "0" })
  }
  const { error } = await sent(stuck)
  assert.ok(error instanceof NoAnswer)
  assert.ok(stuck.asked.length < 100)
})

test("what is taken back is sent no further", async () => {
  const end = new AbortController()
  const server = served({ 2: () => void end.abort() })
  await assert.rejects(upload("/v1/shakes/receipt", [["image", picture(3 * PIECE)]], { key: KEY, signal: end.signal }))
  assert.ok(server.asked.length <= 2)
})
