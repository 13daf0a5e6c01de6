import { fill, h, uniqueID } from "../h.js"
import { t } from "../i18n.js"
import { icon } from "./icon.js"

/**
 * @typedef {object} FieldOptions
 * @property {string} [name]
 * @property {string} [type] of the input
 * @property {string} [value]
 * @property {string} [hint]
 * @property {string} [error]
 * @property {boolean} [isOptional]
 * @property {boolean} [isPlain] optional, and its label doesn't say so: a filter
 * @property {number} [rows] of a text with several lines
 * @property {{ value: string, label: string }[]} [options] makes a list to choose from
 * @property {import("../h.js").Props} [attributes] of the input
 * @property {(value: string) => void} [onInput]
 * @property {import("../h.js").Child} [above] between label and input, such as frequent answers
 */

/** A label, an input, and a hint whose place an error takes. */
export class Field {
  #hint
  #line

  /**
   * @param {string} label
   * @param {FieldOptions} [options]
   */
  constructor(label, options = {}) {
    const { name, type = "text", value = "", hint = "", isPlain = false, rows, attributes } = options
    const isOptional = options.isOptional ?? isPlain
    const [id, line] = [uniqueID("field"), uniqueID("hint")]
    const common = {
      class: "input", id, name, value, "aria-required": isOptional ? undefined : "true", ...attributes,
      oninput: () => {
        this.error = ""
        options.onInput?.(this.value)
      },
    }
    /** @type {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} */
    this.input = options.options
      ? h("select", { ...common, value: undefined }, options.options.map((one) =>
        h("option", { value: one.value, selected: one.value === value }, one.label)))
      : rows ? h("textarea", { ...common, rows }) : h("input", { ...common, type })
    this.label = label
    this.isOptional = isOptional
    this.#hint = hint
    this.#line = h("p", { class: "hint", id: line })
    this.element = h("div", { class: "field" },
      h("label", { for: id }, label, isOptional && !isPlain && [" ", h("span", { class: "soft" }, t("part.optional"))]),
      options.above, this.input, this.#line)
    this.error = options.error ?? ""
  }

  get value() {
    return this.input.value.trim()
  }

  set value(text) {
    this.input.value = text
  }

  /** What is wrong with the value; an empty text shows the hint again. @param {string} text */
  set error(text) {
    const hasLine = Boolean(text || this.#hint)
    this.#line.hidden = !hasLine
    this.#line.className = text ? "hint bad" : "hint"
    fill(this.#line, text ? [icon("warn", { isSmall: true }), h("span", null, text)] : this.#hint)
    if (text) this.input.setAttribute("aria-invalid", "true")
    else this.input.removeAttribute("aria-invalid")
    if (hasLine) this.input.setAttribute("aria-describedby", this.#line.id)
    else this.input.removeAttribute("aria-describedby")
  }

  /** Whether there is a value, or need not be one; says so otherwise. */
  check() {
    const isFilled = this.isOptional || this.value !== ""
    this.error = isFilled ? "" : t("part.required")
    return isFilled
  }
}

/**
 * Checks all fields, and leads to the first that lacks something.
 * @param {Field[]} fields
 */
export function areFilled(fields) {
  const missing = fields.filter((field) => !field.check())
  missing[0]?.input.focus()
  return missing.length === 0
}

/**
 * One of several, or a tick: a radio button or check box in a frame.
 * @param {import("../h.js").Child} label
 * @param {{ name: string, value?: string, isChosen?: boolean, type?: "radio" | "checkbox",
 *   onChange?: (isChosen: boolean) => void }} options
 */
export function pick(label, { name, value = "", isChosen = false, type = "radio", onChange }) {
  const input = h("input", { type, name, value, checked: isChosen, onchange: () => onChange?.(input.checked) })
  return h("label", { class: "pick" }, input, h("span", null, label))
}

/**
 * Several picks below one question.
 * @param {string} legend
 * @param {{ value: string, label: import("../h.js").Child }[]} options
 * @param {{ value?: string, onChange: (value: string) => void }} rest
 */
export function picks(legend, options, { value, onChange }) {
  const name = uniqueID("pick")
  return h("fieldset", { class: "picks" }, h("legend", { class: "legend" }, legend), options.map((one) =>
    pick(one.label, { name, value: one.value, isChosen: one.value === value, onChange: () => onChange(one.value) })))
}
