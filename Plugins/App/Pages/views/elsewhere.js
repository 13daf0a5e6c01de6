import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { state } from "../../ground/parts/state.js"
import { blob } from "../../ground/parts/icon.js"
import { playHead, TYPES } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** A type of shake that this page can't make. Reports `home`. */
export default class Elsewhere extends Screen {
  static tag = "app-elsewhere"

  /** @override */
  head() {
    return playHead(this.data, () => this.report("home"))
  }

  /** @override @param {import("../coordinators/shake.js").Chance} chance */
  draw(chance) {
    this.title = chance.title
    return state(blob(TYPES[chance.type] ?? "shake"), h("h1", { class: "title" }, t("elsewhere.title")),
      t("elsewhere.text"), button(t("refused.home"), () => this.report("home"), { kind: "win" }))
  }
}
