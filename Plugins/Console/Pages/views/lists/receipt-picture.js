/** The picture of a receipt, with a box over each field that was read. */

import { api, path } from "../../../ground/api.js"
import { h, svg } from "../../../ground/h.js"
import { t, when } from "../../../ground/i18n.js"
import { iconButton } from "../../../ground/parts/button.js"
import { icon } from "../../../ground/parts/icon.js"
import { cli, quoted } from "../../../ground/parts/says.js"
import { loaded } from "../../../ground/parts/state.js"
import { fieldName, isAbout } from "./receipt-fields.js"

/**
 * @typedef {object} Box
 * @property {string} field as the answer names it; `item` of items
 * @property {number} x in the picture's own units, as the others
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} confidence
 */
/** @typedef {Box & { numbers: number[], name: string, isUnsure: boolean }} Mark */

/** The width in which a drawing is made, whatever the picture's is: lines and numbers keep their size. */
const WIDE = 400
/** What a box leaves around its letters. */
const ROOM = 2.5
/** How much larger a picture gets at each step. */
const STEPS = [1, 1.5, 2, 3, 4]

/**
 * One mark for each place, in a drawing of the usual width; numbered as the fields beside it.
 * @param {{ width?: number, height?: number, boxes: Box[] }} picture
 * @param {{ field: string }[]} fields
 * @param {string[]} signs why the receipt waits
 * @returns {{ height: number, marks: Mark[] }}
 */
export function marksOf({ width = 1, height = 1, boxes }, fields, signs) {
  const scale = WIDE / Math.max(1, width)
  /** @type {Map<string, Mark>} */
  const places = new Map()
  for (const box of boxes) {
    const number = fields.findIndex(({ field }) => field === box.field) + 1
    const key = [box.x, box.y, box.width, box.height].join()
    const mark = places.get(key) ?? {
      ...box, x: box.x * scale, y: box.y * scale, width: Math.max(0, box.width * scale),
      height: Math.max(0, box.height * scale), numbers: [], name: "", isUnsure: false,
    }
    const word = box.field === "item" ? t("rct.item") : fieldName(box.field)
    if (number > 0) mark.numbers.push(number)
    mark.name = [mark.name, word].filter(Boolean).join(", ")
    mark.isUnsure ||= signs.some((sign) => isAbout(sign, box.field) || (sign === "items" && box.field === "item"))
    places.set(key, mark)
  }
  // What is doubtful lies over what isn't.
  const marks = [...places.values()].sort((one, other) => Number(one.isUnsure) - Number(other.isUnsure))
  return { height: Math.max(1, height) * scale, marks }
}

/** @param {Mark} mark */
function drawn(mark) {
  const { x, y, width, height, numbers, isUnsure } = mark
  // Beside the box, where there is room.
  const at = x + width + 28 <= WIDE ? x + width + 16 : Math.max(12, x - 16)
  const middle = y + height / 2
  return svg("g", { class: isUnsure && "is-unsure", dataset: { fields: numbers.join(" ") } },
    svg("title", null, mark.name),
    svg("rect", {
      class: ["box", isUnsure && "unsure"], x: x - ROOM, y: y - ROOM, rx: 4, width: width + 2 * ROOM,
      height: height + 2 * ROOM,
    }),
    numbers.length > 0 && [
      svg("rect", { class: ["tag", isUnsure && "unsure"], x: at - 5 - 5 * numbers.length, y: middle - 10, rx: 10,
        width: 10 + 10 * numbers.length, height: 20 }),
      svg("text", { class: "tag-n", x: at, y: middle + 4 }, numbers.join(" ")),
    ])
}

export class ReceiptPicture {
  #step = 0
  #place = h("div", { class: "scan-view", tabindex: 0, role: "region", "aria-label": t("rct.picture") })
  #acts = h("div", { class: "row g2 scan-acts", hidden: true },
    iconButton("minus", t("rct.smaller"), () => this.zoom(-1)),
    iconButton("plus", t("rct.larger"), () => this.zoom(1)))

  /**
   * @param {any} answer of `receipt review show`
   * @param {{ reason: string | undefined, mayLook: boolean, signal: AbortSignal }} options reason: why one looks;
   *   undefined as long as nothing is uncovered
   */
  constructor(answer, { reason, mayLook, signal }) {
    const line = `qix receipt picture ${answer.receipt} --reveal --reason ${quoted(reason ?? t("rct.queue"))}`
    if (!answer.picture || reason === undefined || !mayLook) {
      const key = answer.picture ? "covered" : "gone"
      this.element = h("div", { class: "scan-place" }, h("div", { class: "state" }, icon("receipt"),
        h("h2", null, t(`rct.picture.${key}`)), h("p", { class: "soft" }, t(`rct.picture.${key}.text`, {
          date: answer.picture ? when(answer.picture.until, "date") : "",
        })), answer.picture && cli(`${line} > receipt.png`, { isTall: true })))
      return
    }
    this.element = h("div", { class: "scan-paper" }, this.#acts, this.#place)
    void loaded(this.#place, () => api.get(path("receipts", answer.receipt, "picture"), {
      query: { reveal: true }, reason, signal, seconds: 30,
    }), (file) => this.#draw(answer, file, signal), { signal })
  }

  /** @param {any} answer @param {Blob} file @param {AbortSignal} signal */
  #draw(answer, file, signal) {
    const address = URL.createObjectURL(file)
    signal.addEventListener("abort", () => URL.revokeObjectURL(address), { once: true })
    const { height, marks } = marksOf(answer.picture, answer.fields, answer.signs)
    this.#acts.hidden = false
    return svg("svg", { viewBox: `0 0 ${WIDE} ${height}`, role: "img", "aria-label": t("rct.picture.alt") },
      svg("image", { href: address, width: WIDE, height, preserveAspectRatio: "none" }), marks.map(drawn))
  }

  get isLarger() {
    return this.#step > 0
  }

  /** @param {number} by steps; 0 for the size that fits */
  zoom(by) {
    this.#step = by === 0 ? 0 : Math.min(STEPS.length - 1, Math.max(0, this.#step + by))
    this.#place.style.setProperty("--zoom", String(STEPS[this.#step]))
  }

  /** Shows where a field was read. @param {number | undefined} number as it stands beside the field */
  mark(number) {
    for (const group of this.#place.querySelectorAll("g")) {
      const isOn = number !== undefined && (group.dataset.fields ?? "").split(" ").includes(String(number))
      group.classList.toggle("on", isOn)
      if (isOn && this.isLarger) group.scrollIntoView({ block: "nearest", inline: "nearest" })
    }
  }
}
