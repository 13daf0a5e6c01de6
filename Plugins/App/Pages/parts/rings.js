import { svg } from "../../ground/h.js"

/** Rings stand in for a picture: the same name draws the same three. */

const HIGH = 180

/**
 * A picture of three rings, which say nothing by themselves.
 * @param {string} name
 * @param {{ wide?: boolean }} [options] a wide one is 16 by 9, any other is square
 */
export function rings(name, { wide = false } = {}) {
  const next = numbers(name)
  const width = wide ? 320 : HIGH
  // The large one stands at an end, the second one across, the gold one between both.
  const isRight = next() < 0.5, isLow = next() < 0.5
  const edge = width * (0.1 + 0.18 * next())
  const a = {
    cx: isRight ? width - edge : edge, cy: isLow ? 165 : next() < 0.5 ? 90 : 18, r: 135 + 50 * next(),
    width: 0.31 + 0.1 * next(),
  }
  const b = {
    cx: isRight ? width * (0.05 + 0.24 * next()) : width * (0.71 + 0.24 * next()),
    cy: isLow ? 30 + 40 * next() : 100 + 70 * next(), r: a.r * 0.52, width: 0.38,
  }
  const between = 0.4 + 0.25 * next()
  const c = {
    cx: a.cx + (b.cx - a.cx) * between, cy: 52 + 66 * next(), r: a.r * 0.17, width: 0.64,
  }
  return svg("svg", {
    class: "rings", viewBox: `0 0 ${width} ${HIGH}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true",
  }, [circle("a", a), circle("b", b), circle("c", c)])
}

/**
 * @param {string} name
 * @param {{ cx: number, cy: number, r: number, width: number }} ring its line is so many parts of `r`
 */
const circle = (name, { cx, cy, r, width }) =>
  svg("circle", {
    class: name, cx: Math.round(cx), cy: Math.round(cy), r: Math.round(r), "stroke-width": Math.round(r * width),
  })

/**
 * Numbers from 0 to 1 that a name tells.
 * @param {string} name
 */
function numbers(name) {
  let state = 0x811c9dc5
  for (let at = 0; at < name.length; at += 1) state = Math.imul(state ^ name.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
