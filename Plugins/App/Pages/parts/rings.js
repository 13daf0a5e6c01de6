import { svg } from "../../ground/h.js"

/** A picture of rings. @param {string} _name @param {{ isWide?: boolean }} [_options] */
export const rings = (_name, _options) => svg("svg", { class: "rings", viewBox: "0 0 320 180", "aria-hidden": "true" })
