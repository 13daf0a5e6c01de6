import { h } from "../../ground/h.js"

/**
 * A code that the server has drawn as SVG, shown as a picture: nothing in it can run, whatever it says.
 * @param {string} text
 * @param {string} name
 */
export function drawing(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }))
  return h("img", { class: "qr", src: address, alt: name, onload: () => URL.revokeObjectURL(address) })
}
