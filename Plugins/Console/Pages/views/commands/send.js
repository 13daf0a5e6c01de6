/** Sends what a form says: as JSON, or with files as a form, or lines as they are. */

import { request } from "../../../ground/api.js"

/** @typedef {import("./declared.js").Asked} Asked */

/** What may be sent at once takes longer than a value. */
const SECONDS = 120

/**
 * @param {Asked} asked
 * @param {{ act?: import("../../../ground/api.js").Act, signal?: AbortSignal }} [options] act: keeps the key of a
 *   change until there is an answer
 * @returns {Promise<any>}
 */
export async function send(asked, { act, signal } = {}) {
  const { method, path, query, body, files, lines } = asked
  const hasFiles = Object.keys(files).length > 0
  /** @type {import("../../../ground/api.js").Options} */
  const options = {
    query, signal, seconds: lines || hasFiles ? SECONDS : SECONDS / 2,
    body: lines ?? (hasFiles ? formOf(body ?? {}, files) : body),
    headers: lines && { "Content-Type": typeOf(lines) },
  }
  // A batch's name does what a key does.
  const answer = await (lines ? request(method, path, { ...options, key: "" })
    : act && method !== "GET" ? act.send(method, path, options) : request(method, path, options))
  return typeof answer === "string" ? parsed(answer, Boolean(lines)) : answer
}

/** @param {Record<string, any>} body @param {Record<string, File>} files */
function formOf(body, files) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) for (const one of [value].flat()) form.append(name, String(one))
  for (const [name, file] of Object.entries(files)) form.append(name, file)
  return form
}

/** @param {File} file */
const typeOf = (file) => (/\.(?:jsonl|ndjson)$/i.test(file.name) ? "application/x-ndjson" : "text/csv")

/** What isn't one value: a text, or a value for each line. @param {string} text @param {boolean} isOfLines */
export function parsed(text, isOfLines) {
  if (!isOfLines) return { text }
  return { lines: text.split("\n").filter(Boolean).map((line) => JSON.parse(line)) }
}
