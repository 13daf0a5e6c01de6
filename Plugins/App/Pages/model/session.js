/** The user of this browser: whether there is one, how one begins and ends. The server's cookie is what counts. */

import { ApiProblem, api, settings, signals } from "../../ground/api.js"
import { follow } from "../../ground/follow.js"
import { forget } from "../../ground/store.js"
import { context } from "./context.js"
import { pocket } from "./pocket.js"
import { worked } from "./work.js"

settings.face = "app"
/** What is answered goes into a cookie that no script reads. */
export const COOKIE = { Prefer: "session=cookie" }
const channel = globalThis.BroadcastChannel && new BroadcastChannel("qix-session")

/**
 * @typedef {object} User
 * @property {string} user
 * @property {"trial" | "signed" | "pro"} mode
 * @property {string[]} missing what the next mode asks for; null where there is none
 * @property {Record<string, any>} profile
 * @property {string[]} [merged_ids] users whom this one was before
 */
/** @type {User | undefined} */
let current
/** @type {(() => void) | undefined} */
let stop
/** While a session takes the place of another. */
let isProving = false

export const session = {
  /** The session of this browser; undefined before the user begins. */
  get current() {
    return current
  },

  /** Whether an id is that of the user of this browser, now or before a merge. @param {string | undefined} id */
  is: (id) => current !== undefined && (id === current.user || (current.merged_ids ?? []).includes(id ?? "")),

  /** Asks who is here. Without a network it is who was here last. */
  async load() {
    try {
      const user = await api.get("/v1/users/me", { isSigningIn: true })
      const before = await pocket.get("user")
      // What another user has left here is nothing of this one; a merged one's is.
      take(user)
      if (!before || !this.is(before.user)) await pocket.clear()
      remember()
    } catch (error) {
      if (isOver(error)) {
        await leave()
        take(undefined)
      } else {
        take(await pocket.get("user"))
        if (!current) throw error
      }
    }
    return current
  },

  /** Begins without an account. */
  async start() {
    const begin = (/** @type {string | undefined} */ work) =>
      api.post("/v1/sessions/trial", { body: { work }, headers: COOKIE, isSigningIn: true })
    try {
      await begin(undefined)
    } catch (error) {
      const bits = error instanceof ApiProblem && Number(error.fields.bits ?? error.fields.number)
      if (!(error instanceof ApiProblem) || !error.code.startsWith("sessions.work") || !bits) throw error
      await begin(await worked(bits))
    }
    return this.load()
  },

  /**
   * Begins by what has been proved: a code, or an account elsewhere. What was won on trial comes along.
   * @param {string} path
   * @param {Record<string, any>} body
   */
  async prove(path, body) {
    // The session until now ends by it: its stream's end would say that all is over.
    isProving = true
    halt()
    try {
      await api.post(path, { body, headers: COOKIE, isSigningIn: true })
    } catch (error) {
      take(current)
      throw error
    } finally {
      isProving = false
    }
    channel?.postMessage("changed")
    return this.load()
  },

  async signOut() {
    halt()
    try {
      await api.post("/v1/sessions/end", { body: {}, isSigningIn: true })
    } catch (error) {
      // A session that is over already is signed out.
      if (!isOver(error)) {
        take(current)
        throw error
      }
    }
    await this.forget()
  },

  /** Forgets all that is kept in this browser. */
  async forget() {
    halt()
    current = undefined
    forget()
    await leave()
    channel?.postMessage("ended")
  },
}

/** @param {unknown} error */
const isOver = (error) => error instanceof ApiProblem && error.status === 401

/** Forgets what is kept of a user, and by which link they came. */
function leave() {
  context.current = {}
  return pocket.clear()
}

function remember() {
  if (current) void pocket.put("user", { ...current, profile: {} })
}

function halt() {
  stop?.()
  stop = undefined
}

/** @param {User | undefined} user */
function take(user) {
  current = user
  if (!user) return halt()
  remember()
  // Its end comes by the stream, within a second; so does each change of the wallet.
  stop ??= follow("/v1/wallets/me", (wallet) => {
    void pocket.put("wallet", { ...wallet, as_of: Date.now() })
    purse.take(wallet)
  })
}

/** What there is to spend, for heads of views. */
export const purse = new class extends EventTarget {
  /** @type {number | undefined} */
  available
  /** @type {Record<string, any> | undefined} */
  wallet
  /** @param {Record<string, any>} wallet */
  take(wallet) {
    this.wallet = wallet
    if (wallet.available === this.available) return
    this.available = wallet.available
    this.dispatchEvent(new Event("change"))
  }
}()

/**
 * Begins to watch for the end, and for another user in another page of this browser.
 * @param {{ onEnd: () => void, onChange: () => void }} calls
 */
export function watch({ onEnd, onChange }) {
  signals.addEventListener("signed-out", async () => {
    if (!current || isProving) return
    // Another page of this browser may have signed in meanwhile.
    const user = await api.get("/v1/users/me", { isSigningIn: true }).catch((error) => (isOver(error) ? undefined : error))
    if (!current || isProving) return
    if (user) halt()
    // No answer ends nothing; it is asked again.
    if (user instanceof Error) return void setTimeout(() => current && take(current), 5000)
    if (user) return user.user === current.user ? take(user) : onChange()
    await session.forget()
    onEnd()
  })
  if (!channel) return
  channel.onmessage = async ({ data }) => {
    if (data !== "ended") return onChange()
    halt()
    current = undefined
    // What this page has kept since.
    await leave()
    return onEnd()
  }
}
