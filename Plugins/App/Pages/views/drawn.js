import { h } from "../../ground/h.js"
import { number, t, when } from "../../ground/i18n.js"
import { facts } from "../../ground/parts/list.js"
import { Screen } from "../parts/screen.js"

/** How a shake was drawn: its receipt, and what checks it. */
export default class Drawn extends Screen {
  static tag = "app-drawn"
  /** @override */
  hasBack = true
  /** @override */
  title = t("drawn.title")

  /** @override @param {{ shake: any, window?: any }} data */
  draw({ shake, window }) {
    return h("div", { class: "stack g5" },
      h("p", null, t(shake.drawn === null ? "drawn.fixed" : "drawn.text")),
      facts(/** @type {[string, any][]} */ ([
        [t("drawn.shake"), h("span", { class: "mono" }, shake.shake)], [t("drawn.at"), when(shake.at, "seconds")],
        [t("drawn.number"), number(shake.number ?? 0)], [t("drawn.coins"), number(shake.coins)],
        shake.drawn !== null && [t("drawn.drawn"), `${number(shake.drawn)} / ${number(shake.bound ?? 0)}`],
        shake.draw_window && [t("drawn.window"), h("span", { class: "mono" }, shake.draw_window)],
      ].filter(Boolean))),
      window && h("p", { class: "soft" }, t(window.verified ? "drawn.good" : "drawn.later")))
  }
}
