/** The form of a campaign: fields that each stand for a place of its file. */

import { fill, h, uniqueID } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { iconButton } from "../../../ground/parts/button.js"
import { Field } from "../../../ground/parts/field.js"
import { told } from "../commands/answer.js"
import { isOpen, placeFor } from "./faults.js"
import * as files from "./file.js"

/** @typedef {import("../../../ground/h.js").Child} Child */
/** @typedef {import("./file.js").Path} Path */
/** @typedef {import("./faults.js").Fault} Fault */
/**
 * @typedef {object} Options
 * @property {string} [hint]
 * @property {boolean} [isRequired]
 * @property {string} [type] of the input
 * @property {string} [placeholder]
 * @property {string[]} [suggestions]
 * @property {boolean} [isBare] the label is only read out, as in tables
 * @property {string} [language] of what the server says
 * @property {number} [rows]
 */
/**
 * What shows a fault, and takes the focus.
 * @typedef {{ element: HTMLElement, input: Field["input"], label: string, error: string }} Placed
 */
/** @typedef {{ field: Placed, isShown: () => boolean }} Place */
/** @typedef {{ draw: () => void, watchers: (() => void)[] }} Section */

export const UNITS = ["TS", "TM", "TH", "D", "M", "Y"]

export class Form {
  /** @type {Map<string, Place>} */
  places = new Map()
  /** What isn't even JSON. @type {Map<string, string>} */
  unreadable = new Map()
  /** @type {Set<string>} */
  #touched = new Set()
  /** @type {Map<string, Section>} */
  #sections = new Map()
  /** @type {Section | undefined} */
  #drawn
  #options

  /**
   * @param {Record<string, any>} file
   * @param {{ isFixed?: (pointer: string) => boolean, onChange: () => void }} options
   */
  constructor(file, options) {
    this.file = file
    this.#options = options
  }

  /** @param {Path} path */
  at(path) {
    return files.at(this.file, path)
  }

  /** @param {Path} path */
  isFixed(path) {
    return this.#options.isFixed?.(files.pointerOf(path)) ?? false
  }

  /** Takes a value into the file. @param {Path} path @param {any} value */
  put(path, value) {
    files.put(this.file, path, value)
    this.unreadable.delete(files.pointerOf(path))
    this.changed(path)
  }

  /** @param {Path} path */
  changed(path) {
    this.#touched.add(files.pointerOf(path))
    for (const { watchers } of this.#sections.values()) for (const watch of watchers) watch()
    this.#options.onChange()
  }

  /**
   * A section of the form.
   * @param {string} name
   * @param {string} title
   * @param {() => Child} draw
   */
  section(name, title, draw) {
    const body = h("div", { class: "stack g5" })
    /** @type {Section} */
    const section = { watchers: [], draw: () => {
      section.watchers = []
      this.#drawn = section
      fill(body, draw())
    } }
    this.#sections.set(name, section)
    section.draw()
    return h("section", { class: "card g5 cf-section", "aria-labelledby": `cf-${name}` },
      h("h2", { id: `cf-${name}`, tabindex: -1 }, title), body)
  }

  /** Draws a section once more, and leads to a place of it. @param {string} name @param {Path} [focus] */
  redraw(name, focus) {
    this.#sections.get(name)?.draw()
    if (focus) this.lead(files.pointerOf(focus))
  }

  /** Runs now, and after each change as long as the section isn't drawn again. @param {() => void} watch */
  watch(watch) {
    this.#drawn?.watchers.push(watch)
    watch()
  }

  /** Leads to a place, or the nearest one. @param {string} pointer @returns {boolean} */
  lead(pointer) {
    const place = placeFor(pointer, this.#shown)
    for (let one = place?.field.element.parentElement; one; one = one.parentElement) {
      if (one instanceof HTMLDetailsElement) one.open = true
    }
    place?.field.input.focus()
    return Boolean(place)
  }

  get #shown() {
    return new Map([...this.places].filter(([, place]) => place.isShown()))
  }

  /**
   * Shows each fault beside its field. What isn't given yet isn't wrong until one was there, or wants to be done.
   * @param {Fault[]} faults
   * @param {boolean} isAll
   */
  showFaults(faults, isAll) {
    const shown = this.#shown
    for (const [pointer, { field }] of shown) field.error = this.unreadable.get(pointer) ?? ""
    for (const fault of faults) {
      if (!isAll && isOpen(fault, this.file) && !this.#touched.has(fault.pointer)) continue
      const place = placeFor(fault.pointer, shown)
      if (place) place.field.error = told(fault.text)
    }
  }

  /**
   * A field of one value.
   * @param {Path} path
   * @param {string} label
   * @param {Options & { options?: { value: string, label: string }[], show?: (value: any) => string,
   *   make?: (text: string) => any }} [options]
   */
  field(path, label, options = {}) {
    const { show = files.textOf, make = files.asText, suggestions, isBare, isRequired, language, placeholder } = options
    const pointer = files.pointerOf(path)
    const list = suggestions && suggestions.length > 0
      ? h("datalist", { id: uniqueID("list") }, suggestions.map((value) => h("option", { value })))
      : undefined
    const field = new Field(label, {
      value: show(this.at(path)), hint: options.hint, type: options.type, rows: options.rows, options: options.options,
      attributes: {
        "aria-required": isRequired ? "true" : undefined, disabled: this.isFixed(path), list: list?.id, placeholder,
        autocomplete: "off", inputmode: make === files.asNumber ? "decimal" : undefined, "data-place": pointer,
      },
      onInput: (text) => this.put(path, make(text)),
    })
    if (list) field.element.append(list)
    if (isBare) field.element.querySelector("label")?.classList.add("sr")
    if (language) for (const one of field.element.querySelectorAll("label, .hint")) one.setAttribute("lang", language)
    return this.placed(pointer, field)
  }

  /** Shows the faults of a place there. @param {string} pointer @param {Placed} field */
  placed(pointer, field) {
    this.places.set(pointer, { field, isShown: () => field.element.isConnected })
    return field.element
  }

  /** @param {Path} path @param {string} label @param {Options} [options] */
  number(path, label, options) {
    return this.field(path, label, { ...options, make: files.asNumber })
  }

  /**
   * One of several values; another one that the file has stays.
   * @param {Path} path
   * @param {string} label
   * @param {{ value: string, label: string }[]} choices
   * @param {Options & { make?: (text: string) => any }} [options]
   */
  choice(path, label, choices, options) {
    const value = files.textOf(this.at(path))
    const isKnown = choices.some((one) => one.value === value)
    return this.field(path, label,
      { ...options, options: isKnown ? choices : [...choices, { value, label: value || "–" }] })
  }

  /** A list of texts, one a line. @param {Path} path @param {string} label @param {Options} [options] */
  lines(path, label, options = {}) {
    const value = this.at(path)
    if (!files.isLines(value)) return this.json(path, label, options)
    const rows = options.rows ?? Math.min(8, Math.max(2, (value?.length ?? 0) + 1))
    return this.field(path, label, { ...options, rows, show: files.linesOf, make: files.asLines,
      hint: [options.hint, t("cf.one-a-line")].filter(Boolean).join(" ") })
  }

  /** What no other field can show. @param {Path} path @param {string} label @param {Options} [options] */
  json(path, label, options = {}) {
    const pointer = files.pointerOf(path)
    const value = this.at(path)
    const field = new Field(label, {
      value: files.isAbsent(value) ? "" : files.written(value),
      rows: Math.min(10, files.written(value).split("\n").length + 1),
      hint: [options.hint, t("cf.as-json")].filter(Boolean).join(" "),
      attributes: { class: "input mono", spellcheck: "false", disabled: this.isFixed(path),
        "aria-required": options.isRequired ? "true" : undefined },
      onInput: (text) => {
        try {
          this.put(path, text === "" ? undefined : files.read(text))
        } catch {
          this.unreadable.set(pointer, t("cf.not-json"))
          field.error = t("cf.not-json")
          this.changed(path)
        }
      },
    })
    return this.placed(pointer, field)
  }

  /**
   * A length of time: a number and its unit.
   * @param {Path} path
   * @param {string} label
   * @param {Options & { units?: string[], unit?: string }} [options]
   */
  length(path, label, options = {}) {
    const length = files.lengthOf(this.at(path))
    if (!length) return this.field(path, label, options)
    const units = options.units ?? UNITS
    const known = length.unit && !units.includes(length.unit) ? [...units, length.unit] : units
    const unit = h("select", { class: "input", "aria-label": t("cf.unit-of", { label }), disabled: this.isFixed(path) },
      known.map((value) => h("option", { value, selected: value === (length.unit || options.unit || units[0]) },
        t(`cf.unit.${value}`))))
    const make = (/** @type {string} */ count) => {
      const made = files.asLength({ count, unit: unit.value })
      // Another text would look like a period, or not: the server says so.
      return made === undefined || /^[1-9]\d*$/.test(count) ? made : count
    }
    const element = this.field(path, label, { ...options, show: () => length.count, make })
    const place = this.places.get(files.pointerOf(path))
    unit.addEventListener("change", () => place && this.put(path, make(place.field.input.value.trim())))
    return beside(element, unit, "cf-length")
  }

  /**
   * A day, with a time if it isn't the whole day; what a calendar doesn't show is a text.
   * @param {Path} path
   * @param {string} label
   * @param {Options} [options]
   */
  moment(path, label, options = {}) {
    const wall = files.wallOf(this.at(path))
    if (!wall) return this.field(path, label, { ...options, hint: t("cf.moment.text") })
    const time = h("input", {
      class: "input", type: "time", value: wall.time, "aria-label": t("cf.time-of", { label }),
      disabled: this.isFixed(path),
    })
    const make = (/** @type {string} */ day) => files.asWall({ day, time: time.value })
    const element = this.field(path, label, { ...options, type: "date", show: () => wall.day, make })
    const place = this.places.get(files.pointerOf(path))
    time.addEventListener("input", () => place && this.put(path, make(place.field.input.value)))
    return beside(element, time, "cf-moment")
  }

  /**
   * Members that the form has no fields for.
   * @param {Path} path
   * @param {string[]} known
   * @param {string} section
   */
  others(path, known, section) {
    const value = path.length === 0 ? this.file : this.at(path)
    if (!files.isObject(value)) return false
    return Object.keys(value).filter((name) => !known.includes(name)).map((name) =>
      h("div", { class: "cf-with-remove" }, this.json([...path, name], name),
        !this.isFixed([...path, name]) && iconButton("close", t("cf.remove", { what: name }), () => {
          this.put([...path, name], undefined)
          this.redraw(section)
        })))
  }
}

/**
 * Puts a second input beside that of a field.
 * @param {HTMLElement} element
 * @param {HTMLElement} other
 * @param {string} name
 */
function beside(element, other, name) {
  const row = h("div", { class: `cf-beside ${name}` })
  const input = element.querySelector("input")
  input?.replaceWith(row)
  if (input) row.append(input, other)
  return element
}
