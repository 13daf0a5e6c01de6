import { h } from "../../ground/h.js"

/**
 * A switch that holds at once.
 * @param {string} label
 * @param {string} text
 * @param {boolean} isOn
 * @param {(isOn: boolean) => unknown} onChange
 */
export function toggle(label, text, isOn, onChange) {
  const input = h("input", { type: "checkbox", role: "switch", checked: isOn, onchange: () => onChange(input.checked) })
  return h("label", { class: "switch grow" },
    h("span", { class: "grow" }, h("b", null, label), h("br"), h("span", { class: "small soft" }, text)), input)
}
