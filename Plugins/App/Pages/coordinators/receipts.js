import { api, path as at } from "../../ground/api.js"
import { sharedPicture } from "../model/shared.js"
import { Coordinator } from "./coordinator.js"

/** Receipts: taking them, handing them in, and what was read of them. They come with the other views. */
export class Receipts extends Coordinator {
  /** @type {any} */
  #chance
  /** A picture that another app has shared with this one. @type {Blob | undefined} */
  #shared
  /** Whether one was shared, and is not there. */
  #isLost = false
  /** The picture of the receipt that was handed in last. @type {{ receipt: string, picture: Blob } | undefined} */
  #last

  /** @param {any} chance @param {typeof import("../model/queue.js").queue} queue @returns {import("./coordinator.js").Scene} */
  begin(chance, queue) {
    this.#chance = chance
    const [picture, isLost] = [this.#shared, this.#isLost]
    this.#shared = undefined
    this.#isLost = false
    return { view: "receipt", data: { chance, queue, picture, isLost }, isTable: true, back: "", by: this }
  }

  /**
   * @override
   * @param {string[]} path
   * @returns {Promise<import("./coordinator.js").Scene | undefined>}
   */
  async scene([first, name, rest]) {
    if (!name || rest !== undefined) return undefined
    if (first === "receipts") return this.#read(name)
    // A picture that was shared: which campaign it is for.
    const { campaigns } = await api.get(at("campaigns"), { query: { type: "receipt" } })
    this.#shared ??= await sharedPicture()
    this.#isLost = !this.#shared
    const choices = campaigns.map((/** @type {any} */ one) => ({ ...one, type: "receipt" }))
    if (choices.length === 0) return { view: "closed", data: {}, back: "", by: this }
    if (choices.length > 1) return { view: "choices", data: { choices }, isTable: true, back: "", by: this }
    return { leadsTo: `/shake/${encodeURIComponent(choices[0].campaign)}?type=receipt` }
  }

  /** @param {string} receipt @returns {import("./coordinator.js").Scene} */
  #read(receipt) {
    const picture = this.#last?.receipt === receipt ? this.#last.picture : undefined
    return {
      view: "receipt-read", back: "/wallet", by: this,
      load: async () => ({ picture, status: await api.get(at("receipts", receipt, "status")) }),
    }
  }

  /** @override */
  hears = {
    "hand-in": async (/** @type {Blob[]} */ image) => {
      const body = { campaign: this.#chance.campaign, image }
      const answer = /** @type {any} */ (await this.parent?.hear("submit", { path: at("shakes", "receipt"), body }))
      if (answer?.receipt && image.length === 1) this.#last = { receipt: answer.receipt, picture: image[0] }
    },
  }
}
