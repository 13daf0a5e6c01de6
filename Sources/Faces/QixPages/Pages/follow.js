/**
 * Followed answers: one stream for each browser and address, however many pages look at it. The page that holds the
 * lock of an address reads the stream and tells the others; when it goes, the lock passes on, and with it the stream.
 */

import { address, headers, setReached, settings, signals } from "./api.js"
import { readEvents } from "./events.js"
import { patched } from "./patch.js"
import { ApiProblem, problem } from "./problem.js"

/**
 * @typedef {object} State
 * @property {"live" | "waiting" | "refused"} is
 * @property {number} [again] when the next try is, in milliseconds since 1970
 * @property {Error} [error] why it was refused
 */
/**
 * @typedef {object} Follower
 * @property {(value: any) => void} onValue
 * @property {(state: State) => void} [onState]
 */

/** Without a sign of life for this long a stream is dead; the server sends one every 15 seconds. */
const SILENCE = 40_000

/** Milliseconds between two new tries without a pause. */
const HURRY = 10_000

/** @type {Map<string, Following>} */
const all = new Map()

/**
 * Follows an answer until the returned function is called.
 * @param {string} path
 * @param {(value: any) => void} onValue runs for the answer, and for each change of it
 * @param {{ onState?: (state: State) => void, query?: Record<string, any>, signal?: AbortSignal }} [options]
 * @returns {() => void}
 */
export function follow(path, onValue, options = {}) {
  const target = address(path, options.query)
  const following = all.get(target) ?? new Following(target)
  all.set(target, following)
  const follower = { onValue, onState: options.onState }
  following.add(follower)
  const stop = () => {
    if (following.remove(follower)) leave(following)
  }
  options.signal?.addEventListener("abort", stop, { once: true })
  return stop
}

/** How long to wait before the n-th new try: twice as long each time, 30 s at most, and not all at once. */
export function pause(tries = 0, base = 1000, random = Math.random()) {
  return Math.min(30_000, base * 2 ** Math.min(tries, 10)) * (0.75 + random / 2)
}

/** @param {Following} following */
function leave(following) {
  if (all.get(following.target) === following) all.delete(following.target)
}

/** One address, in one page. */
class Following {
  /** @type {Set<Follower>} */
  #followers = new Set()
  #end = new AbortController()
  /** @type {{ value: any } | undefined} */
  #last
  /** @type {State | undefined} */
  #state
  #leads = false
  #channel

  /** @param {string} target */
  constructor(target) {
    this.target = target
    this.#channel = new BroadcastChannel(`qix-follow ${settings.face} ${target}`)
    this.#channel.onmessage = ({ data }) => this.#hear(data)
    this.#channel.postMessage({ ask: true })
    this.#lead()
  }

  /** @param {Follower} follower */
  add(follower) {
    this.#followers.add(follower)
    if (this.#last) follower.onValue(this.#last.value)
    if (this.#state) follower.onState?.(this.#state)
  }

  /** @param {Follower} follower @returns {boolean} whether it was the last one */
  remove(follower) {
    this.#followers.delete(follower)
    if (this.#followers.size > 0 || this.#end.signal.aborted) return false
    this.#end.abort()
    this.#channel.close()
    return true
  }

  /** @param {{ ask?: boolean, value?: any, state?: State, ended?: boolean }} message */
  #hear(message) {
    if (message.ask) {
      if (this.#leads && this.#last) this.#channel.postMessage({ value: this.#last.value, state: this.#state })
      return
    }
    if (this.#leads) return
    if (message.ended) signals.dispatchEvent(new Event("signed-out"))
    if ("value" in message) this.#take(message.value)
    if (message.state) this.#be(message.state)
  }

  /** @param {any} value */
  #take(value) {
    this.#last = { value }
    for (const follower of this.#followers) follower.onValue(value)
    if (this.#leads) this.#channel.postMessage({ value })
  }

  /** @param {State} state */
  #be(state) {
    this.#state = state
    for (const follower of this.#followers) follower.onState?.(state)
    // An error isn't cloned with its class: others ask for themselves.
    if (this.#leads) this.#channel.postMessage({ state: { is: state.is, again: state.again } })
  }

  /** Waits for the lock, and reads for all pages while it has it. */
  async #lead() {
    const { signal } = this.#end
    try {
      await navigator.locks.request(`qix-follow ${settings.face} ${this.target}`, { signal }, async () => {
        this.#leads = true
        await this.#read(signal)
      })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** @param {AbortSignal} signal */
  async #read(signal) {
    let tries = 0
    let base = 1000
    let hurried = -HURRY
    while (!signal.aborted) {
      try {
        await this.#stream(signal, (retry) => {
          tries = 0
          base = retry ?? base
        })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ApiProblem && error.status === 401) {
          this.#channel.postMessage({ ended: true })
          signals.dispatchEvent(new Event("signed-out"))
        }
        if (error instanceof ApiProblem && (error.isFinal || error.status === 401)) {
          this.#be({ is: "refused", error })
          // A later follower sends a new request.
          leave(this)
          return
        }
        if (!(error instanceof ApiProblem)) setReached(false)
        base = Math.max(base, error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1000 : 0)
      }
      if (signal.aborted) return
      // A stream that ends may mean that a session has: that is found out at once, but not over and over.
      const hurries = tries === 0 && performance.now() - hurried > HURRY
      if (hurries) hurried = performance.now()
      const wait = hurries ? 300 * Math.random() : pause(tries, base)
      tries++
      this.#be({ is: "waiting", again: Date.now() + wait })
      await slept(wait, signal)
    }
  }

  /**
   * One stream, to its end.
   * @param {AbortSignal} signal
   * @param {(retry: number | undefined) => void} onLife
   */
  async #stream(signal, onLife) {
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), SILENCE)
    try {
      const response = await settings.fetch(this.target, {
        signal: AbortSignal.any([signal, silence.signal]), cache: "no-store", credentials: "same-origin",
        headers: headers({ headers: { Accept: "text/event-stream" } }),
      })
      if (!response.ok || !response.body) throw await problem(response)
      setReached(true)
      await readEvents(response.body, (event) => {
        if (event.type === "snapshot") this.#take(JSON.parse(event.data))
        else if (event.type === "change" && this.#last) this.#take(patched(this.#last.value, JSON.parse(event.data)))
        if (this.#state?.is !== "live") this.#be({ is: "live" })
      }, (events) => {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), SILENCE)
        onLife(events.retry)
      })
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * Waits; a network that comes back ends it early.
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
function slept(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.("online", end)
      signal.removeEventListener("abort", end)
      resolve(undefined)
    }
    const timer = setTimeout(end, milliseconds)
    globalThis.addEventListener?.("online", end)
    signal.addEventListener("abort", end)
  })
}
