import { h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { chip } from "../../ground/parts/chip.js"
import { blob } from "../../ground/parts/icon.js"
import { empty } from "../../ground/parts/state.js"
import { Screen } from "../parts/screen.js"

const SIGNS = /** @type {Record<string, "good" | "warn" | "">} */ ({ fulfilled: "good", held: "warn" })

/** What one has taken, the newest first. Each voucher leads to its code. */
export default class Taken extends Screen {
  static tag = "app-taken"
  /** @override */
  hasBack = true

  /** @override */
  head() {
    this.title = t("taken.title")
    return super.head()
  }

  /** @override @param {{ redemptions?: any[], kept?: any[] }} data */
  draw({ redemptions, kept }) {
    if (kept) {
      return h("ul", { class: "rows" }, kept.map((one) =>
        row(`/app/vouchers/${one.voucher}`, one.reward.title, t("voucher.offline"), chip(t("taken.open"), "good"), "ticket")))
    }
    if (!redemptions || redemptions.length === 0) return empty(t("taken.none"), t("taken.none.text"))
    return h("ul", { class: "rows" }, redemptions.map((one) =>
      row(one.state === "held" ? undefined : `/app/vouchers/${one.redemption}`, one.title,
        one.state === "held" && one.held_until
          ? t("taken.held", { date: when(one.held_until, "date") })
          : when(one.at, "moment"),
        chip(t(state(one)), SIGNS[one.state] ?? ""), one.state === "held" ? "box" : "ticket")))
  }
}

/** How it stands; a voucher says whether it was used. @param {any} taken */
function state({ state: name, vouchers }) {
  if (name === "held") return "taken.waits"
  if (name !== "fulfilled" || !vouchers?.length) return `taken.${name}`
  return vouchers.some((/** @type {any} */ one) => one.state === "open") ? "taken.open" : "voucher.used"
}

/**
 * @param {string | undefined} href
 * @param {string} title
 * @param {string} text
 * @param {Element} sign
 * @param {string} picture
 */
const row = (href, title, text, sign, picture) =>
  h("li", null, blob(picture), h(href ? "a" : "div", { class: "grow", href }, h("span", null,
    h("span", { class: "strong" }, title), h("br"), h("span", { class: "small soft" }, text))), sign)
