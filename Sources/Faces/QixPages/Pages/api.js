/** Requests to qix: with the face, the language, a key for each change, and one meaning for every error. */

import { ApiProblem, NoAnswer, problem } from "./problem.js"

export { ApiProblem, NoAnswer } from "./problem.js"

/**
 * @typedef {object} Options
 * @property {Record<string, any>} [query] values of the address; lists repeat a name, null and undefined are left out
 * @property {any} [body] sent as JSON; a file or a form as it is
 * @property {string} [key] of a change; each call has its own otherwise, and none if it is empty
 * @property {string} [reason] what the audit log keeps
 * @property {AbortSignal} [signal]
 * @property {number} [seconds] how long to wait, 10 otherwise
 * @property {boolean} [isApart] sent without the session
 * @property {boolean} [isSigningIn] a 401 is the answer, not the end of a session
 * @property {Record<string, string>} [headers]
 * @property {(response: Response) => void} [onResponse] receives each response, for its status and its header fields
 */

/** How the page asks; the console sets them at its start. */
export const settings = {
  face: "console",
  /** @type {() => string} */
  language: () => document.documentElement.lang || "en",
  /**
   * Signs in once more; false leaves the request refused.
   * @type {() => Promise<boolean>}
   */
  confirm: async () => false,
  /** @type {typeof fetch} */
  fetch: (address, init) => globalThis.fetch(address, init),
}

/** `signed-out` when a session has ended; `offline` and `online` when answers stop and come again. */
export const signals = new EventTarget()

let reached = true
/** Whether the last request got an answer. */
export const isOnline = () => reached

/** @param {boolean} is */
export function setReached(is) {
  if (is === reached) return
  reached = is
  signals.dispatchEvent(new Event(is ? "online" : "offline"))
}

// Browsers know first when the network itself has gone.
globalThis.addEventListener?.("offline", () => setReached(false))
globalThis.addEventListener?.("online", () => setReached(true))

/**
 * An address with its query.
 * @param {string} path
 * @param {Record<string, any>} [query]
 */
export function address(path, query = {}) {
  if (!path.startsWith("/") || path.startsWith("//")) throw new TypeError(`api: '${path}' isn't an address here`)
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().filter((one) => one !== null && one !== undefined && one !== "").map((one) => [name, String(one)])
  )
  if (pairs.length === 0) return path
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(pairs)}`
}

/** A path made of its parts, each escaped: `path("users", id, "notes")`. @param {...string} names */
export const path = (...names) => `/v1/${names.map(encodeURIComponent).join("/")}`

/**
 * The answer, or an `ApiProblem` or `NoAnswer`.
 * @param {string} method
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function request(method, path, options = {}) {
  const hasBody = method === "POST" || method === "PUT"
  const { reason } = options
  // Signing in makes another session each time.
  const keyless = method === "GET" || options.isSigningIn
  const body = hasBody && reason && !isRaw(options.body) ? { ...options.body, reason } : options.body
  const sent = { ...options, body, key: keyless ? undefined : options.key ?? crypto.randomUUID() }
  const target = address(path, hasBody || !reason ? options.query : { ...options.query, reason })
  let tries = method === "GET" ? 2 : 1
  let isConfirmed = false
  for (;;) {
    try {
      return await once(method, target, sent)
    } catch (error) {
      if (error instanceof NoAnswer && error.why === "offline" && --tries > 0) continue
      if (error instanceof ApiProblem && error.code === "staff.confirm" && !isConfirmed) {
        isConfirmed = true
        if (await confirmed()) continue
      }
      if (error instanceof ApiProblem && error.status === 401 && !options.isSigningIn) {
        signals.dispatchEvent(new Event("signed-out"))
      }
      throw error
    }
  }
}

/** Whether a body is sent as it is. @param {unknown} body @returns {body is Blob | FormData} */
const isRaw = (body) => body instanceof Blob || body instanceof FormData

/** @type {Promise<boolean> | undefined} */
let confirming
/** Several refused requests ask for one confirmation. */
function confirmed() {
  confirming ??= settings.confirm().finally(() => (confirming = undefined))
  return confirming
}

/**
 * @param {string} method
 * @param {string} target
 * @param {Options} options
 */
async function once(method, target, options) {
  const { signal, time } = limited(options.signal, options.seconds ?? 10)
  try {
    const response = await settings.fetch(target, {
      method, signal, cache: "no-store", credentials: options.isApart ? "omit" : "same-origin", redirect: "error",
      headers: headers(options), body: written(options.body),
    })
    setReached(true)
    options.onResponse?.(response)
    if (!response.ok) throw await problem(response)
    if (response.status === 204) return undefined
    const type = response.headers.get("Content-Type") ?? ""
    if (type.startsWith("image/")) return await response.blob()
    return /\bjson\b/.test(type) ? await response.json() : await response.text()
  } catch (error) {
    if (error instanceof ApiProblem || options.signal?.aborted) throw error
    setReached(false)
    throw new NoAnswer(time.aborted ? "timeout" : "offline")
  }
}

/** @param {any} body */
const written = (body) => (body === undefined || isRaw(body) ? body : JSON.stringify(body))

/**
 * @param {AbortSignal | undefined} signal
 * @param {number} seconds
 */
function limited(signal, seconds) {
  const time = AbortSignal.timeout(seconds * 1000)
  return { time, signal: signal ? AbortSignal.any([signal, time]) : time }
}

/** @param {Options} options */
export function headers(options = {}) {
  /** @type {Record<string, string>} */
  const all = { Accept: "application/json", "Accept-Language": settings.language(), "Qix-Face": settings.face }
  if (options.key) all["Idempotency-Key"] = options.key
  if (options.body !== undefined && !isRaw(options.body)) all["Content-Type"] = "application/json"
  return { ...all, ...options.headers }
}

export const api = {
  /** @param {string} path @param {Options} [options] */
  get: (path, options) => request("GET", path, options),
  /** @param {string} path @param {Options} [options] */
  post: (path, options) => request("POST", path, options),
  /** @param {string} path @param {Options} [options] */
  put: (path, options) => request("PUT", path, options),
  /** @param {string} path @param {Options} [options] */
  delete: (path, options) => request("DELETE", path, options),
}

/** Tells one file from another without reading it. @param {string} _ @param {any} value */
const fileByName = (_, value) =>
  (value instanceof FormData ? [...value] : value instanceof Blob ? fileFacts(value) : value)

/** @param {Blob & { name?: string, lastModified?: number }} file */
const fileFacts = ({ name, size, lastModified }) => [name, size, lastModified]

/**
 * One act of a person, however often it is sent: the same values keep their key until there is an answer to them, so
 * that nothing is done twice.
 */
export class Act {
  /** @type {string | undefined} */
  #key
  #values = ""

  /**
   * @param {string} method
   * @param {string} path
   * @param {Options} [options]
   */
  async send(method, path, options = {}) {
    const values = JSON.stringify([method, path, options.query, options.body, options.reason], fileByName)
    if (values !== this.#values || !this.#key) this.#key = crypto.randomUUID()
    this.#values = values
    try {
      const answer = await request(method, path, { ...options, key: this.#key })
      this.#key = undefined
      return answer
    } catch (error) {
      if (error instanceof ApiProblem && error.isFinal) this.#key = undefined
      throw error
    }
  }
}
