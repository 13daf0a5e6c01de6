/** Shakes of several steps: reading and watching. Each step is a shake with evidence. */

import { api, path } from "../../ground/api.js"
import { context } from "./context.js"

/** Fields whose texts are lists, numbers or truths; all others are texts. */
const WRITTEN = new Set([
  "open", "may_skip", "words", "seconds", "questions", "feedback", "choices", "sequence", "watched_seconds",
  "needed_seconds", "heartbeat_seconds", "tolerance_seconds", "slowest", "fastest", "muted",
])

/**
 * Takes one step.
 * @param {{ type: string, campaign: string }} chance
 * @param {Record<string, any>} evidence
 * @param {string} [key] of a step that ends the shake, so that it is paid once
 * @returns {Promise<any>} the answer, with the fields of the next step as they were meant
 */
export async function step({ type, campaign }, evidence, key) {
  const { link, session, place } = context.current
  const answer = await api.post(path("shakes"), { body: { type, campaign, link, session, place, evidence }, key })
  return { ...answer, next: fieldsOf(answer) }
}

/**
 * The fields of a next step by their names.
 * @param {{ fields?: { name: string, value: string }[] }} answer
 */
export function fieldsOf({ fields = [] }) {
  /** @type {Record<string, any>} */
  const values = {}
  for (const { name, value } of fields) values[name] = WRITTEN.has(name) ? JSON.parse(value) : value
  return values
}
