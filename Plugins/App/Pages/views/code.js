import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { chip } from "../../ground/parts/chip.js"
import { icon } from "../../ground/parts/icon.js"
import { ring } from "../../ground/parts/ring.js"
import { lines, qrCode } from "../codes/drawn.js"
import { imported, secondsLeft, totp } from "../codes/totp.js"
import { stayAwake } from "../model/awake.js"
import { purse } from "../model/session.js"
import { Screen } from "../parts/screen.js"

/** The code by which a till knows one: another one each 30 seconds, also without a network. */
export default class Code extends Screen {
  static tag = "app-code"
  /** @override */
  hasBack = true
  #code = ""
  /** @type {Promise<CryptoKey> | undefined} */
  #key

  /** @override */
  head() {
    this.title = t("code.title")
    return super.head()
  }

  /** @override */
  aside() {
    return this.data?.isKept && chip([icon("offline", { isSmall: true }), t("voucher.offline")])
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    stayAwake(this.signal)
    const timer = setInterval(() => void this.#tick(), 500)
    this.signal.addEventListener("abort", () => clearInterval(timer))
  }

  /** @override @param {{ member: any }} data */
  draw({ member }) {
    this.#code = ""
    this.clock = h("div", { class: "disc small", "aria-hidden": "true" })
    this.drawn = h("div", { class: "stack g4" })
    this.#key ??= imported(member.key)
    void this.#tick()
    return h("div", { class: "stack g5" },
      h("article", { class: "ticket paper member" },
        h("div", { class: "row between" }, h("div", null, h("h2", { class: "title" }, member.name ?? t("code.name")),
          purse.available !== undefined && h("p", { class: "soft" }, t("won.purse", { count: purse.available }))), this.clock),
        h("div", { class: "tear" }), this.drawn),
      h("p", { class: "soft small row g2 top no-print" }, icon("sun", { isSmall: true }), h("span", null, t("code.text"))))
  }

  async #tick() {
    if (!this.#key || !this.clock || !this.drawn) return
    const now = Date.now()
    const left = secondsLeft(now)
    this.clock.replaceChildren(ring(left / 30), h("b", null, left))
    const code = this.data.member.number + await totp(await this.#key, now)
    if (code === this.#code) return
    this.#code = code
    this.drawn.replaceChildren(qrCode(code, t("code.label")), h("div", { class: "tear" }), lines(code),
      h("p", { class: "code digits" }, code.replaceAll(/\d{4}(?=\d)/g, "$& ")))
  }
}
