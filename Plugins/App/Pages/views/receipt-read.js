import { h, svg } from "../../ground/h.js"
import { number, t, when } from "../../ground/i18n.js"
import { chip } from "../../ground/parts/chip.js"
import { facts } from "../../ground/parts/list.js"
import { id, note } from "../../ground/parts/says.js"
import { Screen } from "../parts/screen.js"
import { shown } from "../senses/picture.js"

/**
 * @typedef {object} Box pixels of the upright picture, null where the place is unknown
 * @property {number | null} x
 * @property {number | null} y
 * @property {number | null} width
 * @property {number | null} height
 */
/** @typedef {Box & { field: string, value: string }} Told */
/** @typedef {Box & { item: string, pieces: number | null, amount: string | null, product: string | null }} Line */
/**
 * @typedef {object} Status
 * @property {string} receipt
 * @property {string} at
 * @property {"counted" | "review" | "approved" | "rejected" | "erased"} state
 * @property {string | null} decided
 * @property {string | null} decide_by
 * @property {number | null} width
 * @property {number | null} height
 * @property {Told[]} fields
 * @property {Line[]} items
 */

const FIELDS = ["shop", "day", "time", "number", "total"]
/** Width of a letter of the paper's font, in parts of its size. */
const LETTER = 0.6
/** How much the shape of the own picture may differ from the one that was read, in parts of one. */
const SAME = 0.03

/** What was read of a receipt, what of it counts, and what has become of it. Reports `back`. */
export default class ReceiptRead extends Screen {
  static tag = "app-receipt-read"
  /** @override */
  hasBack = true

  /** @override @param {{ status: Status, picture?: Blob }} data */
  draw({ status, picture }) {
    const { fields, items, receipt } = status
    this.title = t("receipt-read.title")
    return h("div", { class: "stack g5" },
      fields.length + items.length > 0 && paperOf(status, picture),
      status.state === "review" && note([status.decide_by && t("receipt.by", { date: when(status.decide_by, "date") }), " ", h("b", null, t("receipt.keep"))]),
      lines(items),
      fields.length > 0 && facts(FIELDS.flatMap((name) => fields.filter(({ field }) => field === name)
        .map(({ value }) => /** @type {[string, string]} */ ([t(`receipt-read.${name}`), name === "day" ? when(value, "date") : value])))),
      story(status), h("p", { class: "small soft" }, t("movement.id"), " ", id(receipt)))
  }
}

/**
 * The own picture while it is in memory, or a paper with the texts at their places. The rows below say the same in words.
 * @param {Status} status
 * @param {Blob} [picture]
 */
function paperOf({ width, height, fields, items }, picture) {
  const all = [...fields.map((one) => ({ ...one, text: one.value, counts: false })),
    ...items.map((one) => ({ ...one, text: one.item, counts: one.product !== null }))].filter(({ x }) => x !== null)
  if (!width || !height || all.length === 0) return undefined
  const boxes = all.map(({ x, y, width: wide, height: high, counts }) =>
    svg("rect", { class: counts ? "box win" : "box", x, y, width: wide, height: high, rx: Number(high) / 6, "vector-effect": "non-scaling-stroke" }))
  const texts = all.map(({ x, y, width: wide, height: high, text }) => {
    const size = Number(high) * 0.8
    // What would be wider than its place is pressed into it.
    const isWide = text.length * size * LETTER > Number(wide)
    return svg("text", {
      x, y: Number(y) + Number(high) * 0.76, "font-size": size,
      textLength: isWide ? wide : undefined, lengthAdjust: isWide ? "spacingAndGlyphs" : undefined,
    }, text)
  })
  const drawn = (/** @type {boolean} */ isPaper) => svg("svg", {
    class: isPaper && "paper", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("receipt-read.paper"),
  }, isPaper && texts, boxes)
  if (picture?.type !== "image/jpeg") return h("div", { class: "scan-paper" }, drawn(true))
  const paper = h("div", { class: "scan-paper" }, shown(picture, "", (image) => {
    // The server has turned it, or cut it: the boxes lie elsewhere.
    const shape = image.naturalWidth / image.naturalHeight * height / width
    if (Math.abs(shape - 1) > SAME) paper.replaceChildren(drawn(true))
  }), drawn(false))
  return paper
}

/** What counts, by its product, and how many lines don't. @param {Line[]} items */
function lines(items) {
  /** @type {Map<string, number>} */
  const counted = new Map()
  for (const { product, pieces } of items) if (product) counted.set(product, (counted.get(product) ?? 0) + (pieces ?? 1))
  const rest = items.filter(({ product }) => !product)
  if (items.length === 0) return undefined
  return h("ul", { class: "rows" }, [...counted].map(([product, pieces]) => h("li", null,
    h("p", { class: "grow strong" }, `${number(pieces)} ${product}`), chip(t("receipt-read.counts"), "good"))),
  rest.length > 0 && h("li", null, h("div", { class: "grow" }, h("p", null, t("receipt-read.rest", { count: rest.length })),
    h("p", { class: "small soft" }, rest.map(({ item }) => item).join(", ")))))
}

/** What has become of it, newest first. @param {Status} status */
function story({ state, at, decided }) {
  const kind = { review: "open", approved: "plus", counted: "plus", rejected: "no", erased: "" }[state]
  return h("ol", { class: "time" }, moment(kind, t(`receipt-read.${state}`), state === "review" ? undefined : decided ?? at),
    moment("", t("receipt-read.handed-in"), at))
}

/** @param {string} kind @param {string} title @param {string} [at] now otherwise */
const moment = (kind, title, at) => h("li", { class: kind }, h("time", { datetime: at }, at ? when(at, "time") : t("receipt-read.now")),
  h("div", null, h("p", { class: "strong" }, title), at && h("p", { class: "small soft" }, when(at, "date"))))
