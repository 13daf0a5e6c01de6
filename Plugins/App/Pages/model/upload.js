/**
 * Sends a form in pieces: where the line drops, one piece is lost at most. The server says at which byte it goes on, so
 * a page that was closed meanwhile goes on there, too. The last piece is answered as the whole form would be.
 */

import { ApiProblem, NoAnswer, request, signals } from "../../ground/api.js"

/** Bytes of a piece. */
export const PIECE = 128 << 10
/** Tries of one piece without any answer. */
const TRIES = 5
/** Answers in a row by which the form has not gone on. */
const MOST = 60

/**
 * The form as bytes. The same fields and key make the same bytes, also after a reload.
 * @param {[name: string, value: any][]} fields
 * @param {string} key
 */
export function formOf(fields, key) {
  const boundary = `qix-${key}`
  const parts = fields.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
    return value instanceof Blob
      ? [`${head}; filename="blob"\r\nContent-Type: ${value.type || "application/octet-stream"}\r\n\r\n`, value, "\r\n"]
      : [`${head}\r\n\r\n${value}\r\n`]
  })
  return { form: new Blob([...parts, `--${boundary}--\r\n`]), type: `multipart/form-data; boundary=${boundary}` }
}

/**
 * @typedef {object} Sending
 * @property {string} key
 * @property {AbortSignal} [signal]
 * @property {(part: number) => void} [onProgress] takes a part of one, before each piece
 * @property {(seconds: number, signal?: AbortSignal) => Promise<unknown>} [wait]
 */

/**
 * Sends values as a form, in pieces where it has more bytes than one; a list repeats its name.
 * @param {string} path
 * @param {Record<string, any>} values
 * @param {Sending} sending
 * @returns {Promise<any>} the answer
 */
export function sendForm(path, values, sending) {
  const fields = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().filter((one) => one !== undefined).map((one) => /** @type {[string, any]} */ ([name, one])))
  if (fields.reduce((sum, [, { size = 0 }]) => sum + size, 0) > PIECE) return upload(path, fields, sending)
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return request("POST", path, { body, key: sending.key, signal: sending.signal, seconds: 60 })
}

/**
 * Sends a form in pieces, from where the server is.
 * @param {string} path
 * @param {[name: string, value: any][]} fields
 * @param {Sending} sending
 * @returns {Promise<any>} the answer to the whole form
 */
export async function upload(path, fields, { key, signal, onProgress, wait = waited }) {
  const { form, type } = formOf(fields, key)
  let [at, drops, idle] = [0, 0, 0]
  for (;;) {
    onProgress?.(at / form.size)
    /** @type {Response | undefined} */
    let told
    /** @type {number} seconds until the next piece */
    let pause = 0
    try {
      const answer = await request("POST", path, {
        body: form.slice(at, at + PIECE), key, signal, seconds: 60, onResponse: (response) => (told = response),
        headers: { "Content-Type": type, "Upload-Offset": String(at), "Upload-Length": String(form.size) },
      })
      if (told?.status !== 202) return answer
    } catch (error) {
      if (error instanceof NoAnswer && ++drops < TRIES && globalThis.navigator?.onLine !== false) pause = 2 ** (drops - 1)
      else if (error instanceof ApiProblem && goesOn(error)) pause = error.retryAfter ?? (held(told) === undefined ? 1 : 0)
      else throw error
    }
    if (told) drops = 0
    const next = held(told) ?? at
    // What never goes on waits with what else waits.
    if (next > at) idle = 0
    else if (told && ++idle > MOST) throw new NoAnswer("timeout")
    at = Math.min(next, form.size)
    if (pause > 0) await wait(pause, signal)
    signal?.throwIfAborted()
  }
}

/** Whether a refusal is only of this piece, now. @param {ApiProblem} error */
const goesOn = ({ status, code }) =>
  status === 429 || status === 503 || ["http.upload-offset", "http.upload-going-on", "http.key-busy"].includes(code)

/** The bytes that the server holds. @param {Response | undefined} response */
function held(response) {
  const told = response?.headers.get("Upload-Offset")
  return told && /^\d+$/.test(told) ? Number(told) : undefined
}

/** Some seconds, or less if a network comes back. @param {number} seconds @param {AbortSignal} [signal] */
const waited = (seconds, signal) => new Promise((resolve) => {
  setTimeout(resolve, seconds * 1000)
  signal?.addEventListener("abort", resolve, { once: true })
  signals.addEventListener("online", resolve, { once: true })
})
