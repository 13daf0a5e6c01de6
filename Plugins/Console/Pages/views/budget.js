import { api, path } from "../../ground/api.js"
import { h } from "../../ground/h.js"
import { number, rich, signed, t } from "../../ground/i18n.js"
import { moneyBar } from "../../ground/parts/chart.js"
import { cli, id, quoted, say } from "../../ground/parts/says.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { named } from "./commands/answer.js"
import { word } from "./customer/proof.js"
import { actCard } from "./goods/acts.js"
import { fund, limit } from "./goods/budgets.js"
import { budgetChoice } from "./goods/low.js"
import { at, back, nameBy } from "./goods/words.js"

/** @typedef {{ transfer: string, at: string, kind: string, amount: number, balance: number, other: string,
 *   expires: string | null, reason: string | null, key: string | null, booked: string | null }} Movement */

/** A budget: what is available, its last movements, and new coins for it. */
export default class BudgetView extends View {
  /** @override */
  show() {
    this.title = this.params.budget
    return this.load(this, async () => {
      const name = await nameBy(this.params.budget, "bdg", "/v1/budgets", (answer) =>
        answer.budgets.map((/** @type {any} */ one) => ({ id: one.id, name: one.budget })), this.signal)
      return Promise.all([api.get(path("budgets", name), { signal: this.signal }), limit(this.signal)])
    }, ([one, least]) => this.#page(one, least))
  }

  /** @param {any} one @param {number} least */
  #page(one, least) {
    const campaign = /^campaign-(.+)$/.exec(one.budget)?.[1]
    const key = one.available <= 0 ? "empty" : budgetChoice(one, "low", least) ? "low" : "well"
    return [
      h("header", { class: "stack g3" }, back("/console/budgets", t("nav.budgets")),
        h("h1", null, t(`bdg.is.${key}`, { budget: one.budget, count: one.available })),
        h("p", { class: "row g2 wrap" }, h("span", { class: "mono soft" }, one.budget), id(one.id))),
      h("div", { class: "split-work" },
        h("div", { class: "stack g5" }, say(...rich("bdg.say", { count: one.available }), " ",
          ...one.held > 0 ? rich("bdg.say.held", { count: one.held }) : [t("bdg.say.none-held")], " ",
          ...key === "low" ? rich("bdg.say.low", { least: number(least) }) : []),
        one.balance > 0 && moneyBar(t("bdg.balance.h", { count: one.balance }), [
          { label: t("bdg.available"), value: one.available }, { label: t("bdg.held"), value: one.held, kind: "col" },
        ], { value: t("bdg.coins"), label: t("goods.state") }), this.#movements(one)),
        h("aside", { class: "stack g5 hand" }, actCard([fund(one.budget)], () => this.begin(),
          campaign && session.isOpen("campaign show") && h("p", null,
            h("a", { href: `/console/campaigns/${encodeURIComponent(campaign)}` },
              t("bdg.campaign", { name: campaign })))))),
      cli(`qix budget show ${quoted(one.budget)}`),
    ]
  }

  /** @param {any} one */
  #movements({ budget, movements }) {
    /** @type {import("../../ground/parts/table.js").Column<Movement>[]} */
    const columns = [
      { title: t("c.when"), value: (row) => row.at, show: (row) => at(row.at) },
      { title: t("c.what"), value: (row) => (row.kind === "fund" ? t("bdg.kind.fund") : word("c.kind", row.kind)) },
      { title: t("bdg.coins"), value: (row) => row.amount, isNumber: true, show: (row) => signed(row.amount) },
      { title: t("c.balance"), value: (row) => row.balance, isNumber: true },
      { title: t("c.with"), value: (row) => row.other, show: (row) => named(row.other) },
      { title: t("c.reason"), value: (row) => row.reason },
      { title: t("c.key"), value: (row) => row.key },
      { title: t("bdg.transfer"), value: (row) => row.transfer, show: (row) => named(row.transfer) },
    ]
    return h("section", { class: "card flush" }, h("h2", { class: "goods-head" }, t("bdg.movements")),
      new Table(budget, columns, { rows: movements, none: t("bdg.no-movement") }).element,
      movements.length >= LAST && h("p", { class: "small soft" }, t("bdg.last", { count: LAST })))
  }
}

/** How many movements the server shows. */
const LAST = 5
