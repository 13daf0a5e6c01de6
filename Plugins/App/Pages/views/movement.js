import { h } from "../../ground/h.js"
import { signed, t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { facts } from "../../ground/parts/list.js"
import { words } from "../parts/movement.js"
import { Screen } from "../parts/screen.js"

/** Why coins came or went. Reports `drawn`, `voucher` and `dispute`. */
export default class Movement extends Screen {
  static tag = "app-movement"
  /** @override */
  hasBack = true

  /** @override @param {{ transfer: any }} data */
  draw({ transfer }) {
    const { title } = words(transfer)
    this.title = title
    const subject = transfer.subject ?? ""
    return h("div", { class: "stack g5" },
      h("p", { class: "tall-num" }, signed(transfer.amount).replace("-", "−")),
      h("p", null, t(`because.${subject.slice(0, 3) in BECAUSE ? BECAUSE[subject.slice(0, 3)] : "other"}`, { title })),
      facts(/** @type {[string, any][]} */ ([
        [t("movement.at"), when(transfer.at, "moment")],
        transfer.expires && [t("movement.expires"), when(transfer.expires, "date")],
        [t("movement.id"), h("span", { class: "mono" }, transfer.transfer)],
      ].filter(Boolean))),
      h("div", { class: "stack g3" },
        subject.startsWith("shk_") && button(t("won.drawn"), () => this.report("drawn", subject), { isWide: true }),
        subject.startsWith("rdm_") && button(t("movement.voucher"), () => this.report("voucher", subject), { isWide: true }),
        button(t("voucher.wasnt"), () => this.report("dispute", transfer.transfer), { isWide: true })))
  }
}

const BECAUSE = /** @type {Record<string, string>} */ ({ shk: "shake", rdm: "reward", rfr: "referral" })
