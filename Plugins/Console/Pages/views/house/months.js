/** Months, and how coins went from the beginning of one to its end. */

/**
 * @typedef {object} Activity
 * @property {string} month `2026-11`
 * @property {number} imported
 * @property {number} granted
 * @property {number} redeemed
 * @property {number} expired
 */

/** Whether a text names a month. @param {string | null} text @returns {text is string} */
export const isMonth = (text) => /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text ?? "")

/** The month that lies so many after another one. @param {string} month @param {number} count */
export function after(month, count) {
  const [year, number] = month.split("-").map(Number)
  const all = year * 12 + number - 1 + count
  return `${Math.floor(all / 12)}-${String(all % 12 + 1).padStart(2, "0")}`
}

/** The last day of a month, as `2026-11-30`. @param {string} month */
export const lastDay = (month) => new Date(Date.parse(`${after(month, 1)}-01`) - 86_400_000).toISOString().slice(0, 10)

/**
 * How coins went through a period, in five steps.
 * @param {{ liability_before: number, imported: number, granted: number, redeemed: number, expired: number,
 *   liability: number }} report
 */
export const bridgeOf = (report) => ({
  open: report.liability_before, given: report.imported + report.granted, spent: -report.redeemed,
  expired: -report.expired, close: report.liability,
})

/**
 * What was given in each month, and what users had at its end: worked out back from what they have now.
 * @param {Activity[]} activity
 * @param {number} liability of now
 * @param {string} last month of the chart
 * @param {{ least?: number, most?: number }} [months] how many
 * @returns {{ month: string, given: number, spent: number, expired: number, left: number }[]}
 */
export function course(activity, liability, last, { least = 6, most = 12 } = {}) {
  const known = new Map(activity.map((one) => [one.month, one]))
  const first = activity.map(({ month }) => month).sort()[0] ?? last
  /** @type {ReturnType<typeof course>} */
  const all = []
  let left = liability
  for (let month = last; all.length < (month < first ? least : most); month = after(month, -1)) {
    const { imported = 0, granted = 0, redeemed = 0, expired = 0 } = known.get(month) ?? {}
    all.unshift({ month, given: imported + granted, spent: redeemed, expired, left })
    left -= imported + granted - redeemed - expired
  }
  return all
}
