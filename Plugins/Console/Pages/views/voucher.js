import { api, path } from "../../ground/api.js"
import { h } from "../../ground/h.js"
import { number, t } from "../../ground/i18n.js"
import { moneyBar } from "../../ground/parts/chart.js"
import { buttonLink } from "../../ground/parts/button.js"
import { chip, choices } from "../../ground/parts/chip.js"
import { facts } from "../../ground/parts/list.js"
import { Pager } from "../../ground/parts/pager.js"
import { cli, id, quoted } from "../../ground/parts/says.js"
import { failed } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { named } from "./commands/answer.js"
import { formAddress } from "./commands/declared.js"
import { actCard } from "./goods/acts.js"
import { generate } from "./goods/reward-acts.js"
import { isSeriesLow } from "./goods/stock.js"
import { oneVoucher } from "./goods/voucher.js"
import { at, back, nameBy } from "./goods/words.js"

/** @typedef {{ voucher: string, state: string, used: number, handed: string | null, user: string | null,
 *   until: string | null, rest: string | null }} Voucher */

/** A series of vouchers with its vouchers, or one voucher with what a till says to it. */
export default class VoucherView extends View {
  /** @override */
  show() {
    this.title = this.params.what
    return this.load(this, async () => {
      const name = await nameBy(this.params.what, "vse", "/v1/vouchers", (answer) =>
        answer.series.map((/** @type {any} */ one) => ({ id: one.series, name: one.name })), this.signal)
      return api.get(path("vouchers", name), { signal: this.signal })
    }, (answer) => (answer.voucher
      ? oneVoucher(answer, this.signal, () => this.begin())
      : this.#series(answer)))
  }

  /** @param {any} one */
  #series(one) {
    const isOnDemand = one.left === null
    const key = one.state === "void" ? "void" : isOnDemand ? "on-demand" : isSeriesLow(one) ? "low" : "left"
    return [
      h("header", { class: "stack g3" }, back("/console/vouchers", t("nav.vouchers")),
        h("h1", null, t(`vou.is.${key}`, { series: one.title, count: one.left ?? 0 })),
        h("p", { class: "row g2 wrap" },
          chip(t(`vou.state.${one.state}`), one.state === "open" ? "good" : "bad"),
          h("span", { class: "mono soft" }, one.name), id(one.series))),
      h("div", { class: "split-work" },
        h("div", { class: "stack g5" }, moneyBar(t("vou.made.h", { count: one.made }), [
          ...isOnDemand ? [] : [{ label: t("vou.v.free"), value: one.left, kind: /** @type {"now"} */ ("now") }],
          { label: t("vou.v.open"), value: one.open, kind: "col" }, { label: t("vou.v.used"), value: one.used },
          { label: t("vou.v.void"), value: one.void, isGuess: true },
        ], { value: t("nav.vouchers"), label: t("goods.state") }), this.#vouchers(one)),
        h("aside", { class: "stack g5 hand" },
          actCard([
            one.state === "open" && one.source === "generated" && generate(one.name),
            one.state === "open" && { label: "vou.void-series", command: "voucher void", icon: "no", isHarm: true,
              fixed: { what: one.name }, values: { confirm: "" }, text: t("vou.void-series.text", { name: one.name }) },
          ], () => this.begin(), one.state === "open" && one.source !== "on-demand" && session.may("voucher import") &&
            h("p", null, buttonLink(t("vou.import"), formAddress("voucher import", { series: one.name }),
              { icon: "load" }))),
          h("section", { class: "card g3" }, h("h2", null, t("vou.terms")),
            h("div", { class: "goods-terms" }, facts(this.#terms(one)))))),
      cli(`qix voucher show ${quoted(one.name)}`),
    ]
  }

  /** @param {any} one @returns {[string, import("../../ground/h.js").Child][]} */
  #terms(one) {
    /** @type {[string, import("../../ground/h.js").Child][]} */
    const all = [
      ["vou.value", one.value], ["vou.minimum", one.minimum_purchase],
      ["vou.uses", one.uses !== null && number(one.uses)], ["vou.from", one.from && at(one.from)],
      ["vou.until", one.until && at(one.until)], ["vou.valid-for", one.valid_for],
      ["vou.keeps-rest", one.keeps_rest && t("lists.yes")], ["vou.rest", one.rest], ["vou.barcode", one.barcode],
      ["vou.source", t(`vou.source.${one.source}`)], ["goods.created", at(one.created)],
      ["vou.voided", one.voided && at(one.voided)],
    ]
    return all.filter(([, value]) => value).map(([key, value]) => [t(key), value])
  }

  /** The vouchers of the series, by their state. @param {any} one */
  #vouchers({ name }) {
    const place = h("div", { class: "stack g3" })
    const show = async (/** @type {string} */ state) => {
      /** @type {import("../../ground/parts/table.js").Column<Voucher>[]} */
      const columns = [
        { title: t("vou.voucher"), value: (row) => row.voucher, show: (row) => named(row.voucher) },
        { title: t("goods.state"), value: (row) => t(`vou.v.${row.state}`) },
        { title: t("vou.user"), value: (row) => row.user, show: (row) => row.user && named(row.user) },
        { title: t("vou.handed"), value: (row) => row.handed, show: (row) => at(row.handed) },
        { title: t("vou.used.h"), value: (row) => row.used, isNumber: true },
        { title: t("vou.until"), value: (row) => row.until, show: (row) => at(row.until) },
      ]
      const table = new Table(name, columns, { none: t("goods.none-fits") })
      const pager = new Pager({
        load: async (after) => {
          const answer = await api.get("/v1/vouchers", {
            query: { series: name, state, limit: 50, after }, signal: this.signal,
          })
          return { rows: answer.vouchers, next: answer.next }
        },
        add: (rows) => (table.rows = [...table.rows, .../** @type {Voucher[]} */ (rows)]),
      })
      try {
        await pager.start()
        if (place.dataset.state === state) place.replaceChildren(table.element, pager.element)
      } catch (error) {
        if (!this.signal.aborted) place.replaceChildren(failed(error, () => show(state)))
      }
    }
    const choose = (/** @type {string} */ state) => {
      place.dataset.state = state
      void show(state)
    }
    choose("")
    return h("section", { class: "card g3" }, h("h2", null, t("nav.vouchers")),
      choices(t("vou.which-state"), ["", "free", "open", "used", "void"].map((value) =>
        ({ value, label: t(`vou.v.${value || "all"}`) })), { value: "", onChange: choose }), place)
  }
}
