/** What a receipt says, what may be corrected of it, and how it is checked before it is sent. */

import { t } from "../../../ground/i18n.js"

/**
 * @typedef {object} ReadField
 * @property {string} field as the answer names it: `tax number`
 * @property {string} value
 * @property {number | null} confidence
 */

/** The name of a field in a correction: `tax_number`. @param {string} field */
export const parameterOf = (field) => field.replaceAll(" ", "_")

/** The value as a correction takes it: a total is without its currency. @param {ReadField} one */
export const editable = ({ field, value }) =>
  (field === "total" ? value.replace(/\s*[A-Z]{3}$/, "") : value === "…" || value === "-" ? "" : value)

/**
 * What was typed and isn't what was read.
 * @param {ReadField[]} fields
 * @param {Record<string, string>} typed by the names of fields
 * @returns {Record<string, string>}
 */
export const corrections = (fields, typed) => Object.fromEntries(fields.flatMap((one) => {
  const text = typed[one.field]?.trim()
  return text && text !== editable(one) ? [[parameterOf(one.field), text]] : []
}))

/** Which parts of a receipt a sign is about. @param {string} sign @param {string} field */
export const isAbout = (sign, field) => sign === field || (sign === "merchant" && field === "tax number") ||
  (sign === "region" && field === "address")

const SIGNS = new Set(["total", "date", "time", "currency", "merchant", "region", "items", "paper", "ahead", "alike",
  "incomplete", "same-moment", "same-day", "same-items", "same-mark", "look", "rejected"])

/** @param {string} sign */
export const signName = (sign) => (SIGNS.has(sign) ? t(`rct.sign.${sign}`) : sign)

const FIELDS = new Set(["merchant", "address", "tax number", "date", "time", "transaction", "total", "currency"])

/** @param {string} field */
export const fieldName = (field) => (FIELDS.has(field) ? t(`rct.field.${parameterOf(field)}`) : field)

/**
 * The receipts before and after one, in a list that others shorten at the same time.
 * @param {{ receipt: string }[]} waiting
 * @param {string} receipt
 */
export function neighbours(waiting, receipt) {
  const place = waiting.findIndex((one) => one.receipt === receipt)
  const others = waiting.filter((one) => one.receipt !== receipt)
  if (others.length === 0) return { place, before: undefined, after: undefined }
  const at = Math.max(place, 0)
  return {
    place, before: others[(at - 1 + others.length) % others.length].receipt, after: others[at % others.length].receipt,
  }
}
