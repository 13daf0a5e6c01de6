import { h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { icon } from "../../ground/parts/icon.js"
import { facts } from "../../ground/parts/list.js"
import { stayAwake } from "../model/awake.js"
import { drawing } from "../parts/drawing.js"
import { Screen } from "../parts/screen.js"

/**
 * A voucher for the till: its code as a picture on paper, or the stamp that it was used. What was taken without a
 * voucher shows how it stands. Reports `dispute`, and `seen` of a code that still counts.
 */
export default class Voucher extends Screen {
  static tag = "app-voucher"
  /** @override */
  hasBack = true

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    stayAwake(this.signal)
    const timer = setInterval(() => void this.#again(), 4000)
    this.signal.addEventListener("abort", () => clearInterval(timer))
  }

  /** Looks whether the till has used it meanwhile. */
  async #again() {
    if (document.hidden || this.data?.voucher.state !== "open") return
    const voucher = await this.data.again().catch(() => undefined)
    if (voucher && voucher.state !== this.data.voucher.state) this.data = { ...this.data, voucher }
  }

  /** @override */
  aside() {
    return this.data?.voucher.isKept && chip([icon("offline", { isSmall: true }), t("voucher.offline")])
  }

  /** @override @param {{ voucher: any }} data */
  draw({ voucher }) {
    this.title = voucher.reward.title
    const { series } = voucher.reward
    const isOpen = voucher.state === "open"
    if (!voucher.voucher) return this.#bare(voucher)
    return h("div", { class: "stack g5" },
      h("article", { class: "ticket paper" },
        h("div", { class: "stack g1" }, h("h2", { class: "title" }, voucher.reward.title),
          h("p", { class: "soft" }, [series?.value && t("reward.value", { value: series.value }),
            series?.minimum_purchase && t("reward.minimum", { value: series.minimum_purchase })].filter(Boolean).join(", "))),
        h("div", { class: "tear" }),
        isOpen && voucher.svg ? drawing(voucher.svg, t("voucher.code")) : stamp(voucher),
        h("p", { class: ["code", !isOpen && "gone"] }, isOpen ? voucher.code : h("s", null, voucher.code)),
        h("div", { class: "tear" }),
        facts(/** @type {[string, any][]} */ ([
          voucher.until && [t("voucher.until"), when(voucher.until, "date")],
          voucher.uses > 1 && [t("voucher.uses"), `${voucher.used} / ${voucher.uses}`],
          voucher.rest && [t("voucher.rest"), voucher.rest],
          [t("voucher.taken"), when(voucher.at, "date")],
        ].filter(Boolean)))),
      isOpen && h("p", { class: "soft small row g2 top no-print" }, icon("sun", { isSmall: true }),
        h("span", null, t("voucher.bright"))),
      isOpen ? button(t("voucher.seen"), () => this.report("seen", voucher.voucher), { isWide: true })
        : button(t("voucher.wasnt"), () => this.report("dispute", voucher.voucher), { isWide: true }))
  }

  /** What has no voucher: goods, a donation, tickets of a raffle. @param {any} taken */
  #bare(taken) {
    return h("div", { class: "stack g5 slim" },
      h("h2", { class: "title" }, taken.reward.title),
      facts(/** @type {[string, any][]} */ ([
        [t("taken.state"), taken.held_until
          ? t("taken.held", { date: when(taken.held_until, "date") }) : t(`taken.${taken.state}`)],
        [t("voucher.taken"), when(taken.at, "date")],
      ])),
      button(t("voucher.wasnt"), () => this.report("dispute", taken.redemption), { isWide: true }))
  }
}

/** @param {any} voucher */
const stamp = (voucher) =>
  h("div", { class: "stamped" }, h("p", { class: "stamp" },
    h("b", null, t(["used", "void"].includes(voucher.state) ? `voucher.${voucher.state}` : "voucher.closed"))))
