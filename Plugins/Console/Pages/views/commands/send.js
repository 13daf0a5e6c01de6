/** Sends what a form says: as JSON, or with files as a form, or lines as they are. */

import { address, ApiProblem, headers, NoAnswer, request, settings, signals } from "../../../ground/api.js"
import { problem } from "../../../ground/problem.js"

/** @typedef {import("./declared.js").Asked} Asked */

/** What may be sent at once takes longer than a value. */
const SECONDS = 120

/**
 * @param {Asked} asked
 * @param {{ act?: import("../../../ground/api.js").Act, signal?: AbortSignal }} [options] act: keeps the key of a
 *   change until there is an answer
 * @returns {Promise<any>}
 */
export function send(asked, { act, signal } = {}) {
  const { method, path, query, body, files, lines } = asked
  if (lines) return raw(address(path, query), lines, { "Content-Type": typeOf(lines) }, signal)
  if (Object.keys(files).length > 0) {
    return raw(address(path, query), formOf(body ?? {}, files), { "Idempotency-Key": crypto.randomUUID() }, signal)
  }
  const options = { query, body, signal, seconds: 60 }
  return act && method !== "GET" ? act.send(method, path, options) : request(method, path, options)
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

/**
 * @param {string} target
 * @param {BodyInit} body
 * @param {Record<string, string>} fields
 * @param {AbortSignal} [signal]
 */
async function raw(target, body, fields, signal) {
  const time = AbortSignal.timeout(SECONDS * 1000)
  try {
    const response = await settings.fetch(target, {
      method: "POST", body, cache: "no-store", credentials: "same-origin", redirect: "error",
      signal: signal ? AbortSignal.any([signal, time]) : time, headers: headers({ headers: fields }),
    })
    if (!response.ok) throw await problem(response)
    return parsed(response.headers.get("Content-Type") ?? "", await response.text())
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) signals.dispatchEvent(new Event("signed-out"))
    if (error instanceof ApiProblem || signal?.aborted) throw error
    throw new NoAnswer(time.aborted ? "timeout" : "offline")
  }
}

/** A value, or one for each line. @param {string} type @param {string} text */
export function parsed(type, text) {
  if (/\bjson\b/.test(type)) return JSON.parse(text)
  if (!type.includes("ndjson")) return { text }
  return { lines: text.split("\n").filter(Boolean).map((line) => JSON.parse(line)) }
}
