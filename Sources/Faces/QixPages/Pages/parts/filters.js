import { fill, h } from "../h.js"
import { number, t } from "../i18n.js"
import { keep, kept } from "../store.js"
import { button, iconButton } from "./button.js"
import { choices } from "./chip.js"
import { areFilled, Field } from "./field.js"
import { openDialog } from "./dialog.js"

/**
 * @typedef {object} Filter
 * @property {string} name in the address
 * @property {string} label
 * @property {"choice" | "select" | "text" | "date"} kind buttons with counts, a list, a field
 * @property {{ value: string, label: string }[]} [options] of a choice or a list; the empty value is all
 * @property {string} [hint] stands in an empty field
 */
/** @typedef {{ name: string, query: string }} SavedView */

/** How long to wait after a key, in milliseconds. */
const PAUSE = 400

/**
 * Filters of a list. They stand in the address, so a list as it is can be sent on, and kept under a name.
 *
 *     const filters = new Filters("rewards", [{ name: "state", label: …, kind: "choice", options }], {
 *       query: this.query, onChange: (values) => this.#show(values),
 *     })
 *     filters.count("state", { published: "6", draft: "1" })
 */
export class Filters {
  #list
  #filters
  #onChange
  /** @type {Record<string, string>} */
  #values = {}
  /** @type {Record<string, Record<string, string>>} */
  #counts = {}
  /** @type {Map<string, HTMLElement>} */
  #places = new Map()
  #saved = h("div", { class: "row g2 wrap small" })
  element = h("div", { class: "stack g3 no-print" })

  /**
   * @param {string} list under which views are kept
   * @param {Filter[]} filters
   * @param {{ query: URLSearchParams, onChange: (values: Record<string, string>) => void }} rest
   */
  constructor(list, filters, { query, onChange }) {
    this.#list = list
    this.#filters = filters
    this.#onChange = onChange
    this.#read(query)
    this.#show()
  }

  /** What is chosen, by the names of filters. */
  get values() {
    return { ...this.#values }
  }

  /** Puts counts beside the values of a choice. @param {string} name @param {Record<string, number>} counts */
  count(name, counts) {
    this.#counts[name] = Object.fromEntries(Object.entries(counts).map(([value, count]) => [value, number(count)]))
    const filter = this.#filters.find((one) => one.name === name)
    const place = this.#places.get(name)
    if (!filter || !place) return
    const hadFocus = place.contains(document.activeElement)
    fill(place, this.#choice(filter))
    if (hadFocus) /** @type {HTMLElement | null} */ (place.querySelector("[aria-pressed=true]"))?.focus()
  }

  /** @param {URLSearchParams} query */
  #read(query) {
    this.#values = Object.fromEntries(this.#filters
      .map(({ name }) => [name, query.get(name) ?? ""]).filter(([, value]) => value))
  }

  get #query() {
    return new URLSearchParams(this.#values).toString()
  }

  #show() {
    const rows = this.#filters.map((filter) => {
      const place = h("div", null, filter.kind === "choice" ? this.#choice(filter) : this.#field(filter))
      this.#places.set(filter.name, place)
      return { filter, place }
    })
    const fields = rows.filter(({ filter }) => filter.kind !== "choice").map(({ place }) => place)
    fill(this.element, rows.filter(({ filter }) => filter.kind === "choice").map(({ place }) => place),
      fields.length > 0 && h("div", { class: "filters" }, fields), this.#saved)
    this.#showSaved()
  }

  /** @param {Filter} filter */
  #choice({ name, label, options = [] }) {
    return choices(label, options.map((one) => ({ ...one, count: this.#counts[name]?.[one.value] })), {
      value: this.#values[name] ?? "", onChange: (value) => this.#set(name, value),
    })
  }

  /** @param {Filter} filter */
  #field({ name, label, kind, options, hint }) {
    const wait = kind === "text" ? PAUSE : 0
    // Each field has its own: what was typed into another one a moment ago still counts.
    let timer = 0
    return new Field(label, {
      name, options, isPlain: true, attributes: { placeholder: hint }, type: kind === "date" ? "date" : "search", value: this.#values[name] ?? "",
      onInput: (value) => {
        clearTimeout(timer)
        timer = setTimeout(() => this.#set(name, value), wait)
      },
    }).element
  }

  /** @param {string} name @param {string} value */
  #set(name, value) {
    if ((this.#values[name] ?? "") === value || !this.element.isConnected) return
    if (value) this.#values[name] = value
    else delete this.#values[name]
    this.#changed()
  }

  #changed() {
    const query = this.#query
    history.replaceState(history.state, "", `${location.pathname}${query ? `?${query}` : ""}`)
    this.#showSaved()
    this.#onChange(this.values)
  }

  /** @returns {SavedView[]} */
  get #views() {
    return kept("views", /** @type {Record<string, SavedView[]>} */ ({}))[this.#list] ?? []
  }

  /** @param {SavedView[]} views */
  #keep(views) {
    keep("views", { ...kept("views", {}), [this.#list]: views })
    this.#showSaved()
  }

  #showSaved() {
    const [views, query] = [this.#views, this.#query]
    const isKept = views.some((one) => one.query === query)
    fill(this.#saved, views.map((view) => h("span", { class: "row g1" },
      h("button", {
        type: "button", class: "chip choice", "aria-pressed": String(view.query === query), onclick: () => {
          this.#read(new URLSearchParams(view.query))
          this.#show()
          this.#changed()
        },
      }, view.name),
      iconButton("close", t("filters.forget", { name: view.name }),
        () => this.#keep(this.#views.filter((one) => one.name !== view.name)), { kind: "bare", isDense: true }))),
    query && !isKept && button(t("filters.keep"), () => this.#ask(), { icon: "plus", kind: "bare", isDense: true }))
  }

  async #ask() {
    const field = new Field(t("filters.name"), { hint: t("filters.name.hint"), attributes: { maxlength: 40 } })
    const { closed } = openDialog(t("filters.keep"), {
      body: field.element, foot: (close) => [button(t("part.cancel"), () => close()),
        button(t("filters.keep.act"), () => areFilled([field]) && close(field.value), { kind: "main" })],
    })
    const name = await closed
    if (name) this.#keep([...this.#views.filter((one) => one.name !== name), { name, query: this.#query }])
  }
}
