/** The session of the member of staff at this browser: signing in and out, and what they may do. */

import { ApiProblem, api, settings, signals } from "../ground/api.js"
import { follow } from "../ground/follow.js"
import { forget } from "../ground/store.js"

/**
 * @typedef {object} Admitted
 * @property {string} command its words: `coins reverse`
 * @property {boolean} changes
 * @property {boolean} asks another person approves it
 * @property {boolean} reveals personal data may be uncovered by it
 * @property {boolean} confirms it needs a recent sign-in
 * @property {string} summary
 */
/**
 * @typedef {object} Session
 * @property {string} name as the audit log has it: `token:ada`
 * @property {string} role
 * @property {string | null} session
 * @property {string | null} by how the person has signed in: `token`, or the name of a provider
 * @property {string | null} expires
 * @property {string | null} idle_end
 * @property {Admitted[]} commands
 */

/** @type {Session | undefined} */
let current
/** @type {Map<string, Admitted>} */
let admitted = new Map()
/** @type {(() => void) | undefined} */
let stop

/** Told to the other pages of this browser, which have the same cookie. */
const channel = new BroadcastChannel("qix-staff-session")

export const session = {
  get current() {
    return current
  },

  /** The name without what the audit log puts before it. */
  get name() {
    return current?.name.replace(/^\w+:/, "") ?? ""
  },

  /** A command that one may run, or ask for; undefined for any other. @param {string} command */
  may: (command) => admitted.get(command),

  /** Whether one may see what needs a command. @param {string} [command] nothing is open to everybody */
  isOpen: (command) => !command || admitted.has(command),

  /** Who is signed in; undefined for nobody. */
  async load() {
    try {
      take(await api.get("/v1/staff/session", { isSigningIn: true }))
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 401)) throw error
      take(undefined)
    }
    return current
  },

  /** @param {string} token */
  async signIn(token) {
    await api.post("/v1/staff/sign-in", { body: { token: token.trim() }, isSigningIn: true })
    return this.load()
  },

  /** Shows once more who one is. @param {string} token */
  confirm: (token) => api.post("/v1/staff/confirm", { body: { token: token.trim() }, isSigningIn: true }),

  async signOut() {
    // Its end is no news.
    stop?.()
    stop = undefined
    await api.post("/v1/staff/sign-out", { isSigningIn: true }).catch((error) => {
      // A session that is over already is signed out. Either answer takes the cookie away.
      if (!(error instanceof ApiProblem && error.status === 401)) throw error
    })
    take(undefined)
    forget()
    channel.postMessage("signed-out")
  },

  /** @returns {Promise<string[]>} the names of providers by which staff may sign in */
  providers: async () => {
    const ask = () => api.get("/v1/staff/providers", { isSigningIn: true })
    // The cookie of a session that is over goes with its first refusal.
    const answer = await ask().catch(ask)
    return answer.providers.map((/** @type {{ provider: string }} */ one) => one.provider)
  },

  /**
   * Leaves for a provider, which leads back to /console/signed-in.
   * @param {string} provider
   * @param {boolean} [again] to confirm who one is
   */
  async leave(provider, again = false) {
    keepPlace()
    const { address } = await api.post("/v1/staff/begin", { body: { provider, again: again || undefined }, isSigningIn: true })
    location.assign(address)
  },

  /** Comes back from a provider. @param {URLSearchParams} query @returns {Promise<string>} where one was */
  async finish(query) {
    const [code, state, iss, error] = ["code", "state", "iss", "error"].map((name) => query.get(name) ?? undefined)
    history.replaceState(history.state, "", "/console/signed-in")
    if (error || !code) throw new ApiProblem(401, { code: "staff.refused", detail: "the provider didn't sign you in" })
    await api.post("/v1/staff/finish", { body: { code, state, iss }, isSigningIn: true })
    await this.load()
    return placeBefore()
  },
}

const PLACE = "qix.place"
const keepPlace = () => sessionStorage.setItem(PLACE, location.pathname + location.search)

/** Only an address of the console: nothing else could have been kept. */
function placeBefore() {
  const place = sessionStorage.getItem(PLACE) ?? ""
  sessionStorage.removeItem(PLACE)
  return /^\/console(\/|$)/.test(place) && !place.startsWith("/console/signed-in") ? place : "/console"
}

/** @param {Session | undefined} value */
function take(value) {
  current = value
  admitted = new Map((value?.commands ?? []).map((one) => [one.command, one]))
  if (!value) {
    stop?.()
    stop = undefined
    return
  }
  // Its end comes by the stream, within a second; other pages of this browser share it.
  stop ??= follow("/v1/staff/session", (shown) => {
    current = shown
    admitted = new Map((shown.commands ?? []).map((/** @type {Admitted} */ one) => [one.command, one]))
  })
}

/**
 * Begins to watch for the end.
 * @param {{ onEnd: (isOwn: boolean) => void, onConfirm: () => Promise<boolean> }} calls
 */
export function watch({ onEnd, onConfirm }) {
  settings.confirm = onConfirm
  const end = (/** @type {boolean} */ isOwn) => {
    if (!current) return
    take(undefined)
    forget()
    onEnd(isOwn)
  }
  signals.addEventListener("signed-out", () => end(false))
  channel.onmessage = () => end(true)
}
