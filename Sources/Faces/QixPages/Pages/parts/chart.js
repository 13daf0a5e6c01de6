import { fill, h, svg, uniqueID } from "../h.js"
import { number, percent, short, t } from "../i18n.js"
import { meter } from "./ring.js"
import { labelled, linear, marks, path, px, stacked } from "./scale.js"
import { Table } from "./table.js"

/**
 * @typedef {object} Point
 * @property {string} label of the axis
 * @property {number} value
 * @property {boolean} [isNow] drawn strong
 * @property {boolean} [isGuess] drawn dashed
 * @property {string} [name] written at the point
 */
/**
 * @typedef {object} ChartOptions
 * @property {string} [value] what is counted: the title of its column
 * @property {string} [label] what the points are: the title of theirs
 * @property {import("../h.js").Child} [beside] stands beside the title
 * @property {number} [height] in pixels, with letters of the usual size
 * @property {{ from: number, to: number, name: string }} [band] points between which something was on
 */

/** @typedef {{ width: number, height: number, em: number }} Size the letters', too: readers may have larger ones */

/** Letters of charts, in pixels, unless the reader has others. */
const EM = 13
/** Room for the words below, by their size. */
const BOTTOM = 2

/** About how wide a text is. @param {string} text @param {number} em */
const widthOf = (text, em) => text.length * em * 0.56

/**
 * A chart: its title is the finding, its table stands behind a button.
 * @param {string} finding
 * @param {Point[]} points
 * @param {(size: Size, points: Point[], options: ChartOptions) => (SVGElement | false)[]} draw
 * @param {ChartOptions} options
 */
function figure(finding, points, draw, options) {
  return framed(finding, points, options, drawn(finding, options.height ?? 220, (size) => draw(size, points, options)))
}

/**
 * The card of a chart.
 * @param {string} finding
 * @param {Point[]} points
 * @param {ChartOptions} options
 * @param {...import("../h.js").Child} picture
 */
function framed(finding, points, options, ...picture) {
  const name = uniqueID("chart")
  return h("figure", { class: "card g3", "aria-labelledby": name },
    h("figcaption", null, h("h2", { id: name }, finding), options.beside), picture, tabled(finding, points, options))
}

/**
 * A picture at its real size: drawn anew when its width changes, so that text is never scaled.
 * @param {string} label
 * @param {number} height
 * @param {(size: Size) => (SVGElement | false)[]} draw
 */
export function drawn(label, height, draw) {
  const box = h("div", { class: "chart-box", style: { "block-size": `${height / EM}em` } })
  let last = ""
  new ResizeObserver(([{ contentRect }]) => {
    const em = Number.parseFloat(getComputedStyle(box).fontSize)
    const size = { width: Math.floor(contentRect.width), height: Math.round(height / EM * em), em }
    const now = `${size.width} ${size.height}`
    if (now === last || size.width === 0) return
    last = now
    fill(box, svg("svg", {
      class: "chart", viewBox: `0 0 ${now}`, width: size.width, height: size.height, role: "img", "aria-label": label,
    }, draw(size)))
  }).observe(box)
  return box
}

/** @param {string} finding @param {Point[]} points @param {ChartOptions} options */
function tabled(finding, points, { label = "", value = "" }) {
  const table = new Table(finding, [
    { title: label, value: (/** @type {Point} */ point) => point.label },
    { title: value, value: (/** @type {Point} */ point) => point.value, isNumber: true },
  ], { rows: points })
  return h("details", { class: "small no-print" }, h("summary", null, t("part.as-table")), table.element)
}

/**
 * The lines behind a chart, and the words beside and below it.
 * @param {Size} size
 * @param {Point[]} points
 * @param {(left: number) => (place: number) => number} across
 */
function ground({ width, height, em }, points, across) {
  const all = marks(Math.max(0, ...points.map((point) => point.value)))
  const left = Math.max(...all.map((mark) => widthOf(short(mark), em))) + em
  const x = across(left)
  const y = linear([0, all[all.length - 1]], [height - BOTTOM * em, 1.1 * em])
  const half = Math.max(...points.map((point) => widthOf(point.label, em)), em) / 2
  // Words at the edges move inwards, so one beside them may have no room left.
  const middle = (/** @type {number} */ place) => Math.max(half, Math.min(x(place), width - half))
  const fits = (/** @type {number} */ place, /** @type {number} */ at, /** @type {number[]} */ all) =>
    at === 0 || middle(place) - middle(all[at - 1]) >= 2 * half
  return {
    left, x, y,
    lines: [
      all.map((mark) => [
        svg("path", { class: "grid-line", d: `M${px(left)} ${px(y(mark))}H${width}` }),
        svg("text", { x: px(left - 0.6 * em), y: px(y(mark) + 0.3 * em), "text-anchor": "end" }, short(mark)),
      ]),
      labelled(points.length, width - left, 2 * half).filter(fits).map((place) => svg("text", {
        x: px(middle(place)), y: px(height - 0.4 * em), "text-anchor": "middle",
      }, points[place].label)),
    ].flat(2),
  }
}

/** Bars, such as shakes by hour. @param {string} finding @param {Point[]} points @param {ChartOptions} [options] */
export const bars = (finding, points, options = {}) => figure(finding, points, drawBars, options)

/** @type {(size: Size, points: Point[], options: ChartOptions) => SVGElement[]} */
function drawBars(size, points, { band }) {
  const stepOf = (/** @type {number} */ left) => (size.width - left) / Math.max(points.length, 1)
  const { left, y, lines } = ground(size, points, (at) => (place) => at + stepOf(at) * (place + 0.5))
  const step = stepOf(left)
  const foot = size.height - BOTTOM * size.em
  const gap = Math.min(4, step / 4)
  return [
    ...band ? banded(left + step * band.from, left + step * (band.to + 1), size, band.name) : [],
    ...lines,
    ...points.map((point, place) => svg("rect", {
      class: point.isNow ? "now" : "col", x: px(left + step * place + gap / 2), width: px(step - gap),
      y: px(Math.min(y(point.value), foot - 0.5)), height: px(Math.max(foot - y(point.value), 0.5)),
      rx: Math.min(2, step / 4),
    }, svg("title", null, `${point.label}: ${number(point.value)}`))),
  ]
}

/** @param {number} from @param {number} to @param {Size} size @param {string} name */
function banded(from, to, { width, height, em }, name) {
  const isBefore = from > width - to
  return [
    svg("rect", { class: "band", x: px(from), width: px(to - from), y: 4, height: height - BOTTOM * em - 4 }),
    svg("text", {
      class: "name", y: 2 * em, x: px(isBefore ? from - em / 2 : to + em / 2),
      "text-anchor": isBefore ? "end" : "start",
    }, name),
  ]
}

/** A line; guesses are dashed. @param {string} finding @param {Point[]} points @param {ChartOptions} [options] */
export const line = (finding, points, options = {}) => figure(finding, points, drawLine, options)

/** @type {(size: Size, points: Point[]) => SVGElement[]} */
function drawLine(size, points) {
  const { width, em } = size
  const { x, y, lines } = ground(size, points, (left) =>
    linear([0, Math.max(points.length - 1, 1)], [left + em / 2, width - em / 2]))
  const all = points.map((point, place) => /** @type {[number, number]} */ ([x(place), y(point.value)]))
  const first = points.findIndex((point) => point.isGuess)
  const known = first < 0 ? all : all.slice(0, first)
  return [
    ...lines,
    svg("path", { class: "path", d: path(known) }),
    ...first >= 0 ? [svg("path", { class: "path guess", d: path(all.slice(Math.max(0, first - 1))) })] : [],
    ...points.flatMap((point, place) => {
      if (point.name === undefined) return []
      const [at, isEarly] = [all[place], x(place) + widthOf(point.name, em) + em < width]
      return [
        svg("circle", { class: point.isGuess ? "out" : "dot", cx: px(at[0]), cy: px(at[1]), r: 5 }),
        svg("text", {
          class: "name", x: px(at[0] + (isEarly ? 0.7 : -0.3) * em), "text-anchor": isEarly ? "start" : "end",
          y: px(Math.max(at[1] - (isEarly ? 0.8 : 2) * em, em)),
        }, point.name),
      ]
    }),
  ]
}

/**
 * Names with bars: reasons, by how often.
 * @param {string} finding
 * @param {Point[]} points
 * @param {ChartOptions & { isGold?: boolean }} [options]
 */
export function barList(finding, points, options = {}) {
  const most = Math.max(1, ...points.map((point) => point.value))
  const sum = points.reduce((all, one) => all + one.value, 0)
  return framed(finding, points, options,
    h("ul", { class: "barlist" }, points.map((point) => h("li", null, h("span", null, point.label),
      h("span", { class: "num strong" }, number(point.value)),
      meter(point.value / most, percent(point.value / Math.max(sum, 1)), { isGold: options.isGold })))))
}

/**
 * One bar of the amounts that make a whole, such as what is available and what is held, each named below it.
 * @param {string} finding
 * @param {(Point & { kind?: "coins" | "now" | "col" })[]} parts coins otherwise; a guess is dashed
 * @param {ChartOptions & { format?: (value: number) => string }} [options] how an amount is written
 */
export function moneyBar(finding, parts, options = {}) {
  const { format = number } = options
  const kindOf = (/** @type {typeof parts[number]} */ { kind, isGuess }) => (isGuess ? "open" : kind ?? "coins")
  const bar = drawn(finding, EM, ({ width, height }) =>
    stacked(parts.map(({ value }) => value), width).map((part, place) => part.width > 0 && svg("rect", {
      class: kindOf(parts[place]), x: px(part.x + 1), y: 1, width: px(Math.max(1, part.width - 2)), height: height - 2,
      rx: 3,
    })))
  bar.classList.add("flip")
  return framed(finding, parts, options, bar, h("dl", { class: "parts" }, parts.map((part) =>
    h("div", null, h("dt", null, h("span", { class: `k ${kindOf(part)}` }), part.label),
      h("dd", { class: "num" }, format(part.value))))))
}
