/** The file of a campaign that is there, made of what `campaign show` answers. */

import { read } from "./file.js"

/**
 * A time as one reads it on the wall of a zone: a day where it begins or ends there.
 * @param {string} time absolute
 * @param {string} zone
 * @param {boolean} isEnd a day stands for its end
 */
export function wallTime(time, zone, isEnd) {
  const moment = new Date(time)
  if (Number.isNaN(moment.getTime()) || moment.getUTCMilliseconds() !== 0) return time
  const clock = clockOf(moment, zone)
  // An hour that clocks show twice is read as the first of the two.
  const isSecond = (/** @type {number} */ minutes) =>
    clockOf(new Date(moment.getTime() - minutes * 60_000), zone) === clock
  if (!clock || [30, 60, 120].some(isSecond)) return time
  const [day, hour] = clock.split("T")
  if (hour === "00:00:00") return isEnd ? dayBefore(day) : day
  return hour.endsWith(":00") ? clock.slice(0, -3) : clock
}

/** @param {Date} moment @param {string} zone */
function clockOf(moment, zone) {
  try {
    const parts = new Intl.DateTimeFormat("en-GB", {
      timeZone: zone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit",
      minute: "2-digit", second: "2-digit",
    }).formatToParts(moment)
    const part = (/** @type {string} */ type) => parts.find((one) => one.type === type)?.value ?? ""
    const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`
    return `${day}T${part("hour")}:${part("minute")}:${part("second")}`
  } catch {
    return undefined
  }
}

/** @param {string} day */
const dayBefore = (day) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

/**
 * The award that the words of an answer tell. Drawn prizes come with their shares, rounded to a thousandth of a
 * percent: weights made of them may differ a little from those of the file.
 * @param {string} words
 * @returns {{ award: any, isExact: boolean } | undefined}
 */
export function awardOf(words) {
  const exact = (/** @type {any} */ award) => ({ award, isExact: true })
  const fixed = /^(\d+) each time$/.exec(words)
  if (fixed) return exact({ fixed: read(fixed[1]) })
  const unit = /^(\d+) for each unit(?:, (\d+) at most)?$/.exec(words)
  if (unit) return exact({ "per-unit": { coins: read(unit[1]), ...unit[2] && { most: read(unit[2]) } } })
  const pot = /^a jackpot from (\d+) to (\d+), (\d+) more with each try; one try in (\d+) wins$/.exec(words)
  if (pot) {
    const [start, most, step, odds] = pot.slice(1).map((text) => read(text))
    return exact({ jackpot: { start, step, most, odds } })
  }
  if (words.startsWith("drawn: ")) return drawn(words.slice(7))
  const table = /^by (.*?): (.*), else (\d+)$/s.exec(words)
  return table ? tableOf(table[1], table[2], Number(table[3])) : undefined
}

/** @param {string} words `0 in 90 %, 20 in 10 %` */
function drawn(words) {
  const prizes = words.split(", ").map((part) => /^(\d+) in (\d+)(?:\.(\d{1,3}))? %$/.exec(part))
  const found = prizes.flatMap((one) => (one ? [one] : []))
  if (found.length !== prizes.length) return undefined
  const weights = found.map((one) => Number(one[2]) * 1000 + Number((one[3] ?? "").padEnd(3, "0")))
  // What is rarer than the thousandth isn't nothing.
  const lifted = weights.map((weight) => Math.max(weight, 1))
  const divisor = lifted.reduce(common)
  const weighted = found.map((one, place) => ({ coins: read(one[1]), weight: lifted[place] / divisor }))
  return { award: { weighted }, isExact: false }
}

/** @param {number} one @param {number} other @returns {number} */
const common = (one, other) => (other === 0 ? one : common(other, one % other))

/** @param {string} fact @param {string} text @param {number} otherwise */
function tableOf(fact, text, otherwise) {
  const rows = []
  const texts = /(?:^|, )(?:from (-?[\d.]+(?:e[+-]?\d+)?) on (\d+)|'(.*?)' (\d+)(?=, '|$))/gsy
  let end = 0
  for (let found = texts.exec(text); found; found = texts.exec(text)) {
    end = texts.lastIndex
    rows.push(found[1] === undefined
      ? { value: found[3], coins: Number(found[4]) }
      : { from: Number(found[1]), coins: Number(found[2]) })
  }
  // A value may hold what parts two rows.
  const isPlain = end === text.length && rows.every((row) => row.value === undefined || !row.value.includes("'"))
  return end === text.length
    ? { award: { table: { fact, rows, ...otherwise !== 0 && { otherwise } } }, isExact: isPlain }
    : undefined
}

/** @param {string} key */
const dashed = (key) => key.replaceAll("_", "-")

/** @param {Record<string, any>} members */
const given = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
  && !(typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0)))

/**
 * @param {any} shown
 * @returns {{ file: Record<string, any>, isExact: boolean }}
 */
export function fileOf(shown) {
  const zone = shown.time_zone
  const inside = (/** @type {any} */ object) =>
    given(Object.fromEntries(Object.entries(object ?? {}).map(([key, value]) => [dashed(key), value])))
  const { "minimum-mode": mode, ...audience } = inside(shown.audience)
  const found = awardOf(shown.award ?? "")
  const period = /^(P\S+) after the win$/.exec(shown.expires ?? "")
  const shakes = Object.fromEntries((shown.shakes ?? []).map((/** @type {any} */ one) =>
    [one.type, read(one.settings || "{}")]))
  const file = {
    name: shown.campaign, brand: shown.brand, title: shown.title, start: wallTime(shown.start, zone, false),
    end: wallTime(shown.end, zone, true), "time-zone": zone,
    ...given({
      shakes, audience: { ...mode && mode !== "trial" && { "minimum-mode": mode }, ...audience },
      caps: inside(shown.caps), pace: inside(shown.pace), award: found?.award, multiplier: shown.multiplier,
      expires: period ? period[1] : shown.expires && wallTime(shown.expires, zone, true),
      "draw-window": shown.draw_window, priority: shown.priority === 0 ? undefined : shown.priority,
    }),
  }
  return { file, isExact: found?.isExact ?? false }
}
