/** Server-sent events out of the bytes of a response, as the standard reads them. */

/**
 * @typedef {object} ServerEvent
 * @property {string} type `message` where none was named
 * @property {string} data
 * @property {string} id that of the last event with one
 */

/** Takes a text in pieces and gives the events that are complete. */
export class EventReader {
  #rest = ""
  #type = ""
  /** @type {string[]} */
  #data = []
  #isFirst = true

  /** The id of the last event that had one. */
  id = ""
  /** What the server asks to be waited before coming back, in milliseconds. @type {number | undefined} */
  retry

  /**
   * @param {string} text
   * @returns {ServerEvent[]}
   */
  read(text) {
    /** @type {ServerEvent[]} */
    const events = []
    let all = this.#rest + text
    if (this.#isFirst && all.length > 0) {
      this.#isFirst = false
      if (all.startsWith("\u{feff}")) all = all.slice(1)
    }
    // A carriage return at the end may have its line feed in the next piece.
    const lines = all.split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ""
    for (const line of lines) {
      const event = this.#line(line)
      if (event) events.push(event)
    }
    return events
  }

  /**
   * @param {string} line
   * @returns {ServerEvent | undefined}
   */
  #line(line) {
    if (line === "") {
      const event = this.#data.length > 0
        ? { type: this.#type || "message", data: this.#data.join("\n"), id: this.id }
        : undefined
      this.#type = ""
      this.#data = []
      return event
    }
    const colon = line.indexOf(":")
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")
    if (name === "event") this.#type = value
    else if (name === "data") this.#data.push(value)
    else if (name === "id" && !value.includes("\0")) this.id = value
    else if (name === "retry" && /^\d+$/.test(value)) this.retry = Number(value)
  }
}

/**
 * Reads a response to its end.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(event: ServerEvent) => void} onEvent
 * @param {(piece: EventReader) => void} [onBytes] runs for all that comes, signs of life too
 */
export async function readEvents(body, onEvent, onBytes) {
  const [reader, events, decoder] = [body.getReader(), new EventReader(), new TextDecoder()]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const event of events.read(decoder.decode(value, { stream: true }))) onEvent(event)
      onBytes?.(events)
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
