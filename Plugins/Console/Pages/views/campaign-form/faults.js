/** Faults that the server finds in a campaign, each with its place. */

import { at, isAbsent, pathOf, pointerOf } from "./file.js"
import { kindOfAward } from "./odds.js"

/**
 * @typedef {object} Fault
 * @property {string} pointer `/caps/wins`; empty for the whole
 * @property {string} text what is wrong, and what to write
 */

const AUDIENCE = new Set(["minimum-mode", "segment"])
const PACE = new Set(["cooldown", "per-minute", "users-per-device"])

/**
 * The place that an option stands for: `--cap-wins`, `--set tv.after`.
 * @param {string} option
 * @param {any} file
 */
export function placeOf(option, file) {
  if (option === "NAME") return "/name"
  const [, name, rest = ""] = /^--([\w-]+)(?: (.*))?$/s.exec(option) ?? []
  if (!name) return option.startsWith("/") ? option : ""
  if (name === "shake") return pointerOf(["shakes", ...rest ? [rest] : []])
  if (name === "set") {
    const [type, ...setting] = rest.split(".")
    return pointerOf(["shakes", type, setting.join(".")])
  }
  if (name === "condition") return "/audience/conditions"
  const inner = rest.replaceAll(/^\(|\)$/g, "")
  if (name === "award") {
    const kind = kindOfAward(file.award)
    return kind && inner ? `/award/${kind}/${inner}` : "/award"
  }
  if (name === "texts") return inner ? `/texts/${inner}` : "/texts"
  if (name.startsWith("cap-")) return `/caps/${name.slice(4)}`
  return AUDIENCE.has(name) ? `/audience/${name}` : PACE.has(name) ? `/pace/${name}` : `/${name}`
}

/**
 * The faults that a refusal names.
 * @param {{ code: string, fields: Record<string, any> }} problem
 * @param {any} file
 * @returns {Fault[]} none where it is another refusal
 */
export function faultsOf(problem, file) {
  if (problem.code === "campaigns.fixed-while-running") {
    const harms = String(problem.fields.text2 ?? "").split("; ").filter(Boolean)
    return harms.map((text) => ({ pointer: harmed(text), text }))
  }
  // If only the name is taken, that is the code.
  if (!["campaigns.faulty", "campaigns.name-taken"].includes(problem.code)) return []
  return Object.entries(problem.fields).filter(([name]) => /^text\d+$/.test(name)).flatMap(([, value]) => {
    const found = /^(?:line \d+(?:, (\/.*?))?|(--[\w-]+(?: \([^)]*\)| .*?)?|NAME|\/.*?)): (.*)$/s.exec(String(value))
    return found ? [{ pointer: found[1] ?? (found[2] ? placeOf(found[2], file) : ""), text: found[3] }] : []
  })
}

/**
 * The place of what could hurt users who have taken part: `wins would be lower`.
 * @param {string} text
 */
function harmed(text) {
  const [, limit] = /^([\w-]+) would be lower$/.exec(text) ?? []
  if (limit) return pointerOf([PACE.has(limit) ? "pace" : "caps", limit])
  const [, type] = /shake '(.*)' would/s.exec(text) ?? []
  if (type) return pointerOf(["shakes", type])
  return HARMS.find(([words]) => text.startsWith(words))?.[1] ?? ""
}

/** @type {[string, string][]} */
const HARMS = [
  ["the cooldown", "/pace/cooldown"], ["the minimum account level", "/audience/minimum-mode"],
  ["the segment", "/audience/segment"], ["users would have to meet", "/audience/conditions"],
  ["awards would", "/multiplier"], ["the award", "/award"], ["days would", "/time-zone"],
  ["committed draws", "/draw-window"], ["coins could", "/expires"],
]

/** Whether what a fault is about was simply not given yet. @param {Fault} fault @param {any} file */
export const isOpen = (fault, file) => fault.pointer !== "" && isAbsent(at(file, pathOf(fault.pointer)))

/**
 * The nearest place that is known: a fault of `/award/weighted/1/coins` may stand at `/award`.
 * @template T
 * @param {string} pointer
 * @param {Map<string, T>} places
 * @returns {T | undefined}
 */
export function nearest(pointer, places) {
  for (let end = pointer; end !== ""; end = end.slice(0, end.lastIndexOf("/"))) {
    const found = places.get(end)
    if (found) return found
  }
  return undefined
}

/**
 * The nearest place; else the first one within: a fault of a whole type of shake leads to its first setting.
 * @template T
 * @param {string} pointer
 * @param {Map<string, T>} places
 * @returns {T | undefined}
 */
export function placeFor(pointer, places) {
  const found = nearest(pointer, places)
  if (found || pointer === "") return found
  const whole = /^\/shakes\/[^/]+/.exec(pointer)?.[0] ?? pointer
  return [...places].find(([name]) => name.startsWith(`${whole}/`))?.[1]
}

/** The section of the form in which a place is. @param {string} pointer */
export function sectionOf(pointer) {
  const [first = ""] = pathOf(pointer)
  if (["name", "brand", "title", "picture", "note"].includes(first)) return "what"
  if (["start", "end", "time-zone"].includes(first)) return "when"
  if (first === "shakes") return "how"
  if (["award", "multiplier"].includes(first)) return "prizes"
  if (first === "texts") return "texts"
  if (first === "audience") return "who"
  return ["caps", "pace", "expires", "draw-window", "priority"].includes(first) ? "limits" : "other"
}
