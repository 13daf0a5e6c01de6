import { h } from "../../../ground/h.js"

/** Leads to another view, as a link does. @param {string} href */
export function go(href) {
  const link = h("a", { href, hidden: true })
  document.body.append(link)
  link.click()
  link.remove()
}
