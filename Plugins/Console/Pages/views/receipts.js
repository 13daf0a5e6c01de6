import { fill, h } from "../../ground/h.js"
import { ago, t } from "../../ground/i18n.js"
import { buttonLink } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { cli, id } from "../../ground/parts/says.js"
import { empty, failed, skeleton } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { named } from "./commands/answer.js"
import { signName } from "./lists/receipt-fields.js"

/**
 * @typedef {{ receipt: string, at: string, user: string, campaign: string, signs: string[], alike_now: string | null }}
 *   Waiting
 */

/** @param {string} receipt */
const address = (receipt) => `/console/receipts/${encodeURIComponent(receipt)}`

/** Receipts that wait for a person, the oldest first. */
export default class Receipts extends View {
  /** @override */
  show() {
    const [heading, first, list] = [h("h1", null, t("nav.receipts")), h("div"), h("div")]
    fill(this, h("header", { class: "row between wrap" }, heading, first), list, cli("qix receipt review list"))
    fill(list, skeleton(["line", "line s", "line"]))
    const looks = Boolean(session.may("receipt review show"))
    const table = new Table(t("nav.receipts"), /** @type {import("../../ground/parts/table.js").Column<Waiting>[]} */ ([
      { title: t("rct.since"), value: (row) => row.at, show: (row) => h("time", { datetime: row.at }, ago(row.at)) },
      { title: t("rct.why"), value: (row) => row.signs.map(signName).join(", "), show: (row) =>
        h("span", { class: "row g2 wrap" }, row.signs.map((sign) => chip(signName(sign), "warn", ""))) },
      { title: t("rct.campaign"), value: (row) => row.campaign },
      { title: t("rct.user"), value: (row) => row.user, show: (row) => named(row.user) },
      { title: t("rct.alike"), value: (row) => row.alike_now && t(`rct.alike.${row.alike_now}`) },
      { title: t("rct.receipt"), value: (row) => row.receipt, show: (row) =>
        (looks ? h("a", { href: address(row.receipt) }, id(row.receipt)) : id(row.receipt)) },
    ]))
    this.follow("/v1/receipts/reviews", ({ open, receipts }) => {
      fill(heading, open > 0 ? t("rct.title", { count: open }) : t("nav.receipts"))
      fill(first, looks && receipts.length > 0 &&
        buttonLink(t("rct.begin"), address(receipts[0].receipt), { kind: "main" }))
      table.rows = receipts
      if (receipts.length === 0) fill(list, h("section", { class: "card" }, empty(t("rct.none"), t("rct.none.text"))))
      else if (!table.element.isConnected) fill(list, h("section", { class: "card flush" }, table.element))
    }, {
      query: { limit: 200 }, onState: ({ is, error }) => is === "refused" && fill(list, failed(error, null)),
    })
  }
}
