import { h, svg } from "../h.js"

/**
 * A ring, filled in part.
 * @param {number} part of one
 * @param {string} [label] what it shows, if no text beside it does
 */
export const ring = (part, label) =>
  svg("svg", {
    class: ["ring", part >= 1 && "full"], viewBox: "0 0 100 100", "aria-label": label,
    role: label ? "img" : undefined, "aria-hidden": label ? undefined : "true",
  },
  svg("circle", { class: "track", cx: 50, cy: 50, r: 42 }),
  svg("circle", {
    class: "done", cx: 50, cy: 50, r: 42, pathLength: 100, "stroke-dasharray": `${bounded(part) * 100} 100`,
  }))

/**
 * A bar, filled in part; red when it runs out.
 * @param {number} part of one
 * @param {string} label
 * @param {{ warnsBelow?: number, endsBelow?: number, isGold?: boolean }} [options]
 */
export function meter(part, label, { warnsBelow = 0, endsBelow = 0, isGold = false } = {}) {
  const sign = part < endsBelow ? "low" : part < warnsBelow ? "mid-low" : ""
  return h("span", { class: ["meter-box", isGold && "gold"], role: "img", "aria-label": label },
    svg("svg", {
      class: ["meter flip", sign], viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true",
    },
      svg("rect", { class: "t", width: 100, height: 8 }),
      svg("rect", { class: "v", width: bounded(part) * 100, height: 8 })))
}

/** @param {number} part */
const bounded = (part) => Math.min(1, Math.max(0, part || 0))
