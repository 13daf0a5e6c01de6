/** What a setting of a type of shake takes, as `GET /v1/shakes/types` says it. */

/**
 * @typedef {object} Setting
 * @property {string} type
 * @property {string} name
 * @property {string} takes
 * @property {string | null} default
 * @property {boolean} required
 * @property {string} help
 */
/**
 * @typedef {{ is: "integer" | "number", least: string, most: string } | { is: "choice", options: string[] }
 *   | { is: "switch" } | { is: "period" } | { is: "text" } | { is: "lines" } | { is: "objects" } | { is: "json" }} Kind
 */

/** @param {string} takes @returns {Kind} */
export function kindOf(takes) {
  const number = /^(whole number|number), (\S+) to (\S+)$/.exec(takes)
  if (number) return { is: number[1] === "number" ? "number" : "integer", least: number[2], most: number[3] }
  if (takes === "true | false") return { is: "switch" }
  if (takes.startsWith("period")) return { is: "period" }
  if (takes.startsWith("text")) return { is: "text" }
  if (/^up to \d+ times: text/.test(takes)) return { is: "lines" }
  if (/^up to \d+ times: object/.test(takes)) return { is: "objects" }
  if (/^\S+(?: \| \S+)+$/.test(takes)) return { is: "choice", options: takes.split(" | ") }
  return { is: "json" }
}

/** The members of an object that a help names: `each {"name", "words"}`. @param {string} help @returns {string[]} */
export function membersOf(help) {
  const braces = /\{((?:"[\w-]+"(?:, )?)+)\}/.exec(help)
  return braces ? [...braces[1].matchAll(/"([\w-]+)"/g)].map((one) => one[1]) : []
}

/** `words-per-minute` as words. @param {string} name */
export const named = (name) => (name[0] ?? "").toUpperCase() + name.slice(1).replaceAll("-", " ")

/**
 * Settings in the order in which one thinks of them: those that are needed, that are set, or that a type names among
 * its first five, then the others.
 * @param {Setting[]} settings
 * @param {Record<string, any>} given
 * @returns {{ first: Setting[], seldom: Setting[], unknown: string[] }}
 */
export function arranged(settings, given) {
  const isFirst = (/** @type {Setting} */ one) => one.required || Object.hasOwn(given, one.name)
  const frequent = settings.filter((one, place) => place < 5 || isFirst(one))
  return {
    first: frequent.toSorted((one, other) => Number(other.required) - Number(one.required)),
    seldom: settings.filter((one) => !frequent.includes(one)),
    unknown: Object.keys(given).filter((name) => !settings.some((one) => one.name === name)),
  }
}
