import { Act, ApiProblem, api, path as at } from "../../ground/api.js"
import { pocket } from "../model/pocket.js"
import { Coordinator } from "./coordinator.js"

/** The catalogue, a reward, what was taken, and the voucher to show at the till. */
export class Rewards extends Coordinator {
  #act = new Act()

  /**
   * @override
   * @param {string[]} path
   * @returns {import("./coordinator.js").Scene | undefined}
   */
  scene([first, name, rest]) {
    if (rest !== undefined) return undefined
    if (first === "vouchers") return name ? this.#voucher(name) : this.#vouchers()
    return name ? this.#reward(name) : {
      view: "rewards", tab: "rewards", by: this,
      load: () => api.get(at("rewards")), follows: { wallet: at("wallets", "me") },
    }
  }

  /** @param {string} name @returns {import("./coordinator.js").Scene} */
  #reward(name) {
    return {
      view: "reward", back: "/rewards", by: this,
      load: async () => {
        // The list knows what stands between the user and a reward.
        const [reward, { rewards }] = await Promise.all([api.get(at("rewards", name)), api.get(at("rewards"))])
        const own = rewards.find((/** @type {any} */ one) => one.id === reward.id)
        return { reward: { ...reward, obstacle: own?.obstacle } }
      },
      follows: { wallet: at("wallets", "me") },
    }
  }

  /** @returns {import("./coordinator.js").Scene} */
  #vouchers() {
    return {
      view: "taken", back: "/wallet", by: this,
      load: async () => {
        try {
          const { redemptions } = await api.get(at("redemptions"))
          await keepOpen(redemptions)
          const all = [...redemptions, ...await wonVouchers()]
          return { redemptions: all.sort((one, other) => other.at.localeCompare(one.at)) }
        } catch (error) {
          const kept = (await pocket.all()).filter((one) => one?.voucher)
          if (kept.length === 0) throw error
          return { kept }
        }
      },
    }
  }

  /** @param {string} id @returns {import("./coordinator.js").Scene} */
  #voucher(id) {
    return {
      view: "voucher", back: "/vouchers", by: this,
      load: async () => ({ voucher: await voucher(id), again: () => voucher(id, true) }),
    }
  }

  /** @override */
  hears = {
    present: (/** @type {any} */ dialog) => this.navigator.present(dialog),
    /** One wish takes one thing, however often it is sent. */
    redeem: async (/** @type {{ reward: string }} */ { reward }) => {
      const answer = await this.#act.send("POST", `${at("rewards", reward)}/redemptions`, { body: {} })
      const [first] = answer.vouchers ?? []
      // It is there without a network from now on.
      if (first) await voucher(first.voucher, true).catch(() => undefined)
      return answer
    },
    taken: (/** @type {any} */ answer) => {
      const [first] = answer.vouchers ?? []
      return this.navigator.push(first ? `/vouchers/${first.voucher}` : "/vouchers", { replaces: true })
    },
  }
}

/**
 * A voucher with its picture, as it is now, or as it was kept; or what was taken without a voucher.
 * @param {string} id of the voucher, or of the redemption
 * @param {boolean} [isNow] only as it is now
 */
async function voucher(id, isNow = false) {
  const kept = await pocket.get(id) ?? (await pocket.all()).find((one) => one?.redemption === id)
  try {
    const taken = await api.get(at("redemptions", id)).catch((error) => {
      if (!(error instanceof ApiProblem) || error.status !== 404 || !id.startsWith("vch_")) throw error
      return won(id)
    })
    const own = taken.vouchers.find((/** @type {any} */ one) => one.voucher === id) ?? taken.vouchers[0]
    const isOpen = own?.state === "open"
    const [picture, reward] = await Promise.all([
      isOpen ? kept?.svg ?? api.get(at("vouchers", own.voucher, "barcode")).then((one) => one.svg) : null,
      kept?.reward ?? taken.won ?? api.get(at("rewards", taken.reward)).catch(() => ({ title: taken.reward })),
    ])
    if (!own) return { ...taken, reward, at: taken.redeemed }
    const made = { ...own, redemption: taken.redemption, svg: picture, reward, at: taken.redeemed, seen: Date.now() }
    if (isOpen) await pocket.put(own.voucher, made)
    else await pocket.remove(own.voucher)
    return made
  } catch (error) {
    if (!kept || isNow || error instanceof ApiProblem && error.isFinal) throw error
    return { ...kept, isKept: true }
  }
}

/** Adds the vouchers, and keeps those that can still be used, for times without a network. @param {any[]} redemptions */
async function keepOpen(redemptions) {
  const open = redemptions.filter((one) => one.state === "fulfilled").slice(0, 10)
  for (const one of open) {
    const shown = await api.get(at("redemptions", one.redemption)).catch(() => undefined)
    one.vouchers = shown?.vouchers
    for (const own of shown?.vouchers ?? []) {
      if (own.state === "open" && !await pocket.get(own.voucher)) await voucher(own.voucher).catch(() => undefined)
    }
  }
}

/** A voucher that a shake has won, as one of a reward is. @param {string} id */
async function won(id) {
  const { title, value, minimum_purchase, handed, ...own } = await api.get(at("vouchers", id))
  return {
    redemption: id, title, at: handed, redeemed: handed, state: "fulfilled", vouchers: [own],
    won: { title, series: { value, minimum_purchase } },
  }
}

/** The vouchers that shakes have won, without a reward behind them. @returns {Promise<any[]>} */
async function wonVouchers() {
  const { shakes } = await api.get(at("shakes"), { query: { outcome: "won", limit: "100" } })
  const ids = shakes.map((/** @type {any} */ one) => one.given).filter((/** @type {any} */ id) => id?.startsWith("vch_"))
  return Promise.all(ids.map(won))
}
