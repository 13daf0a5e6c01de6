/** What a form has changed of a campaign that is there: as requests, and as lines of a shell. */

import { quoted } from "../../../ground/parts/says.js"
import { at, isAbsent, isObject, isSame, pathOf, textOf, written } from "./file.js"

/** Members that `campaign rules` takes by options of one value. */
const RULES = [
  ["brand"], ["title"], ["texts"], ["picture"], ["time-zone"], ["audience", "minimum-mode"], ["audience", "segment"],
  ...["attempts-per-user", "attempts-per-user-and-day", "wins-per-user", "coins-per-user", "coins-per-day", "wins"]
    .map((cap) => ["caps", cap]),
  ["pace", "cooldown"], ["pace", "per-minute"], ["pace", "users-per-device"], ["award"], ["multiplier"], ["expires"],
  ["draw-window"], ["priority"],
]

const NONE = "none"

/** @param {string[]} path */
const optionOf = (path) => (path[0] === "caps" ? `cap-${path[1]}` : path[path.length - 1])

/**
 * @typedef {object} Changes
 * @property {Record<string, any>} rules body of the request; empty if nothing differs
 * @property {Record<string, any>} schedule
 * @property {string[]} places of what differs
 * @property {string[]} unsayable places whose value no option can say
 */

/**
 * @param {any} before
 * @param {any} now
 * @returns {Changes}
 */
export function changesOf(before, now) {
  /** @type {Changes} */
  const changes = { rules: {}, schedule: {}, places: [], unsayable: [] }
  const differs = (/** @type {string[]} */ path) => !isSame(at(before, path) ?? null, at(now, path) ?? null)
  for (const path of RULES.filter(differs)) {
    const value = at(now, path)
    if (value === NONE) changes.unsayable.push(`/${path.join("/")}`)
    changes.rules[optionOf(path).replaceAll("-", "_")] = isAbsent(value)
      ? NONE
      : typeof value === "string" ? value : textOf(value)
    changes.places.push(`/${path.join("/")}`)
  }
  shakes(before.shakes ?? {}, now.shakes ?? {}, changes)
  const conditions = at(now, ["audience", "conditions"]) ?? []
  if (!isSame(at(before, ["audience", "conditions"]) ?? [], conditions)) {
    changes.rules.condition = Array.isArray(conditions) && conditions.length > 0 ? conditions.map(textOf) : [NONE]
    changes.places.push("/audience/conditions")
  }
  for (const key of ["start", "end"].filter((one) => differs([one]))) {
    changes.schedule[key] = textOf(now[key])
    changes.places.push(`/${key}`)
  }
  return changes
}

/** @param {any} before @param {any} now @param {Changes} changes */
function shakes(before, now, changes) {
  if (!isObject(now)) return
  const [old, types] = [Object.keys(before), Object.keys(now)]
  if (!isSame(old.toSorted(), types.toSorted())) {
    changes.rules.shake = types.length > 0 ? types : [NONE]
    changes.places.push("/shakes")
  }
  /** @type {string[]} */
  const set = []
  for (const type of types) {
    const [was, is] = [before[type] ?? {}, now[type] ?? {}]
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      const value = at(is, [name])
      if (isSame(at(was, [name]) ?? null, value ?? null)) continue
      if (value === NONE) changes.unsayable.push(`/shakes/${type}/${name}`)
      set.push(`${type}.${name}=${isAbsent(value) ? NONE : typeof value === "string" ? value : written(value, 0)}`)
      changes.places.push(`/shakes/${type}/${name}`)
    }
  }
  if (set.length > 0) changes.rules.set = set
}

/** @param {Record<string, any>} body */
export const isEmpty = (body) => Object.keys(body).length === 0

/** @param {string} command @param {string[]} names @param {Record<string, any>} body */
function line(command, names, body) {
  const options = Object.entries(body).flatMap(([key, value]) => {
    const option = `--${key.replaceAll("_", "-")}`
    if (key === "shake") return [`${option} ${quoted(value.join(","))}`]
    return [value].flat().map((one) => `${option} ${quoted(one)}`)
  })
  return [`qix campaign ${command}`, ...names.map(quoted), ...options].join(" ")
}

/**
 * The lines that do the same, or show the rules as they are.
 * @param {string} name
 * @param {Changes} changes
 * @param {("rules" | "schedule")[]} [order]
 */
export function linesOf(name, changes, order = ["rules", "schedule"]) {
  const lines = order.filter((verb) => !isEmpty(changes[verb])).map((verb) => line(verb, [name], changes[verb]))
  return lines.length > 0 ? lines : [`qix campaign rules ${quoted(name)}`]
}

const LIMITS = new Set(["audience", "caps", "pace", "expires"])
const FIXED = new Set(["name", "time-zone", "award", "draw-window"])

/**
 * Whether a place can't be changed any more. The server has the last word about how far what can be goes.
 * @param {string} pointer
 * @param {string} state of the campaign
 * @param {any} before
 * @param {number} now milliseconds since 1970
 * @param {{ start: string, end: string }} period absolute
 */
export function isFixed(pointer, state, before, now, period) {
  const path = pathOf(pointer)
  const [first] = path
  if (state === "ended" || first === "name" || first === "note") return true
  if (state === "draft") return false
  if (first === "start" || first === "end") return Date.parse(period[first]) <= now
  if (first === "multiplier") return !isAbsent(before.multiplier)
  // A limit that there was none of can only become narrower; a condition can only go.
  if (path[1] === "conditions") return true
  if (LIMITS.has(first) && (path.length > 1 || first === "expires")) return isAbsent(at(before, path))
  if (first === "shakes") return path.length > 1 && Object.hasOwn(before.shakes ?? {}, path[1])
  return FIXED.has(first)
}
