import { h, svg } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { isConvex } from "../senses/paper.js"

/** @typedef {import("../senses/paper.js").Corners} Corners */

const NAMES = ["top-left", "top-right", "bottom-right", "bottom-left"]
/** @type {Record<string, [x: number, y: number]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
/** How much larger the loupe shows what lies below the finger, and its pixels. */
const [LARGER, LOUPE] = [2.5, 112]

/** @param {number} part */
const within = (part) => Math.min(1, Math.max(0, part))

/**
 * A picture with four corners to drag, or to move by arrow keys.
 * @param {import("../senses/picture.js").Picture} picture
 * @param {Corners} corners where they are at first
 * @param {(corners: Corners) => unknown} onMoved tells where they are, once they lie still
 */
export function cornersOf(picture, corners, onMoved) {
  const value = /** @type {Corners} */ (corners.map((corner) => [...corner]))
  const { width, height } = picture
  const outside = svg("path", { class: "dimmed", "fill-rule": "evenodd" })
  const lines = ["frame-line case", "frame-line"].map((name) => svg("path", { class: name, "vector-effect": "non-scaling-stroke" }))
  const loupe = h("canvas", { class: "loupe", width: LOUPE * 2, height: LOUPE * 2, hidden: true, "aria-hidden": "true" })
  const grips = NAMES.map((name, at) => grip(name, at))
  const box = h("div", { class: "corners", role: "group", "aria-label": t("corners.label"), style: { "--ratio": width / height } },
    shown(picture.canvas),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, outside, lines), grips, loupe)
  draw()
  return box

  function draw() {
    const outline = `M${value.map(([x, y]) => `${x * width} ${y * height}`).join("L")}z`
    outside.setAttribute("d", `M0 0h${width}v${height}H0z${outline}`)
    for (const line of lines) line.setAttribute("d", outline)
    box.classList.toggle("is-crossed", !isConvex(value))
    for (const [at, [x, y]] of value.entries()) {
      const element = grips[at]
      element.style.setProperty("left", `${x * 100}%`)
      element.style.setProperty("top", `${y * 100}%`)
      element.setAttribute("aria-valuenow", String(Math.round(x * 100)))
      element.setAttribute("aria-valuetext", t("corners.place", { x: Math.round(x * 100), y: Math.round(y * 100) }))
    }
  }

  /** @param {number} at @param {number} x @param {number} y */
  function move(at, x, y) {
    value[at] = [within(x), within(y)]
    draw()
  }

  /** What lies around a corner, beside the finger. @param {number} at */
  function magnify(at) {
    const place = loupe.getContext("2d")
    if (!place) return
    const [x, y] = value[at], scale = LARGER * 2 * box.clientWidth / width
    loupe.hidden = false
    loupe.classList.toggle("at-end", x < 0.5)
    place.setTransform(1, 0, 0, 1, 0, 0)
    place.clearRect(0, 0, LOUPE * 2, LOUPE * 2)
    place.setTransform(scale, 0, 0, scale, LOUPE - x * width * scale, LOUPE - y * height * scale)
    place.drawImage(picture.canvas, 0, 0)
    place.lineWidth = 5 / scale
    place.strokeStyle = getComputedStyle(loupe).color
    place.stroke(new Path2D(lines[0].getAttribute("d") ?? ""))
  }

  /** @param {string} name @param {number} at */
  function grip(name, at) {
    /** Where the corner lies from the finger. @type {[x: number, y: number] | undefined} */
    let apart
    const part = (/** @type {PointerEvent} */ event) => {
      const { left, top, width: wide, height: high } = box.getBoundingClientRect()
      return [(event.clientX - left) / wide, (event.clientY - top) / high]
    }
    const end = () => {
      if (!apart) return
      apart = undefined
      loupe.hidden = true
      onMoved(value)
    }
    const element = h("div", {
      class: "grip", role: "slider", tabindex: 0, "aria-label": t(`corners.${name}`), "aria-valuemin": 0, "aria-valuemax": 100,
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        const [x, y] = part(event)
        apart = [value[at][0] - x, value[at][1] - y]
        element.setPointerCapture(event.pointerId)
        magnify(at)
      },
      onpointermove: (/** @type {PointerEvent} */ event) => {
        if (!apart) return
        const [x, y] = part(event)
        move(at, x + apart[0], y + apart[1])
        magnify(at)
      },
      onpointerup: end, onpointercancel: end,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const way = KEYS[event.key]
        if (!way) return
        event.preventDefault()
        const step = event.shiftKey ? 0.05 : 0.01
        move(at, value[at][0] + way[0] * step, value[at][1] + way[1] * step)
        onMoved(value)
      },
    })
    return element
  }
}

/** As large as a screen shows it. @param {HTMLCanvasElement} canvas */
function shown(canvas) {
  const scale = Math.min(1, 1200 / Math.max(canvas.width, canvas.height))
  const copy = h("canvas", { width: Math.round(canvas.width * scale), height: Math.round(canvas.height * scale), "aria-hidden": "true" })
  copy.getContext("2d")?.drawImage(canvas, 0, 0, copy.width, copy.height)
  return copy
}
