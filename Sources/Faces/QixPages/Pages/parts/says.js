import { h } from "../h.js"
import { t } from "../i18n.js"
import { iconButton } from "./button.js"
import { icon } from "./icon.js"
import { toast } from "./toast.js"

/** The sentence to read out to a caller. @param {...import("../h.js").Child} children */
export const say = (...children) => h("p", { class: "say" }, children)

/**
 * Copies a text, and says so.
 * @param {string} text
 */
export async function copy(text) {
  await navigator.clipboard.writeText(text)
  toast(t("part.copied"), { seconds: 2 })
}

/** The command line that does the same, to copy. @param {string} line */
export const cli = (line, { isTall = false } = {}) =>
  h("div", { class: ["cli", isTall && "tall-cli"] }, h("code", { tabindex: 0 }, line),
    iconButton("copy", t("part.copy-command"), () => copy(line)))

/**
 * A word of a command line, quoted where a shell would take it for something else.
 * @param {string} word
 */
export const quoted = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** An id: short on the screen, whole when copied. @param {string} whole */
export function id(whole) {
  const [tag, rest] = whole.split("_", 2)
  const short = rest?.length > 8 ? `${tag}_…${rest.slice(-6)}` : whole
  return h("span", { class: "mono", title: whole }, short)
}

/** @typedef {"" | "good" | "warn" | "bad" | "coin"} Sign */
const PICTURES = { good: "check", warn: "warn", bad: "warn", coin: "star", "": "note" }

/**
 * A remark about what stands beside it: the fact in bold, then what to do.
 * @param {import("../h.js").Child} children
 * @param {Sign} [sign]
 * @param {{ picture?: string, isAlert?: boolean }} [options] an alert is read out at once
 */
export const note = (children, sign = "", { picture = PICTURES[sign], isAlert = false } = {}) =>
  h("div", { class: ["note", sign && `is-${sign}`], role: isAlert ? "alert" : undefined },
    icon(picture), h("p", null, children))
