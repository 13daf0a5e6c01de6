/** What a campaign needs next. */

import { DAY, emptyAt, isOpen } from "./forecast.js"

/**
 * @typedef {object} Campaign
 * @property {string} campaign its name
 * @property {string} id
 * @property {"draft" | "running" | "paused" | "ended"} state
 * @property {string} brand
 * @property {string} title
 * @property {string} start
 * @property {string} end
 * @property {string} [time_zone] of its days
 * @property {string} shakes types, with commas
 * @property {number} available coins
 */
/**
 * @typedef {object} Need
 * @property {string} key of its sentence
 * @property {"" | "warn" | "bad"} sign
 * @property {number} [at] a moment that the sentence names
 * @property {string} [zone] in which its day is told
 * @property {number} [count] coins that it names
 */

/** An end this near is named. */
const SOON = 7 * DAY
/** Coins of a campaign without an end are named as ending this long before. */
const AHEAD = 30 * DAY

/** @param {Campaign} one */
export const typesOf = (one) => one.shakes.split(/[,\s]+/).filter(Boolean)

/**
 * @param {Campaign} one
 * @param {number} now
 * @param {number} [pace] coins a day, if known
 * @returns {Need | undefined} nothing for a campaign that goes on by itself
 */
export function needOf(one, now, pace = 0) {
  const [start, end] = [Date.parse(one.start), Date.parse(one.end)]
  if (one.state === "ended") {
    return one.available > 0 ? { key: "cmp.need.return", sign: "warn", count: one.available } : undefined
  }
  if (end <= now) return { key: one.state === "draft" ? "cmp.need.move" : "cmp.need.end", sign: "warn" }
  if (one.state === "draft") {
    if (typesOf(one).length === 0) return { key: "cmp.need.types", sign: "warn" }
    if (one.available === 0) return { key: "cmp.need.coins", sign: "warn" }
    return { key: start <= now ? "cmp.need.start-now" : "cmp.need.start", sign: start <= now ? "warn" : "", at: start,
      zone: one.time_zone }
  }
  if (one.state === "paused") return { key: "cmp.need.resume", sign: "warn" }
  if (one.available === 0) return { key: "cmp.need.empty", sign: "bad" }
  if (start > now) return { key: "cmp.need.begins", sign: "", at: start, zone: one.time_zone }
  const empty = emptyAt(one.available, pace, now)
  if (empty !== undefined && empty < (isOpen(one.end) ? now + AHEAD : end)) {
    return { key: "cmp.need.runs-out", sign: "warn", at: empty }
  }
  return end - now <= SOON ? { key: "cmp.need.ends", sign: "", at: end - 1, zone: one.time_zone } : undefined
}

/** @typedef {{ one: Campaign, need: Need | undefined }} Row */

/** Those that need most above, then those that begin first. @param {Row[]} all */
export function ordered(all) {
  const rank = { bad: 0, warn: 1, "": 2 }
  const states = { running: 0, paused: 1, draft: 2, ended: 3 }
  return [...all].sort((a, b) =>
    (a.need ? rank[a.need.sign] : 3) - (b.need ? rank[b.need.sign] : 3) ||
    states[a.one.state] - states[b.one.state] || a.one.start.localeCompare(b.one.start))
}

/**
 * How many there are of each value; the empty one is all.
 * @param {string[][]} values of each campaign
 * @param {string[]} known values that are counted if there is none, too
 */
export function counted(values, known) {
  /** @type {Record<string, number>} */
  const counts = { ...Object.fromEntries(known.map((one) => [one, 0])), "": values.length }
  for (const one of values) for (const value of new Set(one)) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
