import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { ring } from "../../ground/parts/ring.js"
import { sentence } from "../../ground/parts/state.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** Whether another picture of the same may do. @param {string} [refusal] */
const isOfPicture = (refusal) => refusal === "receiptshake.unreadable" || refusal?.startsWith("lens.")

/** Why a shake brought nothing, and what to do. Reports `home`, `drawn`, and `choose` with what is tried again. */
export default class Refused extends Screen {
  static tag = "app-refused"
  /** Who shakes on loses nothing of it. @override */
  isHeld = true

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /** @override @param {{ sentence?: string, hint?: string | null, refusal?: string, shake?: string }} data */
  draw({ sentence: told, hint, refusal, shake }) {
    const isPicture = isOfPicture(refusal)
    this.title = sentence(told ?? "") || t("refused.title")
    return h("div", { class: "stage", "aria-live": "polite" },
      h("h1", { class: "title" }, this.title),
      h("div", { class: "big-ring still" }, ring(0)),
      h("div", { class: "stack g4" },
        h("p", { class: "soft" }, hint ? sentence(hint) : t("refused.text")),
        isPicture && button(t("refused.picture"), () => this.report("choose", this.data.chance), { kind: "win", isWide: true }),
        button(t("refused.home"), () => this.report("home"), { kind: isPicture ? "" : "win", isWide: true }),
        shake && refusal?.startsWith("draws.") &&
          button(t("won.drawn"), () => this.report("drawn", shake), { kind: "bare", isWide: true })))
  }
}
