import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { icon } from "../../ground/parts/icon.js"
import { ring } from "../../ground/parts/ring.js"
import { felt, motion } from "../model/motion.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** Milliseconds in which the ring closes for those who press instead. */
const PRESSED = 1200

/** The ring that shaking closes. Reports `closed`, once. */
export default class Ring extends Screen {
  static tag = "app-ring"
  #filled = 0
  #isClosed = false

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    felt.addEventListener("force", (event) => this.#fill(/** @type {CustomEvent} */ (event).detail), { signal: this.signal })
    // The browser reports motion, so the page need not ask for permission.
    felt.addEventListener("told", () => this.allow && this.allow.remove(), { signal: this.signal })
    // While the ring is there, shaking closes it and does nothing else.
    this.report("observe", { takes: () => true, signal: this.signal })
  }

  /** @override */
  head() {
    return playHead(this.data, () => this.report("back"))
  }

  /** @override @param {import("../coordinators/shake.js").Chance} _chance */
  draw(_chance) {
    this.title = t("ring.title")
    const shape = ring(0)
    this.circle = shape.querySelector(".done")
    this.progress = h("div", {
      class: "big-ring", role: "progressbar", "aria-label": t("ring.label"), "aria-valuenow": 0, "aria-valuemin": 0,
      "aria-valuemax": 100,
    }, shape, icon("shake"))
    this.said = h("p", { class: "soft", role: "status" }, t("ring.text"))
    this.allow = motion.needsTap && button(t("ring.allow"), () => motion.ask(), { isWide: true, icon: "shake" })
    return h("div", { class: "stage" }, h("h1", { class: "title" }, this.title), this.progress,
      h("div", { class: "stack g4" }, this.said,
        this.allow,
        button(t("ring.press"), () => this.#press(), { isWide: true, icon: "hand" })))
  }

  /** Closes it by itself, for those who can't shake. */
  #press() {
    const began = performance.now()
    const step = () => {
      if (this.signal.aborted) return
      this.#fill(Math.max(0, Math.min(1, (performance.now() - began) / PRESSED) - this.#filled))
      if (!this.#isClosed) requestAnimationFrame(step)
    }
    step()
  }

  /** @param {number} part of one */
  #fill(part) {
    if (this.#isClosed) return
    this.#filled = Math.min(1, this.#filled + part)
    const percent = Math.round(this.#filled * 100)
    this.circle?.setAttribute("stroke-dasharray", `${percent} 100`)
    this.progress?.setAttribute("aria-valuenow", String(percent))
    if (this.#filled < 1) return
    this.#isClosed = true
    if (this.said) this.said.textContent = t("ring.sending")
    // What couldn't be sent or kept can be tried again.
    Promise.resolve(this.report("closed")).catch((error) => {
      this.#isClosed = false
      this.#filled = 0
      this.refresh()
      throw error
    })
  }
}
