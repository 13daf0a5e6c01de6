/** The form of a new reward, in sections; its values are those of `reward create`. */

import { h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { areFilled, Field, picks } from "../../../ground/parts/field.js"
import { nameOf, valuesOf } from "./terms.js"

/** Kinds of delivery with the field that each one needs. @type {Record<string, string[]>} */
const KINDS = { goods: [], voucher: ["series"], donation: ["whom"], raffle: ["raffle", "tickets"] }
/** What need not be given. */
const FREE = new Set([
  "text", "picture", "price", "copayment", "value", "cost", "stock", "start", "end", "zone", "minimum_mode",
  "conditions", "limit_per_user", "limit_per_user_and_day", "limit_total", "hold_for", "tickets", "reason",
])
/** @type {Record<string, string[]>} */
const SECTIONS = {
  what: ["title", "name", "brand", "text", "picture"], price: ["price", "copayment", "value", "cost"],
  period: ["start", "end", "zone"], who: ["minimum_mode", "conditions"],
  limits: ["limit_per_user", "limit_per_user_and_day", "limit_total", "hold_for"], why: ["reason"],
}
/** Sections of short fields, which stand beside each other. */
const PAIRED = new Set(["price", "period", "who", "limits"])
const NUMBERS = new Set(["price", "stock", "limit_per_user", "limit_per_user_and_day", "limit_total", "tickets"])
const EXAMPLES = {
  copayment: "1.00 EUR", value: "12.00 EUR", cost: "4.50 EUR", hold_for: "P7D", picture: "picture:mug",
  conditions: "tier:gold", zone: "Europe/Rome",
}

export class RewardForm {
  /** @type {Map<string, Field>} */
  #fields = new Map()
  #kind = "goods"
  #onChange
  /** Whether the name was typed, and no longer follows the title. */
  #isNamed = false

  /**
   * @param {{ series: { name: string, title: string }[] | undefined, onChange: () => void }} options series: those that
   *   vouchers can come from; undefined where the role can't list them
   */
  constructor({ series, onChange }) {
    this.#onChange = onChange
    const sections = Object.fromEntries(Object.entries(SECTIONS).map(([name, fields]) =>
      [name, section(name, PAIRED.has(name)
        ? h("div", { class: "pairs3 two-col" }, fields.map((field) => this.#field(field)))
        : fields.map((field) => this.#field(field)))]))
    const details = h("div", { class: "stack g4" })
    const show = () => details.replaceChildren(...[...KINDS[this.#kind], "stock"].map((name) => this.#field(name,
      name === "series" ? series : undefined)))
    show()
    const stock = section("stock", picks(t("rwd.f.kind"), Object.keys(KINDS).map((value) =>
      ({ value, label: t(`rwd.f.kind.${value}`) })), { value: this.#kind, onChange: (value) => {
      for (const name of KINDS[this.#kind]) this.#fields.delete(name)
      this.#kind = value
      show()
      onChange()
    } }), details)
    const { what, price, ...rest } = sections
    this.element = h("div", { class: "stack g6" }, what, price, stock, Object.values(rest))
  }

  /** @param {string} name @param {{ name: string, title: string }[]} [series] */
  #field(name, series) {
    const isDay = name === "start" || name === "end"
    const old = this.#fields.get(name)
    const options = name === "minimum_mode"
      ? ["", "trial", "signed", "pro"].map((value) => ({ value, label: t(`rwd.mode.${value || "none"}`) }))
      : series && [{ value: "", label: "–" },
        ...series.map((one) => ({ value: one.name, label: `${one.title} (${one.name})` }))]
    const hint = t(`rwd.f.${name}.hint`)
    const field = new Field(t(`rwd.f.${name}`), {
      name, options, isOptional: FREE.has(name), type: isDay ? "date" : "text", rows: name === "text" ? 3 : undefined,
      hint: hint.startsWith("rwd.") ? "" : hint,
      value: old?.value ?? (name === "zone" ? Intl.DateTimeFormat().resolvedOptions().timeZone : ""),
      attributes: options ? {} : {
        autocomplete: "off", inputmode: NUMBERS.has(name) ? "numeric" : undefined,
        placeholder: /** @type {Record<string, string>} */ (EXAMPLES)[name],
      },
      onInput: (value) => this.#typed(name, value),
    })
    this.#fields.set(name, field)
    return field.element
  }

  /** @param {string} name @param {string} value */
  #typed(name, value) {
    if (name === "name") this.#isNamed = value !== ""
    const named = this.#fields.get("name")
    if (name === "title" && named && !this.#isNamed) {
      named.value = nameOf(value)
      named.error = ""
    }
    this.#onChange()
  }

  get values() {
    return valuesOf({ kind: this.#kind,
      ...Object.fromEntries([...this.#fields].map(([name, field]) => [name, field.value])) })
  }

  /** Whether all that has to be given is, without a word about it. */
  get isReady() {
    return [...this.#fields.values()].every((one) => one.isOptional || one.value !== "")
  }

  /** Whether all that has to be given is; leads to the first that isn't. */
  check() {
    return areFilled([...this.#fields.values()])
  }
}

/** @param {string} name @param {...import("../../../ground/h.js").Child} fields */
const section = (name, ...fields) => h("fieldset", { class: "stack g4 goods-section" },
  h("legend", null, h("h2", null, t(`rwd.f.s.${name}`))), fields)
