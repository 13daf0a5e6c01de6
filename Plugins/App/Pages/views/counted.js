import { h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { ring } from "../../ground/parts/ring.js"
import { sentence } from "../../ground/parts/state.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** A shake that counted and won nothing, or waits to be decided. Reports `home`, `drawn` and `receipt`. */
export default class Counted extends Screen {
  static tag = "app-counted"
  /** Who shakes on loses nothing of it. @override */
  isHeld = true

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /** @override @param {{ outcome: string, message?: string | null, shake?: string, receipt?: string | null, decide_by?: string | null }} data */
  draw({ outcome, message, shake, receipt, decide_by: by }) {
    const waits = outcome === "waits"
    this.title = t(waits ? "counted.waits" : "counted.title")
    return h("div", { class: "stage", "aria-live": "polite" },
      h("h1", { class: "title" }, this.title),
      h("div", { class: "big-ring still" }, ring(waits ? 0.3 : 1)),
      h("div", { class: "stack g4" },
        h("p", { class: "soft" }, message ? sentence(message) : t(waits ? "counted.waits.text" : "counted.text")),
        waits && receipt && h("p", null, by && t("receipt.by", { date: when(by, "date") }), " ", h("b", null, t("receipt.keep"))),
        button(t("refused.home"), () => this.report("home"), { kind: "win", isWide: true }),
        receipt && button(t("receipt-read.title"), () => this.report("receipt", receipt), { isWide: true }),
        shake && !waits && button(t("won.drawn"), () => this.report("drawn", shake), { kind: "bare", isWide: true })))
  }
}
