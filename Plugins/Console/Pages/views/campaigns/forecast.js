/** How fast a campaign's coins go, and how long they last. */

import { dayOf } from "../../../ground/i18n.js"

/** @typedef {{ start: string, shakes: number, won: number, coins: number }} Hour */
/** @typedef {{ day: string, shakes: number, won: number, coins: number }} Day */

const HOUR = 3_600_000
export const DAY = 86_400_000
/** The pace is that of so many days. */
export const DAYS = 7

/** Whether a campaign has no end. @param {string} end */
export const isOpen = (end) => end >= "9000"

/** The last moment that belongs to a campaign: its end is the first that doesn't. @param {string} end */
export const lastOf = (end) => Date.parse(end) - 1

/** The day of a moment in a time zone, such as 2026-11-28. @param {string | number} at @param {string} zone */
export const dayIn = (at, zone) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(new Date(at))

/**
 * A campaign's period as one would type it: days of its zone, or moments that aren't midnight there.
 * @param {{ start: string, end: string, time_zone: string }} campaign
 */
export function typed({ start, end, time_zone: zone }) {
  const isMidnight = (/** @type {string} */ at) => dayIn(at, zone) !== dayIn(Date.parse(at) - 1, zone)
  return {
    start: isMidnight(start) ? dayIn(start, zone) : start,
    end: isOpen(end) ? "" : isMidnight(end) ? dayIn(lastOf(end), zone) : end,
  }
}

/** The day after others, of days such as 2026-11-28. @param {string} day @param {number} [days] */
export const dayAfter = (day, days = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** How many days there are from one to another, both counted. @param {string} first @param {string} last */
export const daysFrom = (first, last) => Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1

/** Since when coins count for the pace, at a full hour. @param {number} now */
export const paceSince = (now) => Math.floor((now - DAYS * DAY) / HOUR) * HOUR

/** Coins a day, of those given since `paceSince`. @param {number} coins @param {number} start @param {number} now */
export const paceOf = (coins, start, now) => coins / Math.min(DAYS, Math.max(1, (now - start) / DAY))

/** When coins end at a pace. @param {number} available @param {number} pace @param {number} now */
export const emptyAt = (available, pace, now) => (pace > 0 ? now + (available / pace) * DAY : undefined)

/** A number that one can say: two digits, and zeros. @param {number} value */
export function rounded(value) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1)
  return Math.ceil(value / unit) * unit
}

/**
 * @typedef {object} Forecast
 * @property {number} pace coins a day
 * @property {number} won so far, with what was paid for prizes if the hours have it
 * @property {number} [empty] when the coins end, if they do
 * @property {number} early days before the campaign's end; 0 if they last
 * @property {number} more coins with which they would last
 */

/**
 * @param {{ start: string, end: string, available: number }} campaign
 * @param {Hour[]} hours
 * @param {number} now
 * @returns {Forecast}
 */
export function forecast({ start, end, available }, hours, now) {
  const since = paceSince(now)
  const sum = (/** @type {Hour[]} */ some) => some.reduce((all, one) => all + one.coins, 0)
  const pace = paceOf(sum(hours.filter((one) => Date.parse(one.start) >= since)), Date.parse(start), now)
  const [empty, last] = [emptyAt(available, pace, now), Date.parse(end)]
  const isEarly = empty !== undefined && !isOpen(end) && empty < last
  return {
    pace, won: sum(hours), empty,
    early: isEarly ? Math.max(1, Math.floor((last - empty) / DAY)) : 0,
    more: isEarly ? rounded(pace * ((last - now) / DAY) - available) : 0,
  }
}

/**
 * Hours with the coins paid for prizes besides those won. The report has the former in one sum, so they are spread over
 * the hours by their wins.
 * @param {{ hours: Hour[], prize_coins?: number | null }} report
 * @returns {Hour[]}
 */
export function paid({ hours, prize_coins: prizes }) {
  if (!prizes) return hours
  const all = hours.reduce((sum, one) => sum + one.won, 0)
  let [won, before] = [0, 0]
  return hours.map((one, place) => {
    won += one.won
    const spread = place === hours.length - 1 ? prizes : Math.round(prizes * (won / Math.max(1, all)))
    const coins = one.coins + spread - before
    before = spread
    return { ...one, coins }
  })
}

/** The hours of today, by the installation's clock. @param {Hour[]} hours @param {number} now */
export function today(hours, now) {
  const day = dayOf(now)
  const found = new Map(hours.map((one) => [Date.parse(one.start), one]))
  let first = Math.floor(now / HOUR) * HOUR
  while (dayOf(first - HOUR) === day) first -= HOUR
  const all = []
  for (let at = first; dayOf(at) === day; at += HOUR) {
    const { shakes = 0, won = 0, coins = 0 } = found.get(at) ?? {}
    all.push({ at, shakes, won, coins, isNow: at <= now && now < at + HOUR })
  }
  return all
}

/** Figures by day, without gaps. @param {Hour[]} hours @param {string} first @param {string} last @returns {Day[]} */
export function byDay(hours, first, last) {
  /** @type {Map<string, Day>} */
  const days = new Map()
  for (let day = first; day <= last; day = dayAfter(day)) days.set(day, { day, shakes: 0, won: 0, coins: 0 })
  for (const hour of hours) {
    const day = days.get(dayOf(hour.start))
    if (!day) continue
    day.shakes += hour.shakes
    day.won += hour.won
    day.coins += hour.coins
  }
  return [...days.values()]
}

/** Days, or weeks of seven if there are too many for one picture. @param {Day[]} days @param {number} [most] */
export function gathered(days, most = 62) {
  if (days.length <= most) return days
  const weeks = []
  for (let at = 0; at < days.length; at += 7) {
    const some = days.slice(at, at + 7)
    const sum = (/** @type {"shakes" | "won" | "coins"} */ key) => some.reduce((all, one) => all + one[key], 0)
    weeks.push({ day: some[0].day, shakes: sum("shakes"), won: sum("won"), coins: sum("coins") })
  }
  return weeks
}

/** Days of the past and of what may come in one picture. */
const [PAST, COMING] = [90, 120]

/**
 * What was left at the end of each day, of the coins set aside by now; then what would be left at the pace.
 * @param {{ start: string, end: string, available: number }} campaign
 * @param {Hour[]} hours
 * @param {number} now
 * @returns {{ day: string, left: number, isGuess: boolean, isEmpty: boolean, isNow: boolean }[]}
 */
export function leftByDay(campaign, hours, now) {
  const { pace, empty } = forecast(campaign, hours, now)
  const day = dayOf(now)
  const started = dayOf(campaign.start)
  const first = daysFrom(started, day) > PAST ? dayAfter(day, -PAST) : started
  let left = campaign.available
  const past = []
  for (const one of byDay(hours, first, day).reverse()) {
    past.unshift({ day: one.day, left, isGuess: false, isEmpty: false, isNow: one.day === day })
    left += one.coins
  }
  const end = isOpen(campaign.end) ? dayAfter(dayOf(empty ?? now), 7) : dayOf(lastOf(campaign.end))
  const last = [end, dayAfter(day, COMING)].sort()[0]
  /** @type {ReturnType<typeof leftByDay>} */
  const coming = []
  const out = empty === undefined ? undefined : dayOf(empty)
  for (let at = 1, on = dayAfter(day); pace > 0 && on <= last; at++, on = dayAfter(on)) {
    const rest = out && on >= out ? 0 : Math.max(0, Math.round(campaign.available - pace * at))
    coming.push({ day: on, left: rest, isGuess: true, isNow: false, isEmpty: on === out })
  }
  return [...past, ...coming]
}
