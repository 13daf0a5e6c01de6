/** The picture of campaigns on a line of time, in pixels of the screen. */

import { svg } from "../../../ground/h.js"
import { t, when } from "../../../ground/i18n.js"
import { px } from "../../../ground/parts/scale.js"
import { dayAfter, daysFrom } from "./forecast.js"
import { typeNames } from "./words.js"

/** @typedef {import("./line.js").Span} Span */
/** @typedef {import("./line.js").Days} Days */
/** @typedef {{ width: number, height: number, em: number }} Size */

/** Heights in the size of letters: of the months above, of a row, of its bar, of the word below. */
export const HEAD = 2.2
export const ROW = 3.6
const BAR = 2.2
export const FOOT = 1.6
/** From this width on names stand beside the line, in the size of letters. */
const WIDE = 42
const NAMES = 13

/** About how wide a text is. @param {string} text @param {number} em */
const widthOf = (text, em) => text.length * em * 0.56

/** @param {string} text @param {number} room @param {number} em */
export function cut(text, room, em) {
  const most = Math.max(3, Math.floor(room / (em * 0.56)))
  const letters = [...text]
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text
}

/** What a bar says besides its colour. @param {Span} span */
export function said({ one, kind }) {
  if (kind === "draft") return t("cal.is.draft")
  if (kind === "past") return t("cal.is.past")
  if (kind === "plan") return t(one.available > 0 ? "cal.is.funded" : "cal.is.unfunded", { count: one.available })
  return t(one.state === "paused" ? "cal.is.paused" : "cal.is.running", { count: one.available })
}

/**
 * @param {Size} size
 * @param {{ spans: Span[], gaps: Days[], days: Days, today: string }} what
 * @returns {SVGElement[]}
 */
export function timeline({ width, height, em }, { spans, gaps, days, today }) {
  const isWide = width >= WIDE * em
  const left = isWide ? NAMES * em : 2
  const count = daysFrom(days.first, days.last)
  const step = (width - left - 2) / count
  const x = (/** @type {number} */ day) => left + step * day
  const at = (/** @type {string} */ day) => daysFrom(days.first, day) - 1
  const bottom = height - FOOT * em
  const rows = spans.map((span, place) =>
    row(span, (HEAD + ROW * place) * em, { em, width, left, isWide, x, step }))
  return [
    ...gaps.map(({ first, last }) => svg("rect", {
      class: "hole", x: px(x(at(first))), width: px(step * daysFrom(first, last)), y: px(HEAD * em),
      height: px(bottom - HEAD * em),
    })),
    ...marks(days, count).flatMap(({ day, text }) => [
      svg("path", { class: "grid-line", d: `M${px(x(at(day)))} ${px(HEAD * em)}V${px(bottom)}` }),
      svg("text", { x: px(x(at(day)) + 0.4 * em), y: px(1.2 * em) },
        cut(isWide ? text : text.split(" ")[0], step * (count > 31 ? 28 : 6.5), em)),
    ]),
    ...rows.map(({ shape }) => shape),
    ...today >= days.first && today <= days.last
      ? todayLine(x(at(today) + 0.5), { em, width, bottom })
      : [],
    // Words are read above all lines.
    ...rows.flatMap(({ texts }) => texts),
  ]
}

/** The first of each month, or each week of a single one. @param {Days} days @param {number} count */
function marks({ first, last }, count) {
  const all = []
  for (let day = first; day <= last; day = dayAfter(day)) {
    if (count > 31 ? day.endsWith("-01") : (daysFrom(first, day) - 1) % 7 === 0) {
      all.push({ day, text: count > 31 ? when(day, "month") : when(day, "day") })
    }
  }
  return all
}

/** @param {number} x @param {{ em: number, width: number, bottom: number }} room */
function todayLine(x, { em, width, bottom }) {
  const isEarly = x + 5 * em < width
  return [
    svg("path", { class: "today", d: `M${px(x)} ${px(HEAD * em - 4)}V${px(bottom + em)}` }),
    svg("text", {
      class: "name", x: px(x + (isEarly ? 0.5 : -0.5) * em), y: px(bottom + 1.1 * em),
      "text-anchor": isEarly ? "start" : "end",
    }, t("cal.today")),
  ]
}

/**
 * @param {Span} span
 * @param {number} top
 * @param {{ em: number, width: number, left: number, isWide: boolean, x: (day: number) => number, step: number }} room
 */
function row(span, top, { em, width, left, isWide, x, step }) {
  const { one, kind, from, to } = span
  const begin = x(from) + 1
  const bar = { x: begin, width: Math.max(3, step * (to - from) - 2), y: top + (isWide ? 0.3 : 1.25) * em }
  const height = (isWide ? BAR : 1.9) * em
  const text = said(span)
  const shape = svg("rect", {
    class: ["gb", kind], x: px(bar.x), y: px(bar.y), width: px(bar.width), height: px(height), rx: 6,
  }, svg("title", null, `${one.title}: ${text}`))
  if (!isWide) {
    return { shape, texts: [svg("text", { class: "name", x: 2, y: px(top + em) },
      cut(`${one.title} · ${text}`, width - 4, em))] }
  }
  const needed = widthOf(text, em) + em
  const place = needed <= bar.width
    ? { class: `gt ${kind}`, x: bar.x + 0.6 * em, "text-anchor": "start" }
    : bar.x + bar.width + needed <= width
      ? { class: "gt beside", x: bar.x + bar.width + 0.6 * em, "text-anchor": "start" }
      : { class: "gt beside", x: bar.x - 0.6 * em, "text-anchor": "end" }
  return { shape, texts: [
    svg("text", { class: "name", x: 0, y: px(top + 1.2 * em) }, cut(one.title, left - em, em)),
    svg("text", { x: 0, y: px(top + 2.4 * em) }, cut(typeNames(one), left - em, em)),
    svg("text", { ...place, x: px(place.x), y: px(bar.y + height / 2 + 0.35 * em) }, text),
  ] }
}
