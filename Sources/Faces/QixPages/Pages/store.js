/** What a page remembers by itself: preferences, and nothing about persons. */

/**
 * What may be kept in the browser for good. Anything else lives as long as the tab.
 * @typedef {"scheme" | "language" | "views" | "motion"} Lasting
 */
const LASTING = new Set(["scheme", "language", "views", "motion"])

/** @param {string} name */
const place = (name) => (LASTING.has(name) ? globalThis.localStorage : globalThis.sessionStorage)

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(name, otherwise) {
  try {
    const text = place(name)?.getItem(`qix.${name}`)
    return text ? JSON.parse(text) : otherwise
  } catch {
    // Storage may be off, or hold what another version wrote.
    return otherwise
  }
}

/**
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    if (value === null || value === undefined) place(name)?.removeItem(`qix.${name}`)
    else place(name)?.setItem(`qix.${name}`, JSON.stringify(value))
  } catch {
    // A page works without.
  }
}

/** Forgets what belongs to the person who signs out. */
export function forget() {
  for (const name of ["searches", "context", "wanted"]) keep(name, null)
}

/**
 * Puts a text first into a short list without doubles.
 * @param {string[]} list
 * @param {string} text
 */
export const withRecent = (list, text, most = 8) => [text, ...list.filter((one) => one !== text)].slice(0, most)

/** @param {"light" | "dark" | null} scheme null follows the system */
export function useScheme(scheme) {
  if (scheme) document.documentElement.dataset.scheme = scheme
  else delete document.documentElement.dataset.scheme
}
