import { Act, ApiProblem, api, path as at } from "../../ground/api.js"
import { pocket } from "../model/pocket.js"
import { session } from "../model/session.js"
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
      load: async () => ({ mode: session.current?.mode, reward: await api.get(at("rewards", name)) }),
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
          return { redemptions }
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
    open: (/** @type {string} */ reward) => this.navigator.push(`/rewards/${encodeURIComponent(reward)}`),
    voucher: (/** @type {string} */ id) => this.navigator.push(`/vouchers/${id}`),
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
 * A voucher with its picture: as it is now, or as it was kept.
 * @param {string} id
 * @param {boolean} [isNow] only as it is now
 */
async function voucher(id, isNow = false) {
  const kept = await pocket.get(id)
  try {
    const redemption = await api.get(at("redemptions", id))
    const own = redemption.vouchers.find((/** @type {any} */ one) => one.voucher === id) ?? redemption.vouchers[0]
    const [picture, reward] = await Promise.all([
      own.state === "open" ? kept?.svg ?? api.get(at("vouchers", own.voucher, "barcode")).then((one) => one.svg) : null,
      kept?.reward ?? api.get(at("rewards", redemption.reward)).catch(() => ({ title: redemption.reward })),
    ])
    const made = { ...own, svg: picture, reward, at: redemption.redeemed, seen: Date.now() }
    if (own.state === "open") await pocket.put(own.voucher, made)
    else await pocket.remove(own.voucher)
    return made
  } catch (error) {
    if (!kept || isNow || error instanceof ApiProblem && error.isFinal) throw error
    return { ...kept, isKept: true }
  }
}

/** Keeps the vouchers that can still be used, for times without a network. @param {any[]} redemptions */
async function keepOpen(redemptions) {
  const open = redemptions.filter((one) => one.state === "fulfilled").slice(0, 10)
  for (const one of open) {
    const shown = await api.get(at("redemptions", one.redemption)).catch(() => undefined)
    for (const own of shown?.vouchers ?? []) {
      if (own.state === "open" && !await pocket.get(own.voucher)) await voucher(own.voucher).catch(() => undefined)
    }
  }
}
