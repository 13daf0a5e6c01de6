import { fill, h, svg } from "../h.js"
import { number, percent, short, t } from "../i18n.js"
import { meter } from "./ring.js"
import { labelled, linear, marks, path, px } from "./scale.js"
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
 * @property {number} [height]
 * @property {{ from: number, to: number, name: string }} [band] points between which something was on
 */

const LEFT = 44
const BOTTOM = 26

/**
 * A chart: its title is the finding, its table stands behind a button.
 * @param {string} finding
 * @param {Point[]} points
 * @param {(width: number, height: number, points: Point[], options: ChartOptions) => SVGElement[]} draw
 * @param {ChartOptions} options
 */
function figure(finding, points, draw, options) {
  const height = options.height ?? 220
  const box = h("div", { class: "chart-box", style: { "block-size": `${height}px` } })
  let width = 0
  // Drawn at its real size each time: text is never scaled.
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width)
    if (now === width || now === 0) return
    width = now
    fill(box, svg("svg", {
      class: "chart", viewBox: `0 0 ${now} ${height}`, width: now, height, role: "img", "aria-label": finding,
    }, draw(now, height, points, options)))
  }).observe(box)
  return h("figure", { class: "card g3" }, h("figcaption", null, h("h2", null, finding), options.beside), box,
    tabled(finding, points, options))
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
 * The lines behind a chart, and the words below it.
 * @param {number} width
 * @param {number} height
 * @param {Point[]} points
 * @param {(place: number) => number} x
 */
function ground(width, height, points, x) {
  const all = marks(Math.max(0, ...points.map((point) => point.value)))
  const y = linear([0, all[all.length - 1]], [height - BOTTOM, 14])
  const widest = Math.max(...points.map((point) => point.label.length), 1) * 7
  return {
    y,
    lines: [
      all.map((mark) => [
        svg("path", { class: "grid-line", d: `M${LEFT} ${px(y(mark))}H${width}` }),
        svg("text", { x: LEFT - 8, y: px(y(mark)) + 4, "text-anchor": "end" }, short(mark)),
      ]),
      labelled(points.length, width - LEFT, widest).map((place) => svg("text", {
        x: px(Math.min(x(place), width - widest / 3)), y: height - 6,
        "text-anchor": place === 0 ? "start" : place === points.length - 1 ? "end" : "middle",
      }, points[place].label)),
    ].flat(2),
  }
}

/** Bars, such as shakes by hour. @param {string} finding @param {Point[]} points @param {ChartOptions} [options] */
export const bars = (finding, points, options = {}) => figure(finding, points, drawBars, options)

/** @type {(width: number, height: number, points: Point[], options: ChartOptions) => SVGElement[]} */
function drawBars(width, height, points, { band }) {
  const step = (width - LEFT) / Math.max(points.length, 1)
  const { y, lines } = ground(width, height, points, (place) => LEFT + step * (place + 0.5))
  const foot = height - BOTTOM
  const gap = Math.min(4, step / 4)
  return [
    ...band ? banded(LEFT + step * band.from, LEFT + step * (band.to + 1), height, band.name) : [],
    ...lines,
    ...points.map((point, place) => svg("rect", {
      class: point.isNow ? "now" : "col", x: px(LEFT + step * place + gap / 2), width: px(step - gap),
      y: px(Math.min(y(point.value), foot - 0.5)), height: px(Math.max(foot - y(point.value), 0.5)),
      rx: Math.min(2, step / 4),
    }, svg("title", null, `${point.label}: ${number(point.value)}`))),
  ]
}

/** @param {number} from @param {number} to @param {number} height @param {string} name */
const banded = (from, to, height, name) => [
  svg("rect", { class: "band", x: px(from), width: px(to - from), y: 4, height: height - BOTTOM - 4 }),
  svg("text", {
    class: "name", y: 26, x: px(from > 160 ? from - 6 : to + 6), "text-anchor": from > 160 ? "end" : "start",
  }, name),
]

/** A line; guesses are dashed. @param {string} finding @param {Point[]} points @param {ChartOptions} [options] */
export const line = (finding, points, options = {}) => figure(finding, points, drawLine, options)

/** @type {(width: number, height: number, points: Point[]) => SVGElement[]} */
function drawLine(width, height, points) {
  const x = linear([0, Math.max(points.length - 1, 1)], [LEFT + 6, width - 8])
  const { y, lines } = ground(width, height, points, x)
  const all = points.map((point, place) => /** @type {[number, number]} */ ([x(place), y(point.value)]))
  const first = points.findIndex((point) => point.isGuess)
  const known = first < 0 ? all : all.slice(0, first)
  return [
    ...lines,
    svg("path", { class: "path", d: path(known) }),
    ...first > 0 ? [svg("path", { class: "path guess", d: path(all.slice(first - 1)) })] : [],
    ...points.flatMap((point, place) => point.name === undefined ? [] : [
      svg("circle", { class: point.isGuess ? "out" : "dot", cx: px(x(place)), cy: px(y(point.value)), r: 5 }),
      svg("text", {
        class: "name", x: px(x(place)) + (place < points.length * 0.6 ? 9 : -4),
        y: px(Math.max(y(point.value) - (place < points.length * 0.6 ? 10 : 26), 12)),
        "text-anchor": place < points.length * 0.6 ? "start" : "end",
      }, point.name),
    ]),
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
  return h("figure", { class: "card g3" }, h("figcaption", null, h("h2", null, finding), options.beside),
    h("ul", { class: "barlist" }, points.map((point) => h("li", null, h("span", null, point.label),
      h("span", { class: "num strong" }, number(point.value)),
      meter(point.value / most, percent(point.value / Math.max(sum, 1)), { isGold: options.isGold })))),
    tabled(finding, points, options))
}
