import { api, NoAnswer, path as at } from "../../ground/api.js"
import { pocket } from "../model/pocket.js"
import { session } from "../model/session.js"
import { inWallet } from "../parts/movement.js"
import { Coordinator } from "./coordinator.js"

/** The wallet, why a movement is in it, and the code for the till. */
export class Wallet extends Coordinator {
  /**
   * @override
   * @param {string[]} path
   * @returns {import("./coordinator.js").Scene | undefined}
   */
  scene([first, name, rest]) {
    if (rest !== undefined) return undefined
    if (first === "code") return name ? undefined : this.#code()
    return name ? this.#movement(name) : {
      view: "wallet", tab: "wallet", by: this,
      load: async () => {
        const [tier, kept, shakes] = await Promise.all([
          api.get(`${at("tiers", "me")}/of`).catch(() => undefined), pocket.get("wallet"),
          // What waits for a person was first answered without coins.
          api.get(at("shakes"), { query: { type: "receipt", outcome: "nothing", limit: 20 } }).catch(() => undefined),
        ])
        return { tier, kept, checked: shakes?.shakes.filter((/** @type {any} */ one) => one.outcome === "waits") }
      },
      follows: { wallet: at("wallets", "me") }, otherwise: async () => ({ wallet: await pocket.get("wallet") }),
    }
  }

  /** @param {string} id @returns {import("./coordinator.js").Scene} */
  #movement(id) {
    return {
      view: "movement", back: "/wallet", by: this,
      load: async () => {
        const [transfer, { disputes }] = await Promise.all([
          api.get(at("transfers", id)), api.get(at("disputes"), { query: { state: "open" } }).catch(() => ({ disputes: [] })),
        ])
        const shake = transfer.subject?.startsWith("shk_") &&
          await api.get(at("shakes", transfer.subject)).catch(() => undefined)
        const isReported = disputes.some((/** @type {any} */ one) => one.subject === id)
        return { transfer: inWallet(transfer, session.current), shake, isReported }
      },
    }
  }

  /** @returns {import("./coordinator.js").Scene} */
  #code() {
    return {
      view: "code", back: "/wallet", by: this,
      load: async () => {
        try {
          const member = await api.get(at("members", "me"))
          await pocket.put("member", member)
          return { member }
        } catch (error) {
          const member = error instanceof NoAnswer && await pocket.get("member")
          if (!member) throw error
          return { member, isKept: true }
        }
      },
    }
  }

  /** @override */
  hears = {
    drawn: (/** @type {string} */ shake) => this.navigator.push(`/shakes/${shake}`),
    voucher: (/** @type {string} */ redemption) => this.navigator.push(`/vouchers/${redemption}`),
    code: () => this.navigator.push("/code"),
    vouchers: () => this.navigator.push("/vouchers"),
    /** Movements that came before one. */
    more: (/** @type {string} */ before) => api.get(`${at("wallets", "me")}/history`, { query: { before, limit: 50 } }),
  }
}
