import { api, path as at } from "../../ground/api.js"
import { context } from "../model/context.js"
import { Coordinator } from "./coordinator.js"

/** Scanning: what the camera sees, the product, and what it is worth before it counts. */
export class Scanning extends Coordinator {
  /** @type {any} */
  #chance

  /** @param {any} chance @returns {import("./coordinator.js").Scene} */
  begin(chance) {
    this.#chance = chance
    return { view: "scan", data: { chance }, isTable: true, back: "", by: this }
  }

  /** @override */
  hears = {
    found: (/** @type {{ code: string, typed: boolean }} */ { code, typed }) =>
      api.get(at("scans", "preview"), { query: { campaign: this.#chance.campaign, code, typed: typed || undefined } }),
    /** What counts: a photo, or typed digits. */
    count: (/** @type {{ image?: Blob, code?: string }} */ shown) => {
      const body = { campaign: this.#chance.campaign, place: context.current.place, ...shown }
      return this.parent?.hear("submit", { path: at("shakes", "scan"), body })
    },
  }
}
