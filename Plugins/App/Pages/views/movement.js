import { h } from "../../ground/h.js"
import { signed, t, when } from "../../ground/i18n.js"
import { button, iconButton } from "../../ground/parts/button.js"
import { facts } from "../../ground/parts/list.js"
import { copy, note } from "../../ground/parts/says.js"
import { words } from "../parts/movement.js"
import { Screen } from "../parts/screen.js"

/** Why coins came or went. Reports `drawn`, `voucher` and `dispute`. */
export default class Movement extends Screen {
  static tag = "app-movement"
  /** @override */
  hasBack = true

  /** @override @param {{ transfer: any, shake?: any, isReported?: boolean }} data */
  draw({ transfer, shake, isReported }) {
    const { title } = words(transfer)
    this.title = title
    const subject = transfer.subject ?? ""
    return h("div", { class: "stack g5" },
      h("p", { class: "tall-num" }, signed(transfer.amount).replace("-", "−")),
      h("p", null, t(`because.${because(transfer)}`, { title })),
      facts(/** @type {[string, any][]} */ ([
        [t("movement.at"), when(transfer.at, "moment")],
        transfer.expires && [t("movement.expires"), when(transfer.expires, "date")],
        [t("movement.id"), h("span", { class: "row g1" }, h("span", { class: "mono" }, transfer.transfer.match(/[^_]{1,4}/g).join(" ")),
          iconButton("copy", t("movement.copy"), () => copy(transfer.transfer)))],
      ].filter(Boolean))),
      h("div", { class: "stack g3" },
        shake && shake.drawn !== null && button(t("won.drawn"), () => this.report("drawn", subject), { isWide: true }),
        subject.startsWith("rdm_") && button(t("movement.voucher"), () => this.report("voucher", subject), { isWide: true }),
        isReported ? note(h("a", { href: "/app/me/disputes" }, t("dispute.reported")))
          : button(t("voucher.wasnt"), () => this.report("dispute", transfer.transfer), { isWide: true })))
  }
}

const BECAUSE = /** @type {Record<string, string>} */ ({ shk: "shake", rdm: "reward", rfr: "referral" })

/** The kind of movement comes before what it was for: a win that is taken back is no win. @param {any} transfer */
function because({ kind, amount, subject }) {
  if (kind === "reverse") return amount < 0 ? "back" : "returned"
  return ["merge", "expire"].includes(kind) ? kind : BECAUSE[subject?.slice(0, 3)] ?? "other"
}
