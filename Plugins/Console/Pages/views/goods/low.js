/** Budgets in the order of their need. */

/**
 * @typedef {{ budget: string, id: string, balance: number, held: number, available: number, created: string }} Budget
 */

export const CHOICES = ["", "low", "empty", "held"]

/**
 * Whether a budget is what a choice of the list means. One that never had a coin is empty, not low.
 * @param {Budget} one
 * @param {string} choice
 * @param {number} least the setting
 */
export function budgetChoice({ balance, held, available }, choice, least) {
  if (choice === "low") return available < least && balance > 0
  if (choice === "empty") return balance <= 0
  return choice === "held" ? held > 0 : true
}

/**
 * Low ones first, the emptiest above; then those with coins, then empty ones.
 * @param {Budget[]} all
 * @param {number} least
 */
export function ordered(all, least) {
  const place = (/** @type {Budget} */ one) =>
    (budgetChoice(one, "low", least) ? 0 : budgetChoice(one, "empty", least) ? 2 : 1)
  return [...all].sort((one, other) => place(one) - place(other) ||
    (place(one) === 0 ? one.available - other.available : 0))
}
