/** Campaigns on a line of time: which days they take, and the days that none takes. */

import { dayOf } from "../../../ground/i18n.js"
import { dayAfter, dayIn, daysFrom, isOpen, lastOf } from "./forecast.js"

/** @typedef {import("./needs.js").Campaign} Campaign */
/** @typedef {"now" | "plan" | "draft" | "past"} Kind */
/** @typedef {{ one: Campaign, kind: Kind, first: string, last: string, from: number, to: number }} Span from and to:
 *   days of the window, `to` being the first that isn't its own */
/** @typedef {{ first: string, last: string }} Days both their own */
/** @typedef {"month" | "quarter"} Length */

/** The month of a day, some months later: 2026-11 of 2026-11-28. @param {string} day @param {number} [later] */
export function monthOf(day, later = 0) {
  const [year, month] = day.split("-").map(Number)
  return new Date(Date.UTC(year, month - 1 + later, 1)).toISOString().slice(0, 7)
}

/** @param {string} month its first @param {Length} length @returns {Days} */
export const windowOf = (month, length) =>
  ({ first: `${month}-01`, last: dayAfter(`${monthOf(`${month}-01`, length === "month" ? 1 : 3)}-01`, -1) })

/** The month that an address names, if it is one. @param {string | null} text @param {string} today */
export const monthIn = (text, today) => (text && /^[2-9]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : monthOf(today))

/** @param {Campaign} one @param {number} now @returns {Kind} */
export function kindOf(one, now) {
  if (one.state === "ended") return "past"
  if (one.state === "draft") return "draft"
  if (Date.parse(one.end) <= now) return "past"
  return Date.parse(one.start) > now ? "plan" : "now"
}

/** A day by the campaign's clock. @param {string | number} at @param {Campaign} one */
const dayOfIt = (at, one) => (one.time_zone ? dayIn(at, one.time_zone) : dayOf(at))

/** One that has ended takes no day that is still to come. @param {Campaign} one @param {number} now */
function lastDay(one, now) {
  const last = isOpen(one.end) ? "9999" : dayOfIt(lastOf(one.end), one)
  return one.state === "ended" && last > dayOf(now) ? dayOf(now) : last
}

/**
 * The campaigns of a window, those that begin first above.
 * @param {Campaign[]} campaigns
 * @param {Days} days
 * @param {number} now
 * @returns {Span[]}
 */
export const spansIn = (campaigns, days, now) =>
  campaigns.map((one) => ({
    one, kind: kindOf(one, now), first: dayOfIt(one.start, one), last: lastDay(one, now),
  })).filter(({ first, last }) => first <= days.last && last >= days.first)
    .sort((a, b) => a.first.localeCompare(b.first) || a.last.localeCompare(b.last) ||
      a.one.campaign.localeCompare(b.one.campaign))
    .map((span) => ({
      ...span, from: span.first < days.first ? 0 : daysFrom(days.first, span.first) - 1,
      to: daysFrom(days.first, span.last > days.last ? days.last : span.last),
    }))

/**
 * The days from today on for which nothing is planned.
 * @param {Span[]} spans
 * @param {Days} days
 * @param {string} today
 * @returns {Days[]}
 */
export function gapsIn(spans, days, today) {
  const taken = spans.filter(({ kind }) => kind !== "past")
  /** @type {Days[]} */
  const gaps = []
  for (let day = today > days.first ? today : days.first; day <= days.last; day = dayAfter(day)) {
    if (taken.some(({ first, last }) => first <= day && day <= last)) continue
    const open = gaps[gaps.length - 1]
    if (open && dayAfter(open.last) === day) open.last = day
    else gaps.push({ first: day, last: day })
  }
  return gaps
}

/**
 * What stands above the line: the key of its sentence, and the days that it names.
 * @param {Span[]} spans
 * @param {Days[]} gaps
 * @param {Days} days
 * @param {string} today
 * @returns {{ key: string, first?: string, last?: string }}
 */
export function findingOf(spans, gaps, days, today) {
  if (days.last < today) return { key: spans.length > 0 ? "cal.past" : "cal.past.none" }
  if (gaps.length === 0) return { key: "cal.full" }
  const [{ first, last }] = gaps
  const begin = today > days.first ? today : days.first
  if (first === begin && last === days.last) return { key: "cal.none" }
  if (last === days.last) return { key: "cal.after", first: dayAfter(first, -1) }
  return first === last ? { key: "cal.one", first } : { key: "cal.gap", first, last }
}
