import { h } from "../../ground/h.js"
import { number, t, when } from "../../ground/i18n.js"
import { save } from "../../ground/csv.js"
import { button } from "../../ground/parts/button.js"
import { facts } from "../../ground/parts/list.js"
import { note } from "../../ground/parts/says.js"
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
        [t("drawn.shake"), h("span", { class: "mono" }, shake.shake)], [t("drawn.at"), `${when(shake.at, "date")}, ${when(shake.at, "seconds")}`],
        [t("drawn.number"), number(shake.number ?? 0)], [t("drawn.coins"), number(shake.coins)],
        // Numbers of 64 bits stay texts.
        shake.drawn !== null && [t("drawn.drawn"), t("drawn.of", { number: shake.drawn, last: String(BigInt(shake.bound) - 1n) })],
        window && [t("drawn.commitment"), h("span", { class: "mono" }, window.commitment)],
        window?.secret && [t("drawn.secret"), h("span", { class: "mono" }, window.secret)],
      ].filter(Boolean))),
      window && (!window.sound ? note(t("drawn.bad"), "bad") : window.secret ? note(t("drawn.good"), "good")
        : note(t("drawn.later", { date: when(window.closes, "moment") }))),
      window && h("div", { class: "stack g2" },
        button(t("drawn.save"), () => save(`${shake.shake}.json`, JSON.stringify(window, null, 2), "application/json"),
          { isWide: true, icon: "load" }),
        h("p", { class: "small soft" }, t("drawn.save.text"))))
  }
}
