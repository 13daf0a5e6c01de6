import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { number, t } from "../../ground/i18n.js"
import { buttonLink } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { Filters } from "../../ground/parts/filters.js"
import { folded } from "../../ground/parts/found.js"
import { Pager } from "../../ground/parts/pager.js"
import { meter } from "../../ground/parts/ring.js"
import { cli } from "../../ground/parts/says.js"
import { empty } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { formAddress } from "./commands/declared.js"
import { actButton } from "./goods/acts.js"
import { generate, generated } from "./goods/reward-acts.js"
import { bySupply, isSeriesLow } from "./goods/stock.js"
import { at } from "./goods/words.js"

/** @typedef {import("./goods/stock.js").Series} Series */

/** Series of vouchers, those that run low above. */
export default class Vouchers extends View {
  #heading = h("h1", null, t("nav.vouchers"))
  #place = h("div", { class: "stack g5" })
  #list = h("div")
  /** @type {Series[]} */
  #series = []
  #isWhole = true
  /** @type {Filters | undefined} */
  #filters

  /** @override */
  show() {
    fill(this, h("header", { class: "row between wrap" }, this.#heading, h("div", { class: "row g2 wrap" },
      session.may("voucher import") && buttonLink(t("vou.import"), formAddress("voucher import"), { icon: "load" }),
      actButton({ label: "vou.new", command: "voucher generate", icon: "plus", text: t("vou.new.text"),
        values: { series: "", title: "", count: "", value: "" }, effects: generated }, () => this.#begin(),
        { kind: "main" }))),
    this.#place, cli("qix voucher list"))
    return this.#begin()
  }

  #begin() {
    return this.load(this.#place, async () => {
      this.#series = []
      this.#filters = undefined
      const pager = new Pager({
        load: async (after) => {
          const answer = await api.get("/v1/vouchers", { query: { limit: 500, after }, signal: this.signal })
          this.#isWhole = !answer.next
          return { rows: answer.series, next: answer.next }
        },
        add: (rows) => {
          this.#series = [...this.#series, .../** @type {Series[]} */ (rows)]
          if (this.#filters) this.#tell()
        },
      })
      return pager.start()
    }, (pager) => {
      this.#filters = new Filters("vouchers", [
        { name: "state", label: t("vou.which"), kind: "choice", options: CHOICES.map((value) =>
          ({ value, label: t(`vou.show.${value || "all"}`) })) },
        { name: "q", label: t("goods.search"), kind: "text", hint: t("vou.search.hint") },
      ], { query: new URLSearchParams(location.search), onChange: () => this.#tell() })
      this.#tell()
      return [this.#filters.element, this.#list, !this.#isWhole && pager.element]
    })
  }

  #tell() {
    const { state = "", q = "" } = this.#filters?.values ?? {}
    const all = bySupply(this.#series)
    const low = all.filter(isSeriesLow)
    fill(this.#heading, all.length === 0
      ? t("vou.h.none")
      : low.length === 0 ? t("vou.h.well")
        : low.length === 1 ? t("vou.h.low", { series: low[0].title, count: low[0].left ?? 0 })
          : t("vou.h.lows", { count: low.length }))
    if (this.#isWhole) {
      this.#filters?.count("state", Object.fromEntries(CHOICES.map((value) =>
        [value, all.filter((one) => isChosen(one, value)).length])))
    }
    const rows = all.filter((one) => isChosen(one, state) && folded(`${one.title} ${one.name}`).includes(folded(q)))
    fill(this.#list, h("section", { class: "card flush pickable" }, all.length === 0
      ? empty(t("vou.h.none"), t("vou.none.text"))
      : this.#table(rows)))
  }

  /** @param {Series[]} rows */
  #table(rows) {
    /** @type {import("../../ground/parts/table.js").Column<Series>[]} */
    const columns = [
      { title: t("vou.series"), value: (one) => one.title, show: (one) => h("span", null,
        h("a", { class: "strong", href: `/console/vouchers/${encodeURIComponent(one.name)}` }, one.title), h("br"),
        h("span", { class: "soft small" }, one.name)) },
      { title: t("vou.value"), value: (one) => one.value,
        show: (one) => h("span", { class: "num" }, one.value ?? "–") },
      { title: t("vou.stock"), isFixed: true, value: () => "", show: (one) => (one.left === null
        ? h("span", { class: "soft" }, "–")
        : meter(one.made > 0 ? one.left / one.made : 0, t("vou.bar", { left: one.left, count: one.made }),
          { warnsBelow: 0.25, endsBelow: 0.1 })) },
      { title: t("vou.left.h"), value: (one) => one.left, isNumber: true, show: (one) => (one.left === null
        ? h("span", { class: "soft" }, t("vou.on-demand"))
        : h("span", { class: isSeriesLow(one) && "warn strong" }, number(one.left))) },
      { title: t("vou.made"), value: (one) => one.made, isNumber: true },
      { title: t("vou.out"), value: (one) => (one.left === null ? null : one.made - one.left), isNumber: true },
      { title: t("vou.until"), value: (one) => one.until, show: (one) => at(one.until, "short date") },
      { title: t("goods.state"), value: (one) => t(`vou.state.${one.state}`),
        show: (one) => chip(t(`vou.state.${one.state}`), one.state === "open" ? "good" : "bad") },
      ...session.may("voucher generate") ? [{ title: t("rwd.refill"), isFixed: true, value: () => "",
        show: (/** @type {Series} */ one) => isSeriesLow(one) && one.source === "generated" &&
          actButton(generate(one.name), () => this.#begin(), { mark: `generate ${one.name}` }) }] : [],
    ]
    return new Table(t("nav.vouchers"), columns, { rows, none: t("goods.none-fits") }).element
  }
}

const CHOICES = ["", "low", "open", "void"]

/** @param {Series} one @param {string} choice */
const isChosen = (one, choice) => (choice === "low" ? isSeriesLow(one) : !choice || one.state === choice)
