import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { number, t } from "../../ground/i18n.js"
import { Filters } from "../../ground/parts/filters.js"
import { folded } from "../../ground/parts/found.js"
import { cli } from "../../ground/parts/says.js"
import { empty } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { actButton } from "./goods/acts.js"
import { fund, limit } from "./goods/budgets.js"
import { budgetChoice, CHOICES, ordered } from "./goods/low.js"
import { at } from "./goods/words.js"

/** @typedef {import("./goods/low.js").Budget} Budget */

/** Budgets that coins are granted from, low ones above. */
export default class Budgets extends View {
  #heading = h("h1", null, t("nav.budgets"))
  #place = h("div", { class: "stack g5" })

  /** @override */
  show() {
    fill(this, h("header", { class: "row between wrap" }, this.#heading,
      actButton({ label: "bdg.new", command: "budget create", icon: "plus" }, () => this.#begin(), { kind: "main" })),
    this.#place, cli("qix budget list"))
    return this.#begin()
  }

  #begin() {
    return this.load(this.#place, () => Promise.all([
      api.get("/v1/budgets", { signal: this.signal }), limit(this.signal),
    ]), ([{ budgets }, least]) => {
      const all = ordered(/** @type {Budget[]} */ (budgets), least)
      const low = all.filter((one) => budgetChoice(one, "low", least))
      fill(this.#heading, all.length === 0
        ? t("bdg.h.none")
        : low.length === 0 ? t("bdg.h.well")
          : low.length === 1 ? t("bdg.h.low", { budget: low[0].budget, count: low[0].available })
            : t("bdg.h.lows", { count: low.length, least }))
      const list = h("section", { class: "card flush pickable" })
      const filters = new Filters("budgets", [
        { name: "show", label: t("bdg.which"), kind: "choice", options: CHOICES.map((value) =>
          ({ value, label: t(`bdg.show.${value || "all"}`) })) },
        { name: "q", label: t("goods.search"), kind: "text" },
      ], { query: new URLSearchParams(location.search), onChange: () => tell() })
      const tell = () => {
        const { show = "", q = "" } = filters.values
        const rows = all.filter((one) => budgetChoice(one, show, least) && folded(one.budget).includes(folded(q)))
        fill(list, all.length === 0 ? empty(t("bdg.h.none"), t("bdg.none.text")) : this.#table(rows, least))
      }
      filters.count("show", Object.fromEntries(CHOICES.map((value) =>
        [value, all.filter((one) => budgetChoice(one, value, least)).length])))
      tell()
      return [filters.element, list]
    })
  }

  /** @param {Budget[]} rows @param {number} least */
  #table(rows, least) {
    /** @type {import("../../ground/parts/table.js").Column<Budget>[]} */
    const columns = [
      { title: t("bdg.budget"), value: (one) => one.budget, show: (one) =>
        h("a", { class: "strong", href: `/console/budgets/${encodeURIComponent(one.budget)}` }, one.budget) },
      { title: t("bdg.available"), value: (one) => one.available, isNumber: true, show: (one) =>
        h("span", { class: budgetChoice(one, "low", least) && "warn strong" }, number(one.available)) },
      { title: t("bdg.held"), value: (one) => one.held, isNumber: true },
      { title: t("bdg.balance"), value: (one) => one.balance, isNumber: true },
      { title: t("goods.created"), value: (one) => one.created, show: (one) => at(one.created, "short date") },
      ...session.may("budget fund") ? [{ title: t("bdg.fund"), isFixed: true, value: () => "",
        show: (/** @type {Budget} */ one) => one.available < least &&
          actButton(fund(one.budget), () => this.#begin(), { mark: `fund ${one.budget}` }) }] : [],
    ]
    return new Table(t("nav.budgets"), columns, { rows, none: t("goods.none-fits") }).element
  }
}
