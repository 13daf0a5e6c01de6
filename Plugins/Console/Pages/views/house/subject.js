/** What entries of the audit log are about, and how to ask for more of it. */

import { quoted } from "../../../ground/parts/says.js"

/** @typedef {{ kind: "text" | "id" | "token" | "setting", text: string }} Piece */

const PIECE = /\b([a-z]{3}_[0-9a-z]{26})\b|\btoken:([\w.-]*\w)/

/**
 * A subject in pieces: ids and tokens, which have pages, and what stands between them.
 * @param {string} subject
 * @param {string} [action]
 * @returns {Piece[]}
 */
export function pieces(subject, action = "") {
  const setting = action.startsWith("upkeep.setting-") && /^[a-z-]+\.[a-z-]+(?=:|$)/.exec(subject)?.[0]
  if (setting) return [{ kind: "setting", text: setting }, ...pieces(subject.slice(setting.length))]
  const split = subject.split(PIECE)
  /** @type {Piece[]} */
  const all = []
  for (let place = 0; place < split.length; place += 3) {
    if (split[place]) all.push({ kind: "text", text: split[place] })
    if (split[place + 1]) all.push({ kind: "id", text: split[place + 1] })
    if (split[place + 2]) all.push({ kind: "token", text: split[place + 2] })
  }
  return all
}

/** What to ask for to see all about a subject: its id, its token, or its first word. @param {string} subject */
export function aboutOf(subject) {
  const found = pieces(subject).find(({ kind }) => kind !== "text")
  if (found) return found.kind === "token" ? `token:${found.text}` : found.text
  return /^[^\s:]+/.exec(subject)?.[0] ?? ""
}

/**
 * What filters ask for: a name without the way by which is that of a token.
 * @param {Record<string, string>} values
 * @returns {Record<string, string>}
 */
export const asked = (values) =>
  (values.actor && !values.actor.includes(":") ? { ...values, actor: `token:${values.actor}` } : values)

/** The line that lists the same. @param {Record<string, string>} values */
export const lineOf = (values) => ["qix audit show", ...["actor", "action", "subject", "since", "until"]
  .flatMap((name) => (values[name] ? [`--${name} ${quoted(values[name])}`] : []))].join(" ")
