/** Any answer of the server as fields and tables, each to take along as CSV. */

import { csv, save } from "../../../ground/csv.js"
import { h } from "../../../ground/h.js"
import { number, t, when } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { facts } from "../../../ground/parts/list.js"
import { id } from "../../../ground/parts/says.js"
import { sentence } from "../../../ground/parts/state.js"
import { Table } from "../../../ground/parts/table.js"
import { words } from "./declared.js"

/** @typedef {import("../../../ground/h.js").Child} Child */

/** What says how the answer was made, not what it says. */
const SILENT = new Set(["schema", "dry_run", "replayed", "more", "next"])
const ID = /^[a-z]{3}_[0-9a-z]{26}$/
const ID_WITHIN = /\b([a-z]{3}_[0-9a-z]{26})\b/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Views of what an id names; others are looked for. @type {Record<string, string>} */
const VIEWS = {
  usr: "/console/users/", rct: "/console/receipts/", trf: "/console/find?q=", shk: "/console/find?q=",
  rdm: "/console/find?q=", rfd: "/console/find?q=",
  rwd: "/console/rewards/", vse: "/console/vouchers/", vch: "/console/vouchers/", bdg: "/console/budgets/",
  cmp: "/console/campaigns/",
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value)
/** @param {any} value */
const isTable = (value) => Array.isArray(value) && value.length > 0 && value.every(isObject)

/**
 * An id, which leads to its view where it has one.
 * @param {string} text
 * @param {string} [name] shown instead of the id
 */
export function named(text, name = text) {
  const view = VIEWS[text.slice(0, 3)]
  const shown = name === text ? id(text) : name
  return view ? h("a", { href: view + encodeURIComponent(text) }, shown) : shown
}

/**
 * A sentence of the server with a stop at its end, and a capital at its front unless it begins with an id or a file.
 * @param {string} text
 */
export const told = (text) => (/^\S*[_./-]/.test(text) ? text + (/[.!?…]$/.test(text) ? "" : ".") : sentence(text))

/** A sentence of the server with its ids as such. @param {string} text @returns {Child[]} */
export const withIDs = (text) => text.split(ID_WITHIN).map((piece) => (ID.test(piece) ? named(piece) : piece))

/**
 * A moment by a clock, which is named if it may not be the reader's own.
 * @param {string} value
 * @param {string} zone
 */
export function timeText(value, zone) {
  const text = when(value, "moment", zone)
  return zone === new Intl.DateTimeFormat().resolvedOptions().timeZone ? text : `${text} (${zone})`
}

/** A value for the eye. @param {any} value @param {string} [zone] of times, which is named then @returns {Child} */
export function shown(value, zone) {
  if (value === null || value === undefined || value === "") return "–"
  if (typeof value === "boolean") return t(value ? "lists.yes" : "lists.no")
  if (typeof value === "number") return number(value)
  if (Array.isArray(value)) {
    return value.length === 0 ? "–" : value.flatMap((one, place) => [place > 0 && ", ", shown(one, zone)])
  }
  if (isObject(value)) return facts(Object.entries(value).map(([key, one]) => [words(key), shown(one, zone)]))
  if (ID.test(value)) return named(value)
  return TIME.test(value) ? h("time", { datetime: value }, zone ? timeText(value, zone) : when(value)) : String(value)
}

/** A value for a file. @param {any} value @returns {string | number | null} */
export function plain(value) {
  if (value === null || value === undefined) return null
  return typeof value === "number" ? value : typeof value === "object" ? JSON.stringify(value) : String(value)
}

/**
 * The rows of a list, whatever they are of.
 * @param {string} title
 * @param {Record<string, any>[]} rows
 */
export function tableOf(title, rows) {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return new Table(title, keys.map((key) => ({
    title: words(key), value: (/** @type {any} */ row) => plain(row[key]),
    show: (/** @type {any} */ row) => shown(row[key]),
    isNumber: rows.every((row) => row[key] === null || row[key] === undefined || typeof row[key] === "number") &&
      rows.some((row) => typeof row[key] === "number"),
  })), { rows }).element
}

/**
 * @param {any} answer
 * @param {string} [title] the name of its file
 * @returns {Child}
 */
export function answerOf(answer, title = "qix") {
  if (answer instanceof Blob) return picture(answer, title)
  if (!isObject(answer)) return answer === undefined ? t("cmd.no-answer") : shown(answer)
  if (typeof answer.text === "string" && Object.keys(answer).length === 1) {
    return h("pre", { class: "mono plain" }, answer.text)
  }
  const members = Object.entries(answer).filter(([key]) => !SILENT.has(key))
  const [tables, fields] = [members.filter(([, value]) => isTable(value)),
    members.filter(([, value]) => !isTable(value))]
  // An empty list is said once: as nothing there.
  const isOnlyOne = members.length === 1
  const scalars = fields.filter(([, value]) => !Array.isArray(value) || value.length > 0 || !isOnlyOne)
  return [
    scalars.length > 0 && h("div", { class: "stack g3" },
      facts(scalars.map(([key, value]) => [words(key), shown(value)])),
      tables.length === 0 && h("div", { class: "row no-print" }, button(t("part.csv"), () =>
        save(`${title}.csv`, csv([scalars.map(([key]) => words(key)), scalars.map(([, value]) => plain(value))])),
      { icon: "load", isDense: true, kind: "bare" }))),
    scalars.length === 0 && tables.length === 0 && h("p", { class: "soft" }, t("cmd.nothing")),
    tables.map(([key, value]) => h("section", { class: "stack g2" }, h("h3", null, words(key)),
      tableOf(words(key), value))),
  ]
}

/** A picture, which is kept on this page alone. @param {Blob} file @param {string} title */
function picture(file, title) {
  const address = URL.createObjectURL(file)
  return h("img", { class: "answered", src: address, alt: title, onload: () => URL.revokeObjectURL(address) })
}

/**
 * Two pages of an answer as one.
 * @param {Record<string, any>} first
 * @param {Record<string, any>} next
 */
export const joined = (first, next) => Object.fromEntries(Object.entries(next).map(([key, value]) =>
  [key, Array.isArray(value) && Array.isArray(first[key]) ? [...first[key], ...value] : value]))
