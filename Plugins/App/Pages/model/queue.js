/**
 * What is done without a network: it waits under its key, and is sent once when there is one, by one page of this browser
 * alone (Web Locks). The key makes a second sending harmless.
 */

import { ApiProblem, request, signals } from "../../ground/api.js"
import { waiting } from "./pocket.js"
import { session } from "./session.js"

/**
 * @typedef {object} Act
 * @property {string} key
 * @property {string} [user] who has done it
 * @property {string} path
 * @property {Record<string, any>} body
 * @property {string} title what it is, for the list of what waits
 * @property {number} at milliseconds since 1970
 */

const LOCK = "qix-queue"
const SHAKES = /^\/v1\/shakes(\/[a-z]+)?$/
/** Milliseconds between two tries while something waits: at first, and in the end. */
const SOONEST = 4000
const LATEST = 60_000

export const queue = new class extends EventTarget {
  /** @type {Act[]} */
  acts = []
  #wait = SOONEST
  /** The form that is being sent. @type {{ key: string, end: AbortController } | undefined} */
  #sending
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** Reads what waits, and sends it as soon as there is a network. */
  async start() {
    await this.#read()
    signals.addEventListener("online", () => void this.send())
    addEventListener("online", () => void this.send())
    document.addEventListener("visibilitychange", () => document.hidden || void this.send())
    void this.send()
  }

  /**
   * Does something: at once where there is a network, or later.
   * @param {string} title
   * @param {string} path
   * @param {Record<string, any>} body
   * @returns {Promise<any>} the answer; undefined where it waits
   */
  async do(title, path, body) {
    /** @type {Act} */
    const act = { key: crypto.randomUUID(), user: session.current?.user, path, body, title, at: Date.now() }
    return navigator.locks.request(LOCK, async () => {
      // Kept first: a page that is closed while it waits for the answer sends it again.
      await this.#keep(act)
      // Who goes elsewhere meanwhile sees that it is under way.
      await this.#read()
      try {
        const answer = await this.#post(act)
        await this.drop(act)
        return answer
      } catch (error) {
        if (error instanceof ApiProblem && error.isFinal) {
          await this.drop(act)
          throw error
        }
        await this.#later()
        // It was taken back while it was sent.
        if (this.#sending?.key === act.key && this.#sending.end.signal.aborted) return undefined
        // A browser that keeps nothing can't let it wait.
        if (!this.acts.some(({ key }) => key === act.key)) throw error
        return undefined
      }
    })
  }

  /** A body with pictures or sounds is sent as a form. @param {Act} act @returns {Promise<any>} */
  async #post(act) {
    const { path, body, key } = act
    if (!Object.values(body).flat().some((value) => value instanceof Blob)) return request("POST", path, { body, key })
    const { sendForm } = await import("../views/rest.js")
    this.#sending = { key, end: new AbortController() }
    return sendForm(path, body, {
      key, signal: this.#sending.end.signal,
      onProgress: (part) => this.dispatchEvent(new CustomEvent("progress", { detail: { act, part } })),
    })
  }

  /** @param {Act} act */
  async #keep(act) {
    // One that can't be kept is sent all the same.
    await waiting.put(name(act), act).catch(() => undefined)
  }

  /** Takes back what waits. @param {Act} act */
  async drop(act) {
    if (this.#sending?.key === act.key) this.#sending.end.abort()
    await waiting.remove(name(act)).catch(() => undefined)
    await this.#read()
  }

  async #read() {
    this.acts = await waiting.all()
    this.dispatchEvent(new Event("change"))
  }

  /** Tries again by itself: browsers don't tell of every network that comes back. */
  async #later() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.send(), this.#wait)
    this.#wait = Math.min(LATEST, this.#wait * 2)
    await this.#read()
  }

  /** Sends what waits, the oldest first, whichever page it was done in. */
  async send() {
    await this.#read()
    if (this.acts.length === 0) return
    await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      for (const act of await waiting.all()) {
        // It may have been taken back meanwhile.
        if (!await waiting.get(name(act))) continue
        if (!session.current) return
        // Shakes alone wait, and each goes for the user who has made it.
        if (!SHAKES.test(act.path) || !session.is(act.user)) {
          await this.drop(act)
          continue
        }
        try {
          const answer = await this.#post(act)
          this.#wait = SOONEST
          await this.drop(act)
          this.dispatchEvent(new CustomEvent("sent", { detail: { act, answer } }))
        } catch (error) {
          if (!(error instanceof ApiProblem) || !error.isFinal) return this.#later()
          await this.drop(act)
          this.dispatchEvent(new CustomEvent("sent", { detail: { act, error } }))
        }
      }
    })
  }
}()

/** In the order in which they were done. @param {Act} act */
const name = (act) => `${String(act.at).padStart(16, "0")} ${act.key}`
