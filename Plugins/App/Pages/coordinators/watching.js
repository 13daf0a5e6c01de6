import { NoAnswer } from "../../ground/api.js"
import { step } from "../model/steps.js"
import { Coordinator } from "./coordinator.js"

/** Watching: the player reports where it is, the server decides what was seen. */
export class Watching extends Coordinator {
  /** @type {any} */
  #chance
  /** @type {any} */
  #session
  #sequence = 0
  #key = ""

  /** @param {any} chance @returns {Promise<import("./coordinator.js").Scene>} */
  async begin(chance) {
    this.#chance = chance
    this.#key = crypto.randomUUID()
    const answer = await step(chance, { step: "start" })
    if (answer.outcome !== "needs-more") {
      return { view: "refused", isTable: true, by: this.parent,
        data: { chance, sentence: answer.message, ...answer } }
    }
    this.#session = answer.next
    this.#sequence = 0
    if (!answer.next.url) return { view: "elsewhere", data: chance, isTable: true, by: this.parent }
    return {
      view: "watch", isTable: true, by: this, back: "",
      data: { chance, video: answer.next, watched: 0, needed: answer.next.needed_seconds },
    }
  }

  /** @param {any} evidence @param {string} [key] */
  #step(evidence, key) {
    const { session, nonce } = this.#session
    return step(this.#chance, { session, nonce, ...evidence }, key)
  }

  /** @override */
  hears = {
    /** Where the player is; the answer says how much has counted, and what to do next. */
    beat: async (/** @type {any} */ player) => {
      try {
        const answer = await this.#step({ step: "heartbeat", sequence: ++this.#sequence, ...player })
        if (answer.outcome !== "needs-more") {
          await this.parent?.hear("outcome", answer)
          return undefined
        }
        if (answer.step === "finish") return await this.#finish()
        return { ...answer.next, step: answer.step }
      } catch (error) {
        if (error instanceof NoAnswer) return { isOffline: true }
        throw error
      }
    },
    choose: async (/** @type {string} */ answer) => {
      const told = await this.#step({ step: "answer", answer })
      if (told.outcome !== "needs-more") await this.parent?.hear("outcome", told)
      return told.next
    },
  }

  async #finish() {
    const answer = await this.#step({ step: "finish" }, this.#key)
    if (answer.outcome === "needs-more") return { ...answer.next, step: answer.step }
    await this.parent?.hear("outcome", answer)
    return undefined
  }
}
