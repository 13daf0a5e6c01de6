import { csv, save } from "../csv.js"
import { fill, h } from "../h.js"
import { compare, number, t } from "../i18n.js"
import { button } from "./button.js"
import { icon } from "./icon.js"

/**
 * @template R
 * @typedef {object} Column
 * @property {string} title
 * @property {(row: R) => string | number | null | undefined} value sorted, exported, and shown without `show`
 * @property {(row: R) => import("../h.js").Child} [show]
 * @property {boolean} [isNumber] stands at the end
 * @property {boolean} [isFixed] can't be sorted by
 */

/**
 * The rows by one of their values; those without it last, equal ones in their order.
 * @template R
 * @param {R[]} rows
 * @param {(row: R) => string | number | null | undefined} value
 * @param {boolean} isDescending
 */
export function sorted(rows, value, isDescending) {
  const has = (/** @type {R} */ row) => value(row) !== null && value(row) !== undefined
  const sign = isDescending ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (!has(one) || !has(other)) return Number(has(other)) - Number(has(one))
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b)))
  })
}

/** A table that can be sorted, and taken along as CSV. @template R */
export class Table {
  #columns
  /** @type {R[]} */
  #rows = []
  #order = { column: -1, isDescending: false }
  #heads
  #body = h("tbody")
  #options

  /**
   * @param {string} caption read out, and the name of the file
   * @param {Column<R>[]} columns
   * @param {{ rows?: R[], none?: import("../h.js").Child, hasExport?: boolean, onOpen?: (row: R) => void }} [options]
   */
  constructor(caption, columns, options = {}) {
    this.#columns = columns
    this.#options = options
    this.caption = caption
    this.#heads = columns.map((column, place) =>
      h("th", { scope: "col", class: column.isNumber && "n" }, column.isFixed
        ? column.title
        : h("button", { type: "button", class: "btn", onclick: () => this.#sort(place) },
          h("span", { class: "sr" }, t("part.sort", { column: "" })), column.title, icon("down"))))
    this.element = h("div", { class: "stack g3" },
      h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": caption },
        h("table", { class: "data" }, h("caption", { class: "sr" }, caption),
          h("thead", null, h("tr", null, this.#heads)), this.#body)),
      options.hasExport !== false && h("div", { class: "row no-print" },
        button(t("part.csv"), () => save(`${caption}.csv`, this.csv), { icon: "load", isDense: true, kind: "bare" })))
    this.rows = options.rows ?? []
  }

  get rows() {
    return this.#rows
  }

  set rows(rows) {
    this.#rows = rows
    const shown = this.#sorted
    fill(this.#body, shown.length > 0
      ? shown.map((row) => this.#row(row))
      : h("tr", null, h("td", { colspan: this.#columns.length, class: "soft" }, this.#options.none ?? "–")))
  }

  get #sorted() {
    const { column, isDescending } = this.#order
    return column < 0 ? this.#rows : sorted(this.#rows, this.#columns[column].value, isDescending)
  }

  /** What stands on the screen, in its order. */
  get csv() {
    return csv([
      this.#columns.map((column) => column.title),
      ...this.#sorted.map((row) => this.#columns.map((column) => column.value(row))),
    ])
  }

  /** @param {R} row */
  #row(row) {
    const open = this.#options.onOpen
    return h("tr", { class: open && "press", onclick: open && ((/** @type {MouseEvent} */ event) => {
      // Links and buttons in a row do what they say.
      if (!(event.target instanceof Element) || !event.target.closest("a, button, input, label")) open(row)
    }) }, this.#columns.map((column) => {
      const value = column.value(row)
      const shown = column.show ? column.show(row) : typeof value === "number" ? number(value) : value ?? "–"
      return h("td", { class: column.isNumber && "n" }, shown)
    }))
  }

  /** @param {number} column */
  #sort(column) {
    const isDescending = this.#order.column === column
      ? !this.#order.isDescending
      : this.#columns[column].isNumber ?? false
    this.#order = { column, isDescending }
    for (const [place, head] of this.#heads.entries()) {
      if (place === column) head.setAttribute("aria-sort", isDescending ? "descending" : "ascending")
      else head.removeAttribute("aria-sort")
    }
    this.rows = this.#rows
  }
}
