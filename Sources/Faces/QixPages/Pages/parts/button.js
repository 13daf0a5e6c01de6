import { h, uniqueID } from "../h.js"
import { icon } from "./icon.js"

/**
 * @typedef {object} ButtonOptions
 * @property {string} [icon]
 * @property {"main" | "win" | "harm" | "bare" | ""} [kind]
 * @property {boolean} [isDense]
 * @property {boolean} [isWide]
 * @property {boolean} [isDisabled]
 * @property {string} [why] why it is disabled, for those who can't see the greyness either
 * @property {"button" | "submit"} [type]
 * @property {string} [name] what readers tell, if the label isn't enough
 */

/**
 * A button. While what it does lasts, it keeps its width and takes no second press.
 * @param {import("../h.js").Child} label
 * @param {((event: MouseEvent) => unknown) | null} act
 * @param {ButtonOptions} [options]
 */
export function button(label, act, options = {}) {
  const { kind = "", isDense = false, isWide = false, isDisabled = false, why, type = "button", name } = options
  const hint = why ? uniqueID("why") : undefined
  const element = h("button", {
    type, class: ["btn", kind, isDense && "dense", isWide && "wide"], "aria-label": name, title: why,
    "aria-disabled": isDisabled ? "true" : undefined, "aria-describedby": hint,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (element.getAttribute("aria-disabled") === "true") return event.preventDefault()
      if (act) void busy(element, () => act(event))
    },
  }, options.icon && icon(options.icon, { isSmall: isDense }), label, hint && h("span", { class: "sr", id: hint }, why))
  return element
}

/**
 * A button that is only an icon.
 * @param {string} picture
 * @param {string} name
 * @param {(event: MouseEvent) => unknown} act
 * @param {ButtonOptions} [options]
 */
export const iconButton = (picture, name, act, options) => {
  const element = button(icon(picture, { isSmall: true }), act, { ...options, name })
  element.classList.add("icon")
  return element
}

/**
 * Marks an element as busy until the work is done.
 * @template T
 * @param {HTMLElement} element
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function busy(element, work) {
  const made = work()
  if (!(made instanceof Promise)) return made
  element.style.setProperty("min-inline-size", `${element.offsetWidth}px`)
  element.setAttribute("aria-busy", "true")
  element.setAttribute("aria-disabled", "true")
  try {
    return await made
  } finally {
    element.style.removeProperty("min-inline-size")
    element.removeAttribute("aria-busy")
    element.removeAttribute("aria-disabled")
  }
}

/**
 * A link that looks like a button.
 * @param {import("../h.js").Child} label
 * @param {string} href
 * @param {ButtonOptions} [options]
 */
export const buttonLink = (label, href, { kind = "", isDense = true, icon: picture } = {}) =>
  h("a", { class: ["btn", kind, isDense && "dense"], href }, picture && icon(picture, { isSmall: isDense }), label)
