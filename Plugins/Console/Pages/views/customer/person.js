/** One customer: what the server has about them, and what the signed-in person may do with it. */

import { address, api, path } from "../../../ground/api.js"
import { follow } from "../../../ground/follow.js"
import { quoted } from "../../../ground/parts/says.js"

/**
 * What a role may do, by the names of commands: `wallet show`.
 * @typedef {{ command: string, changes: boolean, asks: boolean, reveals: boolean }} Right
 */
/** @typedef {import("../../../ground/follow.js").State} StreamState */

/** How far ahead coins that expire are shown. */
export const SOON = "90d"

export class Person {
  /** @type {Map<string, Promise<any>>} */
  #kept = new Map()
  #rights
  /** The wallet as the stream last told it. @type {any} */
  #wallet

  /**
   * @param {string} id
   * @param {Right[]} rights
   * @param {AbortSignal} signal ends with the view
   */
  constructor(id, rights, signal) {
    this.id = id
    this.signal = signal
    this.#rights = new Map(rights.map((right) => [right.command, right]))
    /** What commands call them. */
    this.name = id
  }

  /** @param {string} command */
  may(command) {
    return this.#rights.has(command)
  }

  /** Whether the role may only ask for it. @param {string} command */
  asks(command) {
    return this.#rights.get(command)?.asks ?? false
  }

  /** Whether the role may uncover personal data of the answer. @param {string} command */
  reveals(command) {
    return this.#rights.get(command)?.reveals ?? false
  }

  /** The name as a word of a command line. */
  get word() {
    return quoted(this.name)
  }

  /**
   * An answer, asked for once until something has changed.
   * @param {string[]} names of the path
   * @param {Record<string, any>} [query]
   * @returns {Promise<any>}
   */
  get(names, query) {
    const target = address(path(...names), query)
    const kept = this.#kept.get(target)
    if (kept) return kept
    const asked = api.get(target, { signal: this.signal })
    this.#kept.set(target, asked)
    asked.catch(() => this.#kept.delete(target))
    return asked
  }

  /** The next answers are those of now. */
  forget() {
    this.#kept.clear()
  }

  async user() {
    const user = await this.get(["users", this.id])
    this.id = user.user
    this.name = user.external_id ?? user.username ?? user.user
    return user
  }

  /** @returns {Promise<any>} */
  wallet() {
    return this.#wallet ? Promise.resolve(this.#wallet) : this.get(["wallets", this.id], { soon: SOON })
  }

  /**
   * Tells each change of the wallet.
   * @param {(wallet: any) => void} onWallet
   * @param {(state: StreamState) => void} onState
   */
  followWallet(onWallet, onState) {
    follow(path("wallets", this.id), (wallet) => {
      this.#wallet = wallet
      this.forget()
      onWallet(wallet)
    }, { query: { soon: SOON }, signal: this.signal, onState })
  }

  /** @param {Record<string, any>} [query] */
  history(query) {
    return this.get(["wallets", this.id, "history"], query)
  }

  /** @param {Record<string, any>} [query] */
  shakes(query) {
    return this.get(["shakes"], { user: this.id, ...query })
  }

  /** @param {Record<string, any>} [query] */
  redemptions(query) {
    return this.get(["redemptions"], { user: this.id, ...query })
  }

  /** @param {Record<string, any>} [query] */
  timeline(query) {
    return this.get(["users", this.id, "timeline"], query)
  }

  /** The newest vouchers that they were handed, each as `voucher show` has it. */
  async vouchers(most = 5) {
    const line = await this.timeline({ kind: "voucher", limit: 50 })
    const ids = new Set(line.entries.filter((/** @type {any} */ one) => one.what === "voucher.handed-over")
      .map((/** @type {any} */ one) => String(one.subject)))
    return Promise.all([...ids].slice(0, most).map((id) => this.get(["vouchers", id])))
  }
}
