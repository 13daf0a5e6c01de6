import { ApiProblem, address, api, NoAnswer, path as at } from "../../ground/api.js"
import { t } from "../../ground/i18n.js"
import { context } from "../model/context.js"
import { observe } from "../model/broadcast.js"
import { queue } from "../model/queue.js"
import { Coordinator } from "./coordinator.js"
import { Listening } from "./listening.js"
import { Reading } from "./reading.js"
import { Scanning } from "./scanning.js"
import { Watching } from "./watching.js"

/** @typedef {import("./coordinator.js").Scene} Scene */
/** @typedef {{ campaign?: string, title: string, type: string, end?: string, picture?: string | null }} Chance what can be won here and now */

/** Shakes: what they are here and now, the ring, and what has become of them. */
export class Shake extends Coordinator {
  #reading = new Reading(this, this.navigator)
  #watching = new Watching(this, this.navigator)
  #scanning = new Scanning(this, this.navigator)
  #listening = new Listening(this, this.navigator)
  /** @type {import("./receipts.js").Receipts | undefined} */
  #kept
  /** What has become of the last shake, and where: the way back leads to it. @type {{ at: string, scene: Scene } | undefined} */
  #outcome

  /**
   * @override
   * @param {string[]} path
   * @param {import("./coordinator.js").Place} place
   * @returns {Scene | Promise<Scene | undefined> | undefined}
   */
  scene([first, name, rest], { url, isBack }) {
    if (first === "shakes") return name && rest === undefined ? this.#drawn(name) : undefined
    if (first === "receipts" || name === "shared") return this.#receipts((receipts) => receipts.scene([first, name, rest]))
    if (isBack && this.#outcome?.at === here()) return this.#outcome.scene
    this.#outcome = undefined
    if (rest !== undefined) return undefined
    if (name === "waits" && first === "shake") {
      return { view: "waits", data: { queue }, isTable: true, back: "", by: this }
    }
    return name ? this.#campaign(name, url.searchParams.get("type")) : this.#here()
  }

  /**
   * What receipts do, which comes with the other views.
   * @template T
   * @param {(receipts: import("./receipts.js").Receipts) => T | Promise<T>} act
   * @returns {Promise<T>}
   */
  async #receipts(act) {
    const { Receipts } = await import("../views/rest.js")
    return act(this.#kept ??= new Receipts(this, this.navigator))
  }

  /** What a shake is here: it follows from the link, the session, the place and the directives. */
  async #here() {
    /** @type {any} */
    let here
    try {
      here = await api.get(address(at("shakes", "here"), context.current))
    } catch (error) {
      // Without a network it can be made all the same: what it is follows when it is sent.
      if (!(error instanceof NoAnswer)) throw error
      return this.#begin({ title: t("tab.shake"), type: "tv" })
    }
    if (here.type && !here.refusal) return this.#begin(here)
    const view = here.choices?.length > 0 ? "choices" : "refused"
    return { view, data: here, isTable: true, back: "", by: this }
  }

  /**
   * @param {string} name
   * @param {string | null} type of several that the campaign takes
   * @returns {Promise<Scene>}
   */
  async #campaign(name, type) {
    const campaign = await api.get(at("campaigns", name))
    const types = campaign.shakes.map((/** @type {{ type: string }} */ one) => one.type)
    const wanted = types.includes(type) ? type : types[0]
    if (types.length > 1 && !types.includes(type)) {
      const choices = types.map((/** @type {string} */ one) => ({ ...campaign, type: one }))
      return { view: "choices", data: { choices }, isTable: true, back: "", by: this }
    }
    return this.#begin({ ...campaign, type: wanted })
  }

  /** @param {Chance} chance @returns {Scene | Promise<Scene>} */
  #begin(chance) {
    this.chance = chance
    if (chance.type === "scan") return this.#scanning.begin(chance)
    if (chance.type === "stadium") return this.#listening.begin(chance)
    if (chance.type === "receipt") return this.#receipts((receipts) => receipts.begin(chance, queue))
    const view = chance.type === "tv" ? "ring" : chance.type in this.sections ? "ready" : "elsewhere"
    return { view, data: chance, isTable: true, back: "", by: this }
  }

  /** What begins by a tap, since its time runs from then on. @type {Record<string, (chance: Chance) => Promise<Scene>>} */
  sections = {
    read: (chance) => this.#reading.begin(chance),
    video: (chance) => this.#watching.begin(chance),
  }

  /**
   * Sends a shake, and shows what has become of it.
   * @param {string} path
   * @param {Record<string, any>} body
   * @returns {Promise<any>} the answer; undefined where there is none
   */
  async send(path, body) {
    try {
      const answer = await queue.do(this.chance?.title ?? "", path, body)
      if (answer) await this.outcome(answer)
      else await this.navigator.swap({ view: "waits", data: { queue }, isTable: true, by: this })
      return answer
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      await this.#refuse(error)
      return undefined
    }
  }

  /** Shows what has become of a shake. @param {any} answer of POST /v1/shakes */
  async outcome(answer) {
    if (answer.outcome === "won") {
      // As it is now, with the win.
      const wallet = await api.get(at("wallets", "me")).catch(() => undefined)
      return this.#show("won", { ...answer, available: wallet?.available, expires: answer.expires })
    }
    if (answer.outcome === "refused") return this.#show("refused", { sentence: answer.message, hint: answer.hint, ...answer })
    return this.#show("counted", answer)
  }

  /** @param {"won" | "refused" | "counted"} name @param {any} data */
  async #show(name, data) {
    const scene = { view: name, data: { chance: this.chance, ...data }, isTable: true, by: this, back: "" }
    if (await this.navigator.swap(scene)) this.#outcome = { at: here(), scene }
    else await this.parent?.hear("sent", { act: this.chance, answer: { ...data, message: data.sentence } })
  }

  /** @param {ApiProblem} error */
  #refuse({ detail, hint, code }) {
    return this.#show("refused", { sentence: detail, hint, refusal: code })
  }

  /** Shows what has become of a shake that waited. @param {{ act: any, answer?: any, error?: any }} sent */
  sent({ act, answer, error }) {
    this.chance = { campaign: act.body.campaign, type: act.body.type ?? act.path.split("/")[3], title: act.title }
    return answer ? this.outcome(answer) : this.#refuse(error)
  }

  /** How a shake was drawn. @param {string} id @returns {Scene} */
  #drawn(id) {
    return {
      view: "drawn", back: "/wallet", by: this,
      load: async () => {
        const shake = await api.get(at("shakes", id))
        const window = shake.draw_window &&
          await api.get(at("draws", shake.draw_window, "verify"), { query: { shake: id } }).catch(() => undefined)
        return { shake, window }
      },
    }
  }

  /** @override */
  hears = {
    start: async (/** @type {Chance} */ chance) => this.navigator.swap(await this.sections[chance.type](chance)),
    closed: () => {
      const { campaign, type } = this.chance ?? {}
      return this.send("/v1/shakes", { campaign, type: campaign && type, ...context.current })
    },
    submit: (/** @type {{ path: string, body: Record<string, any> }} */ { path, body }) => this.send(path, body),
    outcome: (/** @type {any} */ answer) => this.outcome(answer),
    waits: () => this.navigator.push("/shake/waits"),
    choose: (/** @type {Chance} */ chance) => this.navigator.push(`/shake/${encodeURIComponent(chance.campaign ?? "")}?type=${chance.type}`),
    receipt: (/** @type {string} */ id) => this.navigator.push(`/receipts/${id}`),
    gift: (/** @type {string} */ id) => this.navigator.push(`/vouchers/${id}`),
    drawn: (/** @type {string} */ id) => this.navigator.push(`/shakes/${id}`),
    /** The section on screen takes shakes while its view is there. */
    observe: (/** @type {{ takes: () => boolean, signal: AbortSignal }} */ { takes, signal }) => observe(takes, signal),
  }
}

/** A place of the history. */
const here = () => `${history.state?.position} ${location.pathname}`
