import { h, isAllowed } from "../../ground/h.js"
import { rings } from "./rings.js"

/**
 * A picture of this server; undefined for others: the policy keeps those out.
 * @param {string | null | undefined} source
 */
export const pictureOf = (source) =>
  source?.startsWith("/") && isAllowed(source) ? h("img", { class: "picture", src: source, alt: "" }) : undefined

/**
 * A wide picture; undefined for none.
 * @param {string | null | undefined} source
 */
export function hero(source) {
  const picture = pictureOf(source)
  return picture && h("div", { class: "art hero" }, picture)
}

/**
 * A picture of this server, or wide rings.
 * @param {string | null | undefined} source
 * @param {string} name of which rings are drawn
 */
export const art = (source, name) => pictureOf(source) ?? rings(name, { wide: true })
