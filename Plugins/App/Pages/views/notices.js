import { h } from "../../ground/h.js"
import { ago, t } from "../../ground/i18n.js"
import { buttonLink } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { blob, icon } from "../../ground/parts/icon.js"
import { empty, sentence } from "../../ground/parts/state.js"
import { Screen } from "../parts/screen.js"

/** Where one sees what a kind of notice tells of, and its picture. @type {Record<string, [string, string]>} */
const PLACES = {
  "coins-expiring": ["/wallet", "clock"], "receipt-decided": ["/wallet", "receipt"],
  "tier-reached": ["/tier", "star"], "voucher-issued": ["/vouchers", "ticket"],
}

/** What one was told, the newest first. */
export default class Notices extends Screen {
  static tag = "app-notices"
  /** @override */
  hasBack = true

  /** @override */
  head() {
    this.title = t("me.notices")
    return super.head()
  }

  /** @override @param {{ notices: any[] }} data */
  draw({ notices }) {
    return h("div", { class: "stack g5 slim" },
      notices.length === 0
        ? empty(t("notices.none"), t("notices.none.text"))
        : h("ul", { class: "rows" }, notices.map((one) => this.#row(one))),
      buttonLink(t("notices.choose"), "/app/me/notices/choices", { isDense: false }))
  }

  /** @param {any} notice */
  #row({ kind, title, text, at, read }) {
    const [path, picture] = PLACES[kind] ?? [undefined, "talk"]
    const words = text ? sentence(text) : t("notices.over", { kind: title })
    return h("li", null, blob(picture), h("div", { class: "grow" },
      h("p", { class: "strong" }, path ? h("a", { href: `/app${path}` }, words) : words),
      h("p", { class: "small soft" }, ago(at))),
    !read && chip(t("notices.new"), "good"), path && icon("next", { isSmall: true }))
  }
}
