import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { number, t } from "../../ground/i18n.js"
import { Filters } from "../../ground/parts/filters.js"
import { folded } from "../../ground/parts/found.js"
import { cli } from "../../ground/parts/says.js"
import { empty } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { actButton } from "./goods/acts.js"
import { at, readable } from "./goods/words.js"

/** @typedef {{ segment: string, rule: string, listed: number, created: string }} Segment */

/** Whether it is a list of users, not a rule. @param {Segment} one */
const isList = (one) => one.rule === "a list"

/** Segments of users: lists and rules. */
export default class Segments extends View {
  #heading = h("h1", null, t("nav.segments"))
  #place = h("div", { class: "stack g5" })

  /** @override */
  show() {
    fill(this, h("header", { class: "row between wrap" }, this.#heading,
      actButton({ label: "sgm.new", command: "segment create", icon: "plus", text: t("sgm.new.text") },
        () => this.#begin(), { kind: "main" })), this.#place, cli("qix segment list"))
    return this.#begin()
  }

  #begin() {
    return this.load(this.#place, () => api.get("/v1/segments", { signal: this.signal }), ({ segments }) => {
      /** @type {Segment[]} */
      const all = segments
      const list = h("section", { class: "card flush" })
      const lists = all.filter(isList)
      const empties = lists.filter((one) => one.listed === 0)
      fill(this.#heading, all.length === 0
        ? t("sgm.h.none")
        : empties.length > 0 ? t("sgm.h.empty", { count: empties.length }) : t("sgm.h", { count: all.length }))
      const filters = new Filters("segments", [
        { name: "kind", label: t("sgm.which"), kind: "choice", options: ["", "list", "rule"].map((value) =>
          ({ value, label: t(`sgm.show.${value || "all"}`) })) },
        { name: "q", label: t("goods.search"), kind: "text" },
      ], { query: new URLSearchParams(location.search), onChange: () => tell() })
      const fits = (/** @type {Segment} */ one, kind = "") => !kind || isList(one) === (kind === "list")
      const tell = () => {
        const { kind, q = "" } = filters.values
        const rows = all.filter((one) => fits(one, kind) && folded(`${one.segment} ${one.rule}`).includes(folded(q)))
        fill(list, all.length === 0 ? empty(t("sgm.h.none"), t("sgm.none.text")) : this.#table(rows))
      }
      filters.count("kind", { "": all.length, list: lists.length, rule: all.length - lists.length })
      tell()
      return [filters.element, list]
    })
  }

  /** @param {Segment[]} rows */
  #table(rows) {
    /** @type {import("../../ground/parts/table.js").Column<Segment>[]} */
    const columns = [
      { title: t("sgm.segment"), value: (one) => one.segment, show: (one) =>
        h("a", { class: "strong", href: `/console/segments/${encodeURIComponent(one.segment)}` }, one.segment) },
      { title: t("sgm.rule"), value: (one) => (isList(one) ? t("sgm.a-list") : readable(one.rule)) },
      { title: t("sgm.listed"), value: (one) => (isList(one) ? one.listed : null), isNumber: true,
        show: (one) => (isList(one) ? number(one.listed) : h("span", { class: "soft" }, t("sgm.by-rule"))) },
      { title: t("goods.created"), value: (one) => one.created, show: (one) => at(one.created, "short date") },
    ]
    return new Table(t("nav.segments"), columns, { rows, none: t("goods.none-fits") }).element
  }
}
