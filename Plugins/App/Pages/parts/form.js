import { h } from "../../ground/h.js"
import { button } from "../../ground/parts/button.js"

/**
 * Fields and the one act that sends them, by its button or by Enter.
 * @param {import("../../ground/h.js").Child} fields
 * @param {string} label
 * @param {() => unknown} act
 * @param {{ kind?: "main" | "harm" }} [options]
 */
export function form(fields, label, act, { kind = "main" } = {}) {
  const send = button(label, act, { kind, isWide: true })
  return h("form", {
    class: "stack g4", novalidate: true, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      send.click()
    },
    // A button that isn't of the form's kind takes no Enter of its fields by itself.
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return
      event.preventDefault()
      send.click()
    },
  }, fields, send)
}
