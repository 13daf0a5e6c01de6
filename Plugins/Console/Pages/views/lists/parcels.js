/** Parcels: how long they are held, and which note goes with which. */

/**
 * Which part of its time a hold still has.
 * @param {{ at: string, held_until: string | null }} redemption
 * @param {number} now
 */
export function left({ at, held_until: until }, now) {
  if (!until) return 0
  const [from, to] = [Date.parse(at), Date.parse(until)]
  return to > from ? Math.min(1, Math.max(0, (to - now) / (to - from))) : 0
}

/** Whether a hold ends within a day. @param {{ held_until: string | null }} redemption @param {number} now */
export const isUrgent = ({ held_until: until }, now) => until !== null && Date.parse(until) - now < 86_400_000

/**
 * A note for each: one for all, or as many as there are, between commas. Undefined where their number fits neither.
 * @param {string} text
 * @param {number} count
 * @returns {string[] | undefined}
 */
export function notesFor(text, count) {
  const notes = text.split(",").map((one) => one.trim()).filter(Boolean)
  if (notes.length <= 1) return Array.from({ length: count }, () => notes[0] ?? "")
  return notes.length === count ? notes : undefined
}

/**
 * What is in a parcel: `2 × A mug`.
 * @param {{ quantity: number, reward: string, title?: string }} redemption
 */
export const what = ({ quantity, reward, title }) => (quantity > 1 ? `${quantity} × ` : "") + (title || reward)

/**
 * What the user is called, by the operator's own systems before all.
 * @param {{ user: string, external_id?: string | null, username?: string | null }} redemption
 */
export const whose = ({ user, external_id: known, username }) => known || username || user
