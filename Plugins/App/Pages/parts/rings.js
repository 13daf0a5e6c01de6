import { svg } from "../../ground/h.js"

/** A picture of rings. @param {string} _name */
export const rings = (_name) => svg("svg", { class: "rings", viewBox: "0 0 320 180", "aria-hidden": "true" })
