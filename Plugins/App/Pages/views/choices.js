import { h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { playHead, sign, TYPES } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** @typedef {import("../coordinators/shake.js").Chance} Chance */

/** What to do, and until when. A type of shake that others have made has a general sentence. @param {Chance} chance */
function words({ type, end }) {
  const key = `choices.${type in TYPES ? type : "other"}`
  // The end is the first moment after the campaign.
  const last = Date.parse(end ?? "") - 1
  return last < Date.now() + 366 * 864e5 ? t(`${key}.until`, { date: when(last, "day") }) : t(key)
}

/** Several shakes at once: which one. Reports `choose` with a chance. */
export default class Choices extends Screen {
  static tag = "app-choices"

  /** @override */
  head() {
    return playHead(undefined, () => this.report("back"))
  }

  /** @override @param {{ choices: Chance[] }} data */
  draw({ choices }) {
    this.title = t("choices.title")
    return h("div", { class: "stack g5" }, h("h1", { class: "title" }, this.title),
      h("ul", { class: "stack g3" }, choices.map((chance) =>
        h("li", { class: "card press" }, h("div", { class: "row g3" },
          sign(chance),
          h("div", { class: "grow" }, h("h2", null, chance.title),
            h("p", { class: "small soft" }, words(chance))),
          button(t("choices.go"), () => this.report("choose", chance),
            { kind: "main", isDense: true, name: `${t("choices.go")}: ${chance.title}` }))))))
  }
}
