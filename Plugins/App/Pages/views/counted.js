import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { ring } from "../../ground/parts/ring.js"
import { sentence } from "../../ground/parts/state.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** A shake that counted and won nothing, or waits to be decided. Reports `home` and `drawn`. */
export default class Counted extends Screen {
  static tag = "app-counted"
  /** Who shakes on loses nothing of it. @override */
  isHeld = true

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /** @override @param {{ outcome: string, message?: string | null, hint?: string | null, shake?: string }} data */
  draw({ outcome, message, shake }) {
    const waits = outcome === "pending" || outcome === "needs-more"
    this.title = t(waits ? "counted.waits" : "counted.title")
    return h("div", { class: "stage", "aria-live": "polite" },
      h("h1", { class: "title" }, this.title),
      h("div", { class: "big-ring still" }, ring(waits ? 0.3 : 1)),
      h("div", { class: "stack g4" },
        h("p", { class: "soft" }, message ? sentence(message) : t(waits ? "counted.waits.text" : "counted.text")),
        button(t("refused.home"), () => this.report("home"), { kind: "win", isWide: true }),
        shake && !waits && button(t("won.drawn"), () => this.report("drawn", shake), { kind: "bare", isWide: true })))
  }
}
