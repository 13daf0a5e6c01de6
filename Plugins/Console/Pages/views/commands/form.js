import { h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { Field, pick } from "../../../ground/parts/field.js"
import { asked, missing, words } from "./declared.js"

/** @typedef {import("./declared.js").Declared} Declared */
/** @typedef {import("./declared.js").Parameter} Parameter */
/** @typedef {import("./declared.js").Values} Values */
/**
 * @typedef {{ element: HTMLElement, value: Values[string], setError: (text: string) => void, focus: () => void }}
 *   Control
 */

/** So many parameters are shown, the first of the declaration; of more, what need not be given is folded away. */
const MANY = 6

/** The fields of a command, made of its declaration. */
export class CommandForm {
  /** @type {Map<string, Control>} */
  #controls = new Map()
  #fixed
  #command

  /**
   * @param {Declared} command
   * @param {object} options
   * @param {Values} [options.values]
   * @param {Values} [options.fixed] what is given already and not shown
   * @param {Record<string, Field>} [options.fields] of the page's own, by parameters; then it asks for these and the
   *   reason alone
   * @param {string[]} [options.reasons] such as staff often give
   * @param {boolean} [options.needsReason]
   * @param {boolean} [options.asks] who approves reads the reason
   * @param {() => void} options.onChange
   */
  constructor(command, { values = {}, fixed = {}, fields, reasons = [], needsReason = false, asks = false, onChange }) {
    this.#command = command
    this.#fixed = fixed
    const all = asked(command).filter((one) => !(one.name in fixed) && (!fields || one.name in fields || one.name === "reason"))
      .map((one) => (one.name === "reason" && needsReason ? { ...one, required: true } : one))
    const isMain = (/** @type {Parameter} */ one) =>
      one.required || one.name === "reason" || one.name in values || all.indexOf(one) < MANY
    const folds = all.length > MANY && all.some((one) => !isMain(one))
    const make = (/** @type {Parameter} */ one) => {
      const own = fields?.[one.name] ?? (one.name === "reason" ? reasonField(one, String(values.reason ?? ""), { reasons, asks, onChange }) : undefined)
      const control = own ? ownControl(own, one, onChange) : controlOf(one, values[one.name], onChange)
      this.#controls.set(one.name, control)
      return control.element
    }
    const reason = all.find((one) => one.name === "reason")
    const shown = all.filter((one) => one !== reason && (!folds || isMain(one)))
    const rest = all.filter((one) => one !== reason && !shown.includes(one))
    this.element = h("div", { class: "stack g5 decl" }, shown.map(make),
      rest.length > 0 && h("details", null,
        h("summary", { class: "small strong" }, t("cmd.seldom", { count: rest.length })),
        h("div", { class: "stack g5 seldom" }, rest.map(make))), reason && make(reason))
  }

  /** @returns {Values} */
  get values() {
    const typed = [...this.#controls].map(([name, control]) => [name, control.value])
    return { ...this.#fixed, ...Object.fromEntries(typed) }
  }

  /** Whether all that has to be given is; leads to the first that isn't. */
  check() {
    const names = missing(this.#command, this.values)
    for (const [name, control] of this.#controls) control.setError(names.includes(name) ? t("part.required") : "")
    const reason = this.#controls.get("reason")
    const lacksReason = reason && reason.element.dataset.needed === "true" && !reason.value
    if (lacksReason) reason.setError(t("part.required"))
    const first = names[0] ? this.#controls.get(names[0]) : lacksReason ? reason : undefined
    first?.element.closest("details")?.setAttribute("open", "")
    first?.focus()
    return names.length === 0 && !lacksReason
  }
}

/**
 * @param {Parameter} parameter
 * @param {string} value
 * @param {{ reasons: string[], asks: boolean, onChange: () => void }} options
 */
function reasonField({ required }, value, { reasons, asks, onChange }) {
  const field = new Field(t("lists.reason"), {
    name: "reason", rows: 2, value, isOptional: !required, hint: t(asks ? "lists.reason.asks" : "lists.reason.hint"),
    above: reasons.length > 0 && h("div", { class: "choices" }, reasons.map((text) =>
      h("button", { type: "button", class: "chip choice", onclick: () => {
        field.value = text
        field.error = ""
        field.input.focus()
        onChange()
      } }, text))),
  })
  return field
}

/** @param {Field} field @param {Parameter} parameter @param {() => void} onChange @returns {Control} */
function ownControl(field, parameter, onChange) {
  field.input.addEventListener("input", onChange)
  field.element.dataset.needed = String(parameter.required)
  return { element: field.element, get value() {
    return field.value
  }, setError: (error) => {
    field.error = error
  }, focus: () => field.input.focus() }
}

/** What stands in an empty field, by the word that stands for the value on command lines. @type {Record<string, string>} */
const EXAMPLES = { WHEN: "2027-12-31", MONEY: "5.00 EUR", PERIOD: "P30D", ZONE: "Europe/Rome", COINS: "100" }

/** A name as a label: "Idempotency key". @param {string} name */
const labelOf = (name) => words(name).replace(/^./u, (first) => first.toUpperCase())

/**
 * @param {Parameter} parameter
 * @param {Values[string]} value
 * @param {() => void} onChange
 * @returns {Control}
 */
function controlOf(parameter, value, onChange) {
  const control = parameter.kind === "flag" && !parameter.word
    ? flag(parameter, value === true, onChange)
    : text(parameter, value, onChange)
  control.element.dataset.needed = String(parameter.required)
  return control
}

/** @param {Parameter} parameter @param {boolean} isOn @param {() => void} onChange @returns {Control} */
function flag(parameter, isOn, onChange) {
  const element = pick([h("span", { class: "strong" }, labelOf(parameter.name), " ",
    h("span", { class: "mono soft" }, parameter.label)), h("br"), h("span", { class: "small soft" }, parameter.help)], {
    name: parameter.name, type: "checkbox", isChosen: isOn, onChange,
  })
  const input = /** @type {HTMLInputElement} */ (element.querySelector("input"))
  return { element, get value() {
    return input.checked
  }, setError: () => {}, focus: () => input.focus() }
}

/** @param {Parameter} parameter @param {Values[string]} given @param {() => void} onChange @returns {Control} */
function text(parameter, given, onChange) {
  const isFile = parameter.kind === "file" || parameter.kind === "lines"
  const isList = parameter.repeated && !isFile
  const choices = parameter.kind === "flag" ? ["true", parameter.word ?? ""] : isList ? undefined : parameter.choices
  const hints = [parameter.help, parameter.default && t("cmd.otherwise", { value: parameter.default }),
    isList && t("cmd.one-a-line"), isList && parameter.choices && parameter.choices.join(", "),
    parameter.kind === "lines" && t("cmd.lines")]
  const field = new Field(labelOf(parameter.name), {
    name: parameter.name, isOptional: !parameter.required, value: String([given ?? ""].flat().join("\n")),
    type: isFile ? "file" : parameter.kind === "secret" ? "password" : "text",
    rows: isList ? 2 : undefined,
    hint: hints.filter(Boolean).map((one) => String(one).replace(/\.?$/, ".")).join(" "),
    options: choices && ["", ...choices].map((one) => ({
      value: one, label: one === "true" ? t("lists.yes") : one || "–",
    })),
    attributes: choices ? {} : {
      autocomplete: parameter.kind === "secret" ? "new-password" : "off", spellcheck: "false",
      placeholder: isFile ? undefined : EXAMPLES[parameter.placeholder ?? ""],
    },
    onInput: onChange,
  })
  field.element.querySelector("label")?.append(" ", h("span", { class: "mono soft" }, parameter.label))
  return { element: field.element, get value() {
    if (isFile && field.input instanceof HTMLInputElement) return field.input.files?.[0]
    if (isList) return field.value.split("\n").map((one) => one.trim()).filter(Boolean)
    return parameter.kind === "flag" && field.value === "true" ? true : field.value
  }, setError: (error) => {
    field.error = error
  }, focus: () => field.input.focus() }
}
