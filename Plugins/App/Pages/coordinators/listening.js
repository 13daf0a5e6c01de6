import { api, path as at } from "../../ground/api.js"
import { context } from "../model/context.js"
import { Coordinator } from "./coordinator.js"

/** Listening in the stadium: the recording goes to the server until it is sure, or time is over. */
export class Listening extends Coordinator {
  /** @type {any} */
  #chance
  /** Where the user is, once a show has asked for it. @type {Blob | undefined} */
  #position

  /** @param {any} chance @returns {import("./coordinator.js").Scene} */
  begin(chance) {
    this.#chance = chance
    return { view: "listen", data: { chance }, isTable: true, back: "", by: this }
  }

  /** @override */
  hears = {
    /** What was recorded so far; the answer is whether the view goes on. */
    recorded: async (/** @type {Blob} */ audio) => {
      const { place } = context.current
      const form = new FormData()
      for (const [name, value] of Object.entries({ campaign: this.#chance.campaign, audio, place, evidence: this.#position })) {
        if (value) form.append(name, value)
      }
      const answer = await api.post(at("shakes", "stadium"), { body: form, seconds: 60 })
      if (answer.refusal === "stadiumshake.no-mark") return true
      if (answer.refusal === "stadiumshake.no-position" && !this.#position) {
        this.#position = await position()
        if (this.#position) return true
      }
      await this.parent?.hear("outcome", answer)
      return false
    },
  }
}

/** @returns {Promise<Blob | undefined>} where the user is; undefined where they don't say */
const position = () => new Promise((resolve) => {
  if (!navigator.geolocation) return resolve(undefined)
  navigator.geolocation.getCurrentPosition(({ coords: { latitude, longitude } }) =>
    resolve(new Blob([JSON.stringify({ latitude, longitude })], { type: "application/json" })), () => resolve(undefined),
  { enableHighAccuracy: true, timeout: 10_000 })
})
