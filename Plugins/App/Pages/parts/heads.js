import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { iconButton } from "../../ground/parts/button.js"
import { icon } from "../../ground/parts/icon.js"
import { pictureOf } from "./art.js"

/** Pictures of the types of shakes. */
export const TYPES = /** @type {Record<string, string>} */ ({
  tv: "tv", read: "read", video: "video", scan: "scan", receipt: "receipt", stadium: "listen",
})

/**
 * A small picture of a campaign, or that of its type of shake.
 * @param {{ type?: string, picture?: string | null }} chance
 */
export const sign = ({ type, picture }) => pictureOf(picture) ?? icon(TYPES[type ?? ""] ?? "shake")

/**
 * The head on the table while one plays: what it is about, and the way out.
 * @param {{ type?: string, title?: string, picture?: string | null } | undefined} chance
 * @param {() => unknown} onClose
 */
export const playHead = (chance, onClose) => [
  h("span", { class: "row g2 strong" }, chance?.type && sign(chance), chance?.title),
  iconButton("close", t("app.close"), onClose),
]
