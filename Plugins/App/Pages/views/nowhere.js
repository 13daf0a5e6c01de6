import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { nothingFound } from "../../ground/parts/state.js"
import { Screen } from "../parts/screen.js"

/** An address that names nothing. Reports `home`. */
export default class Nowhere extends Screen {
  static tag = "app-nowhere"
  /** @override */
  title = t("state.not-found")

  /** @override */
  draw() {
    return nothingFound(t("state.not-found"), t("state.not-found.text"),
      button(t("refused.home"), () => this.report("home"), { kind: "main" }))
  }
}
