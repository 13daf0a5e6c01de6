/** The file of a campaign: the form changes it in place, so that what the form doesn't know stays in it. */

/** @typedef {(string | number)[]} Path */

// Numbers that a program of JavaScript would round stay as they are written, where the browser can do so.
const raw = /** @type {any} */ (JSON).rawJSON
/** @param {any} value */
const isRaw = (value) => Boolean(raw && /** @type {any} */ (JSON).isRawJSON(value))

/** @param {any} value @returns {value is Record<string, any>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value) && !isRaw(value)

/** Whether there is nothing: qix reads null as nothing. @param {any} value */
export const isAbsent = (value) => value === undefined || value === null

/** A number, or its text where it would be rounded. @param {string} text */
function numberOf(text) {
  const value = Number(text)
  return raw && /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? raw(text) : value
}

/** @param {string} text */
export function read(text) {
  const revive = (/** @type {string} */ _, /** @type {any} */ value, /** @type {any} */ context) =>
    typeof value === "number" && context?.source ? numberOf(context.source) : value
  return JSON.parse(text, /** @type {any} */ (revive))
}

/** @param {any} value @param {number} [indent] */
export const written = (value, indent = 2) => JSON.stringify(value, null, indent) ?? ""

/** @template T @param {T} value @returns {T} */
export const copied = (value) => (value === undefined ? value : read(written(value, 0)))

/** Members in one order, for comparing. @param {any} value @returns {any} */
const ordered = (value) => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  return { members: members.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, one]) => [key, ordered(one)]) }
}

/** Whether two values say the same. @param {any} one @param {any} other */
export const isSame = (one, other) => written(ordered(one), 0) === written(ordered(other), 0)

/** @param {any} value @param {Path} path @returns {any} */
export function at(value, path) {
  let found = value
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined
    found = found[step]
  }
  return found
}

/** Objects that go when they are empty, with what is empty in them. */
const FOLDERS = new Set(["audience", "caps", "pace", "texts"])

/**
 * Gives a part of the file another value; undefined takes it away.
 * @param {any} file
 * @param {Path} path
 * @param {any} value
 */
export function put(file, path, value) {
  const [last, inner] = [path[path.length - 1], path.slice(0, -1)]
  let place = file
  for (const [depth, step] of inner.entries()) {
    const next = Object.hasOwn(place, step) ? place[step] : undefined
    if (typeof next !== "object" || next === null || isRaw(next)) {
      if (value === undefined) return
      define(place, step, typeof path[depth + 1] === "number" ? [] : {})
    }
    place = place[step]
  }
  if (value !== undefined) return define(place, last, value)
  if (Array.isArray(place)) place.splice(Number(last), 1)
  else delete place[last]
  if (!FOLDERS.has(String(path[0]))) return
  for (let depth = inner.length; depth > 0 && Object.keys(at(file, path.slice(0, depth))).length === 0; depth -= 1) {
    delete at(file, path.slice(0, depth - 1))[path[depth - 1]]
  }
}

/** Sets a member of any name, `__proto__` too. @param {any} place @param {string | number} step @param {any} value */
const define = (place, step, value) => {
  Object.defineProperty(place, step, { value, configurable: true, enumerable: true, writable: true })
}

/** `/caps/wins` (RFC 6901). @param {Path} path */
export const pointerOf = (path) =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** @param {string} pointer @returns {string[]} */
export const pathOf = (pointer) =>
  pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))

// What fields show, and what they make of it.

/** @param {any} value */
export function textOf(value) {
  if (isAbsent(value)) return ""
  if (typeof value === "string") return value
  return isRaw(value) ? value.rawJSON : written(value, 0)
}

/** @param {string} text @returns {string | undefined} */
export const asText = (text) => text || undefined

/** A number; what is none stays a text, which the server refuses in its place. @param {string} text @returns {any} */
export const asNumber = (text) =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? numberOf(text) : asText(text)

/** @param {string} text */
export const asBoolean = (text) => (text === "true" ? true : text === "false" ? false : asText(text))

/** Whether a value is a list that a field shows, an item a line. @param {any} value */
export const isLines = (value) => isAbsent(value) || (Array.isArray(value) &&
  value.every((one) => typeof one === "string" && one !== "" && one.trim() === one && !/[\r\n]/.test(one)))

/** @param {any} value */
export const linesOf = (value) => (value ?? []).join("\n")

/** @param {string} text @returns {string[] | undefined} */
export function asLines(text) {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean)
  return lines.length > 0 ? lines : undefined
}

/** @typedef {{ count: string, unit: string }} Length of time, such as 12 months */

/** A period of one number, by its unit: seconds, minutes, hours, days, months, years. @param {any} value */
export function lengthOf(value) {
  if (isAbsent(value)) return { count: "", unit: "" }
  const found = typeof value === "string" && /^P(?:T([1-9]\d{0,8})([HMS])|([1-9]\d{0,8})([DMY]))$/.exec(value)
  if (!found) return undefined
  return found[1] ? { count: found[1], unit: `T${found[2]}` } : { count: found[3], unit: found[4] }
}

/** @param {Length} length @returns {string | undefined} */
export function asLength({ count, unit }) {
  if (count === "") return undefined
  return unit.startsWith("T") ? `PT${count}${unit.slice(1)}` : `P${count}${unit}`
}

/** @typedef {{ day: string, time: string }} Wall a day, or a time on the wall of the campaign's zone */

/** @param {any} value @returns {Wall | undefined} undefined for what a calendar doesn't show */
export function wallOf(value) {
  if (isAbsent(value)) return { day: "", time: "" }
  const found = typeof value === "string" && /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(value)
  return found && !Number.isNaN(Date.parse(found[1])) ? { day: found[1], time: found[2] ?? "" } : undefined
}

/** @param {Wall} wall @returns {string | undefined} */
export const asWall = ({ day, time }) => (day === "" ? undefined : time ? `${day}T${time}` : day)
