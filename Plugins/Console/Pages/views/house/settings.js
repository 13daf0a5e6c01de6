/** Settings: their groups, who may set them, and which field fits a value. */

import { languages } from "../../../ground/i18n.js"
import { quoted } from "../../../ground/parts/says.js"

/**
 * @typedef {object} Setting
 * @property {string} setting
 * @property {string | null} value null if the role may not read it
 * @property {string} default
 * @property {boolean} changed
 * @property {string} summary
 * @property {string} kind
 * @property {string | null} set_by
 * @property {string | null} set_at
 * @property {string} [takes] `open|closed`
 */
/**
 * @typedef {object} Change
 * @property {string} name
 * @property {string} before
 * @property {string} after
 * @property {boolean} isReset the setting gets its default back
 */

/** Kinds of which the owner of the data folder alone decides: they act with the owner's rights. */
const FOR_OWNER = new Set(["program", "address", "key"])

/** @param {{ kind: string }} setting */
export const isForOwner = ({ kind }) => FOR_OWNER.has(kind)

const BRAND = "server.brand-"

/** The module of a setting; the looks are a group of their own. @param {{ setting: string }} one */
export const groupOf = ({ setting }) => (setting.startsWith(BRAND) ? "brand" : setting.split(".")[0])

/**
 * Settings by their groups, the looks first.
 * @template {{ setting: string }} S
 * @param {S[]} settings
 * @returns {[string, S[]][]}
 */
export function grouped(settings) {
  /** @type {Map<string, S[]>} */
  const groups = new Map([["brand", []]])
  for (const one of settings) groups.set(groupOf(one), [...groups.get(groupOf(one)) ?? [], one])
  return [...groups].filter(([, all]) => all.length > 0)
}

/**
 * Whether a setting is one that filters leave.
 * @param {{ setting: string, summary: string, changed: boolean }} one
 * @param {Record<string, string>} filters
 */
export const fits = ({ setting, summary, changed }, { text = "", show = "" }) =>
  (show !== "changed" || changed) &&
  text.toLowerCase().split(/\s+/).every((word) => `${setting} ${summary}`.toLowerCase().includes(word))

/** Lists of settings that don't say which words they take. @type {Record<string, readonly string[]>} */
const CHOICES = { "sessions.guests": ["open", "closed"], "server.language": languages }

/**
 * The field that fits: a switch, a number, words to choose from, or a text.
 * @param {Pick<Setting, "setting" | "default" | "kind" | "value" | "takes">} one
 * @returns {{ kind: "switch" | "number" | "choice" | "lines" | "text", choices: readonly string[] }}
 */
export function fieldOf(one) {
  if (one.default === "yes" || one.default === "no") return { kind: "switch", choices: ["yes", "no"] }
  const choices = CHOICES[one.setting] ?? (/^[a-z-]+(?:\|[a-z-]+)+$/.test(one.takes ?? "") ? one.takes?.split("|") : [])
  const value = one.value ?? ""
  if (choices?.includes(value)) return { kind: "choice", choices }
  if (/^\d+$/.test(one.default) && /^\d+$/.test(value)) return { kind: "number", choices: [] }
  return { kind: one.kind === "words" && one.default.length > 30 ? "lines" : "text", choices: [] }
}

/** The line that does the same. @param {Change} change @param {string} [reason] */
export const lineOf = ({ name, after, isReset }, reason) =>
  `qix setting ${isReset ? "reset" : "set"} ${quoted(name)}${isReset ? "" : ` ${quoted(after)}`}${
    reason ? ` --reason ${quoted(reason)}` : ""}`
