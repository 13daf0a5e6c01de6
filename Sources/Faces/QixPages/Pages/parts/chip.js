import { h } from "../h.js"
import { icon } from "./icon.js"

/** @typedef {"" | "good" | "warn" | "bad" | "coin"} Sign */

/** What a sign means beside its colour. */
const PICTURES = { good: "check", warn: "clock", bad: "no", coin: "", "": "" }

/** A word about a thing. @param {import("../h.js").Child} label @param {Sign} [sign] @param {string} [picture] */
export function chip(label, sign = "", picture = PICTURES[sign]) {
  return h("span", { class: ["chip", sign && `is-${sign}`] }, picture && icon(picture, { isSmall: true }), label)
}

/**
 * Buttons of which one is pressed, or several.
 * @template {string} V
 * @param {string} name what is chosen
 * @param {{ value: V, label: string, count?: string }[]} options
 * @param {{ value?: V | V[], onChange: (value: V, all: V[]) => void }} rest a list as value lets several be pressed
 */
export function choices(name, options, { value, onChange }) {
  const isMany = Array.isArray(value)
  let pressed = new Set(value === undefined ? [] : Array.isArray(value) ? value : [value])
  const buttons = options.map((option) => {
    const element = h("button", {
      type: "button", class: "chip choice", "aria-pressed": String(pressed.has(option.value)),
      onclick: () => {
        const isOn = pressed.has(option.value)
        if (!isMany) pressed = new Set([option.value])
        else if (isOn) pressed.delete(option.value)
        else pressed.add(option.value)
        for (const [place, one] of buttons.entries()) {
          one.setAttribute("aria-pressed", String(pressed.has(options[place].value)))
        }
        onChange(option.value, [...pressed])
      },
    }, option.label, option.count && h("span", { class: "num" }, option.count))
    return element
  })
  return h("div", { class: "choices", role: "group", "aria-label": name }, buttons)
}
