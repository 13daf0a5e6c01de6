import { h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { chip } from "../../ground/parts/chip.js"
import { blob } from "../../ground/parts/icon.js"
import { empty } from "../../ground/parts/state.js"
import { Screen } from "../parts/screen.js"

/** What one has told the desk, and its answers. */
export default class Disputes extends Screen {
  static tag = "app-disputes"
  /** @override */
  hasBack = true

  /** @override */
  head() {
    this.title = t("me.disputes")
    return super.head()
  }

  /** @override @param {{ disputes: any[] }} data */
  draw({ disputes }) {
    if (disputes.length === 0) return empty(t("disputes.none"), t("disputes.none.text"))
    return h("ul", { class: "rows slim" }, disputes.map((one) => h("li", null, blob("talk"),
      h("div", { class: "grow" },
        h("p", { class: "strong" }, t(`dispute.${one.kind in KINDS ? one.kind : "other"}`)),
        one.note && h("p", { class: "small soft" }, one.note),
        one.answer && h("p", null, one.answer),
        h("p", { class: "small soft" }, when(one.closed ?? one.opened, "moment"))),
      one.closed ? chip(t("dispute.closed"), "good") : chip(t("dispute.open"), "warn"))))
  }
}

const KINDS = { transfer: 1, redemption: 1, voucher: 1, use: 1, shake: 1, session: 1 }
