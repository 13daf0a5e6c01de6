import assert from "node:assert/strict"
import { test } from "node:test"
import { pause } from "../../Sources/Faces/QixPages/Pages/follow.js"
import { EventReader, readEvents } from "../../Sources/Faces/QixPages/Pages/events.js"

const read = (...pieces) => {
  const reader = new EventReader()
  return { events: pieces.flatMap((piece) => reader.read(piece)), reader }
}

test("events have a type, data of several lines, and the last id", () => {
  const { events } = read("event: snapshot\ndata: a\ndata:  b\nid: 7\n\ndata: c\n\n")
  assert.deepEqual(events, [{ type: "snapshot", data: "a\n b", id: "7" }, { type: "message", data: "c", id: "7" }])
})

test("comments, unknown names and events without data are nothing", () => {
  const { events } = read(": still here\n\nother: x\n\nevent: change\n\ndata\n\n")
  assert.deepEqual(events, [{ type: "message", data: "", id: "" }])
})

test("a pause is a whole number, and an id has no zero byte", () => {
  const { reader } = read("retry: 2500\nretry: 1.5\nretry: x\nid: a\nid: b\0\n\n")
  assert.equal(reader.retry, 2500)
  assert.equal(reader.id, "a")
})

test("an event that isn't complete waits", () => {
  const { events, reader } = read("data: a\n")
  assert.deepEqual(events, [])
  assert.deepEqual(reader.read("\n"), [{ type: "message", data: "a", id: "" }])
})

test("all line ends count, wherever the pieces break", () => {
  const text = "\u{feff}event: change\r\ndata: {\"x\":1}\r\n\r\ndata: b\rdata: c\r\rdata: d\n\n"
  const wanted = [["change", '{"x":1}'], ["message", "b\nc"], ["message", "d"]]
  for (let size = 1; size <= text.length; size++) {
    const count = Math.ceil(text.length / size)
    const pieces = Array.from({ length: count }, (_, place) => text.slice(place * size).slice(0, size))
    const { events } = read(...pieces)
    assert.deepEqual(events.map(({ type, data }) => [type, data]), wanted, `pieces of ${size}`)
  }
})

test("a stream is read to its end, letters that break between pieces too", async () => {
  const bytes = new TextEncoder().encode("data: monedă è\n\n: life\n\n")
  const body = new ReadableStream({
    start(stream) {
      for (const byte of bytes) stream.enqueue(new Uint8Array([byte]))
      stream.close()
    },
  })
  const [events, pieces] = [[], []]
  await readEvents(body, (event) => events.push(event.data), (reader) => pieces.push(reader))
  assert.deepEqual(events, ["monedă è"])
  assert.equal(pieces.length, bytes.length)
})

test("pauses before new tries grow to half a minute, and aren't all alike", () => {
  assert.deepEqual([0, 3, 90].map((tries) => pause(tries, 1000, 0.5)), [1000, 8000, 30_000])
  assert.equal(pause(90, 2000, 0.5), 30_000)
  assert.ok(pause(1, 1000, 0) < pause(1, 1000, 1))
})
