import { h, isAllowed } from "../../ground/h.js"
import { rings } from "./rings.js"

/**
 * A picture of this server, or wide rings: the policy keeps those of others out.
 * @param {string | null | undefined} source
 * @param {string} name of which rings are drawn
 */
export const art = (source, name) =>
  source?.startsWith("/") && isAllowed(source) ? h("img", { src: source, alt: "" }) : rings(name, { wide: true })
