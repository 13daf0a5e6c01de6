import { h } from "../../ground/h.js"
import { signed, t, when } from "../../ground/i18n.js"
import { chip } from "../../ground/parts/chip.js"
import { blob } from "../../ground/parts/icon.js"
import { empty } from "../../ground/parts/state.js"
import { words } from "../parts/movement.js"
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
        h("p", { class: "strong" }, one.kind in PLACES
          ? h("a", { class: "roomy", href: `/app/${PLACES[one.kind]}/${one.subject}` }, called(one)) : called(one)),
        one.note && h("p", { class: "small soft" }, one.note),
        one.answer && h("p", null, one.answer),
        h("p", { class: "small soft" }, when(one.closed ?? one.opened, "moment"))),
      one.closed ? chip(t("dispute.closed"), "good") : chip(t("dispute.open"), "warn"))))
  }
}

/** Where what is disputed is shown. @type {Record<string, string>} */
const PLACES = { transfer: "wallet", redemption: "vouchers", voucher: "vouchers", shake: "shakes" }
const KINDS = new Set([...Object.keys(PLACES), "use", "session"])

/** @param {any} dispute */
const called = ({ kind, transfer }) => (transfer
  ? `${words(transfer).title}, ${signed(transfer.amount).replace("-", "−")}`
  : t(`dispute.${KINDS.has(kind) ? kind : "other"}`))
