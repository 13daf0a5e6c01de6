/** Forecasts of stock: what runs out, and when. */

const DAY = 86_400_000
/** Days whose pace a forecast goes on with. */
export const DAYS = 30
/** Fewer items than this are low stock, and so is what runs out within this many days. */
export const FEW = 10
export const SOON = 14
/** A forecast beyond this many days says no date, and one beyond these is no finding before others. */
const FAR = 730
const NEAR = 60

/**
 * @typedef {object} Reward
 * @property {string} reward
 * @property {string} id
 * @property {string} state
 * @property {string} brand
 * @property {string} title
 * @property {number | null} price
 * @property {number | null} left
 * @property {string} delivery
 * @property {string | null} start
 * @property {string | null} end
 */
/** @typedef {Reward & { taken?: number, last?: string | null, ends: number | null }} Row */

/**
 * When nothing is left, at the pace of the last 30 days; null without an end that is near enough to tell.
 * @param {number | null | undefined} left
 * @param {number | undefined} taken in that time
 * @param {number} now
 */
export function lastsUntil(left, taken, now) {
  if (left === null || left === undefined) return null
  if (left <= 0) return now
  if (!taken || taken < 0) return null
  const days = left / taken * DAYS
  return days > FAR ? null : now + days * DAY
}

/**
 * How many a reward has left: of its shelf and its series of vouchers, what is less; null without an end.
 * @param {{ stock: { available: number | null }, series?: { left: number | null } }} reward
 */
export function leftOf({ stock, series }) {
  const ends = [stock.available, series?.left].filter((one) => typeof one === "number")
  return ends.length > 0 ? Math.min(...ends) : null
}

/** The day from which the pace is taken: 2026-10-29. @param {number} now */
export const since = (now) => new Date(now - DAYS * DAY).toISOString().slice(0, 10)

/** Whether an operator should look after the stock. @param {Row} row @param {number} now */
export const isLow = (row, now) => row.state === "published" && row.left !== null &&
  (row.left < FEW || (row.ends !== null && row.ends < now + SOON * DAY))

/**
 * Rewards with what the report says of them, what runs out first above.
 * @param {Reward[]} rewards
 * @param {{ reward: string, pieces: number, last: string | null }[] | undefined} report
 * @param {number} now
 * @returns {Row[]}
 */
export function rowsOf(rewards, report, now) {
  const found = new Map(report?.map((one) => [one.reward, one]))
  return rewards.map((one) => {
    const { pieces: taken, last } = found.get(one.reward) ?? {}
    return { ...one, taken, last, ends: lastsUntil(one.left, taken, now) }
  }).sort((one, other) => Number(isLow(other, now)) - Number(isLow(one, now)) ||
    (one.ends ?? Infinity) - (other.ends ?? Infinity) || 0)
}

/**
 * What the list of rewards comes to: the key of a sentence, and the reward that it is about.
 * @param {Row[]} rows
 * @param {number} now
 * @returns {{ key: string, row?: Row, count: number }}
 */
export function finding(rows, now) {
  const offered = rows.filter((one) => one.state === "published" && one.left !== null)
  const out = offered.filter((one) => one.left !== null && one.left <= 0)
  if (out.length > 0) return { key: out.length === 1 ? "rwd.h.out" : "rwd.h.outs", row: out[0], count: out.length }
  const ending = offered.filter((one) => one.ends !== null)
    .sort((one, other) => Number(one.ends) - Number(other.ends))
  const ends = { key: "rwd.h.ends", row: ending[0], count: ending.length }
  if (ending.length > 0 && Number(ending[0].ends) < now + NEAR * DAY) return ends
  const few = offered.filter((one) => one.left !== null && one.left < FEW)
  if (few.length > 0) {
    const [least] = [...few].sort((one, other) => Number(one.left) - Number(other.left))
    return { key: "rwd.h.few", row: least, count: Number(least.left) }
  }
  if (ending.length > 0) return ends
  const count = rows.filter((one) => one.state === "published").length
  return { key: rows.length === 0 ? "rwd.h.none" : "rwd.h.well", count }
}

/**
 * Whether a row is what a choice of the list means.
 * @param {Row} row
 * @param {string} choice
 * @param {number} now
 */
export function fits(row, choice, now) {
  if (choice === "all") return true
  return choice === "low" ? isLow(row, now) : row.state === (choice || "published")
}

/** How many rows each choice has. @param {Row[]} rows @param {number} now */
export const counts = (rows, now) => Object.fromEntries(["", "low", "draft", "retired", "all"].map((choice) =>
  [choice, rows.filter((row) => fits(row, choice, now)).length]))

/** The kind of a delivery, and what it names: `voucher:coffee`. @param {string} delivery */
export function delivered(delivery) {
  const [kind, ...rest] = delivery.split(":")
  return { kind, name: rest.join(":") }
}

/** What the server says a reward does now, as the end of a key. @type {Record<string, string>} */
export const PHASES = {
  "not published yet": "draft", retired: "retired", "waits for its start": "waits", "period is over": "over",
  "has no price": "no-price", "out of stock": "out", "can be redeemed": "open",
}

/**
 * @typedef {{ series: string, name: string, title: string, state: string, source: string, value: string | null,
 *   minimum_purchase: string | null, uses: number | null, until: string | null, made: number,
 *   left: number | null }} Series
 */

/** Whether a series has few vouchers left: under 10, or under a tenth. @param {Series} one */
export const isSeriesLow = ({ state, left, made }) =>
  state === "open" && left !== null && (left < FEW || left * 10 < made)

/**
 * Why a till refuses a voucher: the key of a sentence, with a moment and a till; undefined for what only the server
 * says.
 * @param {{ state: string, from: string | null, until: string | null,
 *   uses: { used: string, till: string | null, restored: string | null }[] }} voucher
 * @param {number} now
 * @returns {{ key: string, at?: string, till?: string } | undefined}
 */
export function refusal({ state, from, until, uses }, now) {
  if (state === "void" || state === "free") return { key: state }
  const last = uses.filter((one) => !one.restored).sort((one, other) => one.used.localeCompare(other.used)).at(-1)
  if (state === "used" && last) return { key: last.till ? "used-at" : "used", at: last.used, till: last.till ?? "" }
  if (until && Date.parse(until) <= now) return { key: "over", at: until }
  return from && Date.parse(from) > now ? { key: "not-yet", at: from } : undefined
}

/**
 * Series of vouchers, low ones first.
 * @param {Series[]} series
 */
export const bySupply = (series) => [...series].sort((one, other) =>
  Number(isSeriesLow(other)) - Number(isSeriesLow(one)) ||
  (isSeriesLow(one) ? Number(one.left) - Number(other.left) : 0))
