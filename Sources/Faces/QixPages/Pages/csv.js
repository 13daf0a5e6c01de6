/** CSV (RFC 4180) of what stands on the screen, harmless in spreadsheets. */

/** First characters that spreadsheets take for a formula, as the server's own CSV guards them. */
const TRIGGERS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20"

/**
 * A text with an apostrophe in front if a spreadsheet could take it for a formula.
 * @param {string} text
 */
export function guarded(text) {
  const first = [...text].find((character) => character !== "'")
  return first !== undefined && TRIGGERS.includes(first) ? `'${text}` : text
}

/** @param {unknown} value */
function cell(value) {
  if (value === null || value === undefined) return ""
  // A number of our own may begin with a minus.
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : guarded(String(value))
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * @param {unknown[][]} rows the titles first
 */
export const csv = (rows) => rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")

/**
 * Gives a text as a file.
 * @param {string} name
 * @param {string} text
 * @param {string} [type]
 */
export function save(name, text, type = "text/csv;charset=utf-8") {
  const link = document.createElement("a")
  // Spreadsheets read UTF-8 only behind its mark.
  link.href = URL.createObjectURL(new Blob([type.startsWith("text/csv") ? "\u{feff}" : "", text], { type }))
  link.download = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-")
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
