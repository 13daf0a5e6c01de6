/** Sentences, numbers and times in the language of the page. */

/**
 * A sentence is a text, or one for each plural category of CLDR, by the value `count` or the one that `by` names.
 * `{name}` stands for a value, `*…*` for what is bold.
 * @typedef {{ other: string, by?: string } & Partial<Record<"zero" | "one" | "two" | "few" | "many", string>>} Plural
 * @typedef {string | Plural} Sentence
 * @typedef {Record<string, Sentence>} Dictionary
 */

export const languages = /** @type {const} */ (["en", "it", "es", "ca", "ro"])
/** @typedef {typeof languages[number]} Language */

/** What the languages are called by those who speak them. */
export const names = { en: "English", it: "Italiano", es: "Español", ca: "Català", ro: "Română" }

/** @type {Dictionary} */
let dictionary = {}
let plurals = new Intl.PluralRules("en")
let spoken = "en"
/** Of formats: English writes 21 November 2026. */
let locale = "en-GB"
/** Of the installation: that of the reports, so of all that staff read. @type {string | undefined} */
let timeZone

/** @type {Map<string, any>} */
const formats = new Map()

/**
 * The first language that both sides know: the saved choice, then those of the browser.
 * @param {string | null | undefined} saved
 * @param {readonly string[]} wanted
 * @returns {Language}
 */
export function chosen(saved, wanted) {
  const all = [saved, ...wanted].map((tag) => (tag ?? "").toLowerCase().split("-")[0])
  return /** @type {Language} */ (all.find((tag) => languages.some((language) => language === tag)) ?? "en")
}

/**
 * Sets what the page speaks.
 * @param {string} language
 * @param {...Dictionary} dictionaries English first; the last has precedence
 */
export function speak(language, ...dictionaries) {
  dictionary = Object.assign({}, ...dictionaries)
  spoken = language
  locale = language === "en" ? "en-GB" : language
  plurals = new Intl.PluralRules(language)
  formats.clear()
  if (globalThis.document) {
    document.documentElement.lang = language
    document.documentElement.dir = /^(?:ar|fa|he|ur)\b/.test(language) ? "rtl" : "ltr"
  }
}

export const language = () => spoken

/** @param {string | undefined} zone a name of IANA; undefined follows the browser */
export function useTimeZone(zone) {
  timeZone = zone
  formats.clear()
}

/**
 * The text of a sentence in its plural form.
 * @param {string} key
 * @param {Record<string, any>} values
 */
function sentence(key, values) {
  const found = dictionary[key]
  if (found === undefined) return key
  if (typeof found === "string") return found
  const count = Number(values[found.by ?? "count"] ?? 0)
  return found[plurals.select(count)] ?? found.other
}

/** @param {any} value */
const shown = (value) => (typeof value === "number" || typeof value === "bigint" ? number(value) : value)

/**
 * A sentence as a text.
 * @param {string} key
 * @param {Record<string, string | number | bigint>} [values]
 */
export const t = (key, values = {}) =>
  sentence(key, values).replaceAll(/\*([^*]+)\*/g, "$1")
    .replaceAll(/\{(\w+)\}/g, (whole, name) => (name in values ? String(shown(values[name])) : whole))

/**
 * A sentence as children of an element; values may be nodes, and what is bold is made by `bold`.
 * @param {string} key
 * @param {Record<string, any>} [values]
 * @param {(children: any[]) => any} [bold]
 * @returns {any[]}
 */
export function rich(key, values = {}, bold = strong) {
  return sentence(key, values).split(/\*([^*]+)\*/).flatMap((text, place) => {
    const pieces = text.split(/\{(\w+)\}/)
      .map((piece, at) => (at % 2 === 0 ? piece : shown(values[piece] ?? `{${piece}}`)))
      .filter((piece) => piece !== "")
    return place % 2 === 0 ? pieces : [bold(pieces)]
  })
}

/** @param {any[]} children */
function strong(children) {
  const element = document.createElement("b")
  element.append(...children)
  return element
}

/**
 * @template T
 * @param {string} name
 * @param {() => T} make
 * @returns {T}
 */
function format(name, make) {
  if (!formats.has(name)) formats.set(name, make())
  return formats.get(name)
}

/**
 * Always with separators from a thousand on, which Spanish and Catalan leave out below ten thousand.
 * @param {number | bigint} value
 */
export const number = (value) =>
  format("number", () => new Intl.NumberFormat(locale, { useGrouping: "always" })).format(value)

/** Short for axes: 150k. @param {number} value */
export const short = (value) =>
  format("short", () => new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 })).format(value)

/** With a sign, as changes of a wallet. @param {number | bigint} value */
export const signed = (value) =>
  format("signed", () =>
    new Intl.NumberFormat(locale, { signDisplay: "exceptZero", useGrouping: "always" })).format(value)

/** @param {number} part of one */
export const percent = (part, digits = 0) =>
  format(`percent ${digits}`, () =>
    new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: digits })).format(part)

/**
 * @param {number} minor in the smallest unit of the currency
 * @param {string} currency of ISO 4217
 */
export function money(minor, currency) {
  const made = format(`money ${currency}`, () => new Intl.NumberFormat(locale, { style: "currency", currency }))
  return made.format(minor / 10 ** (made.resolvedOptions().maximumFractionDigits ?? 2))
}

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const TIMES = {
  date: { day: "numeric", month: "long", year: "numeric" },
  "short date": { day: "numeric", month: "short", year: "numeric" },
  day: { day: "numeric", month: "long" },
  weekday: { weekday: "long", day: "numeric", month: "long" },
  month: { month: "long", year: "numeric" },
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  moment: { day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
}

/**
 * A moment in the installation's time zone. A date without a time is the same date everywhere.
 * @param {string | number | Date} value
 * @param {keyof typeof TIMES} [style]
 * @param {string} [at] another time zone
 */
export function when(value, style = "moment", at = timeZone) {
  const isDate = typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)
  const zone = isDate ? "UTC" : at
  return format(`${style} ${zone}`, () => new Intl.DateTimeFormat(locale, { ...TIMES[style], timeZone: zone }))
    .format(new Date(value))
}

/** A key for the day of a moment, in the installation's time zone: 2026-11-21. @param {string | number | Date} value */
export const dayOf = (value) =>
  format(`key ${timeZone}`, () => new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }))
    .format(new Date(value))

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]]

/**
 * How long ago, or in how long: "4 minutes ago"; from a week on the date.
 * @param {string | number | Date} value
 * @param {number} [now]
 */
export function ago(value, now = Date.now()) {
  const seconds = Math.round((new Date(value).getTime() - now) / 1000)
  if (Math.abs(seconds) >= 7 * 86_400) return when(value, "date")
  const [unit, size] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? ["second", 1]
  return format("ago", () => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }))
    .format(Math.trunc(seconds / size), unit)
}

/**
 * A list in words: "a, b and c", or with "or" before the last.
 * @param {string[]} items
 * @param {"conjunction" | "disjunction"} [type]
 */
export const list = (items, type = "conjunction") =>
  format(`list ${type}`, () => new Intl.ListFormat(locale, { type })).format(items)

/** Names in the order of the language. @param {string} one @param {string} other */
export const compare = (one, other) =>
  format("collator", () => new Intl.Collator(locale, { numeric: true, sensitivity: "base" })).compare(one, other)
