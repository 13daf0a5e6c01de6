import { svg, h } from "../h.js"
import { number } from "../i18n.js"
import { icons } from "../icons.js"

/** Icons that point along the line of text, and turn round with it. */
const TURNING = new Set(["back", "next", "undo"])

/**
 * A picture beside a word, which says nothing by itself.
 * @param {string} name
 * @param {{ isSmall?: boolean }} [options]
 */
export function icon(name, { isSmall = false } = {}) {
  const paths = [icons[name] ?? icons.no].flat().map((path) => {
    if (path.startsWith("*")) return svg("path", { d: path.slice(1), fill: "currentcolor", stroke: "none" })
    const [turn, d] = path.startsWith("@") ? path.slice(1).split("|") : [undefined, path]
    return svg("path", { d, transform: turn && `rotate(${turn})` })
  })
  const classes = ["i", isSmall && "small", TURNING.has(name) && "flip"]
  return svg("svg", { class: classes, viewBox: "0 0 24 24", "aria-hidden": "true" }, paths)
}

/** A round ground for an icon. @param {string} name @param {"" | "good" | "warn" | "bad" | "coin"} [sign] */
export const blob = (name, sign = "") => h("span", { class: ["blob", sign && `is-${sign}`] }, icon(name))

/** The sign of coins. */
const coin = () =>
  svg("svg", { class: "coin", viewBox: "0 0 20 20", "aria-hidden": "true" },
    svg("circle", { class: "disc", cx: 10, cy: 10, r: 10 }),
    svg("circle", { class: "cut", cx: 10, cy: 10, r: 4.6 }),
    svg("path", { class: "cut", d: "m11.8 11.8 3 3" }))

/** An amount of coins. @param {number | bigint} amount */
export const coins = (amount) => h("span", { class: "num" }, coin(), number(amount))

/** The logo: a ring with a tail. */
export const logo = () =>
  svg("svg", { class: "logo", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("circle", { cx: 11, cy: 11, r: 7 }), svg("path", { d: "m14 14 6 6" }))
