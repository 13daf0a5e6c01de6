import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { note } from "../../ground/parts/says.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"
import { brandMark } from "../parts/purse.js"
import { rings } from "../parts/rings.js"
import { Screen } from "../parts/screen.js"

const CARDS = ["shake", "coins", "rewards"]

/** Three cards of what the app is for. Reports `start` and `sign-in`. */
export default class Welcome extends Screen {
  static tag = "app-welcome"
  #shown = 0

  /** @override */
  head() {
    return [brandMark(), this.#shown < 2 && button(t("welcome.skip"), () => this.#start(), { kind: "bare", isDense: true })]
  }

  /** @param {number} to */
  #turn(to) {
    this.#shown = (to + CARDS.length) % CARDS.length
    this.refresh()
  }

  /** @override @param {{ error?: unknown }} data */
  draw({ error }) {
    const name = CARDS[this.#shown]
    this.title = t(`welcome.${name}`)
    return h("div", { class: "hello" },
      h("div", { class: "fan", onclick: () => this.#turn(this.#shown + 1) },
        h("div", { class: "card lies tint" }), h("div", { class: "card lies coin-card" }),
        h("div", { class: "card lies" }, h("div", { class: "art" }, rings(`welcome ${name}`, { wide: true })),
          h("h1", { class: "title" }, this.title), h("p", { class: "soft" }, t(`welcome.${name}.text`)))),
      h("div", { class: "stack g5" },
        h("nav", { class: "dots", "aria-label": t("welcome.cards") }, CARDS.map((_, place) =>
          h("button", {
            type: "button", class: "dot", "aria-current": place === this.#shown ? "step" : undefined,
            onclick: () => this.#turn(place),
          }, h("span", { class: "sr" }, t("welcome.card", { number: place + 1 }))))),
        h("div", { class: "stack g3" },
          error !== undefined && note(error instanceof ApiProblem ? sentence(error.detail) : t("state.offline"), "bad",
            { isAlert: true }),
          button(t("welcome.start"), () => this.#start(), { kind: "win", isWide: true }),
          button(t("welcome.before"), () => this.report("sign-in"), { kind: "bare", isWide: true })),
        h("p", { class: "tiny soft" }, t("welcome.text"))))
  }

  async #start() {
    try {
      await this.report("start")
    } catch (error) {
      this.data = { error }
    }
  }
}
