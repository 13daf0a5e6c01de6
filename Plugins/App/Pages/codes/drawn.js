import { svg } from "../../ground/h.js"
import { code128 } from "./code128.js"
import { qr } from "./qr.js"

/** A QR code with its quiet zone. @param {string} text @param {string} name */
export function qrCode(text, name) {
  const modules = qr(text)
  const size = modules.length + 8
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("")
  return svg("svg", {
    class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": name, "shape-rendering": "crispEdges",
  }, svg("path", { d: path }))
}

/** Lines for scanners that read nothing else, with ten modules of quiet on each side. @param {string} digits */
export function lines(digits) {
  const { bars, width } = code128(digits)
  return svg("svg", {
    class: "lines", viewBox: `-10 0 ${width + 20} 40`, preserveAspectRatio: "none", "aria-hidden": "true",
    "shape-rendering": "crispEdges",
  }, svg("path", { d: bars.map(([at, wide]) => `M${at} 0h${wide}v40h${-wide}z`).join("") }))
}
