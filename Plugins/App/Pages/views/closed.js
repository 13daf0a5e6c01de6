import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { blob } from "../../ground/parts/icon.js"
import { sentence, state } from "../../ground/parts/state.js"
import { Screen } from "../parts/screen.js"

/** A link that opens nothing for this user, and why. Reports `home`. */
export default class Closed extends Screen {
  static tag = "app-closed"

  /** @override @param {{ title?: string, sentence?: string }} data */
  draw({ title, sentence: told }) {
    this.title = title || t("closed.title")
    return state(blob("lock"), this.title, told ? sentence(told) : t("closed.text"),
      button(t("refused.home"), () => this.report("home"), { kind: "main" }))
  }
}
