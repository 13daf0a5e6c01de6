/** Requests for approval: in which list they stand, and how they look. */

/**
 * @typedef {object} Request
 * @property {string} approval
 * @property {"pending" | "approved" | "declined" | "used" | "expired"} state
 * @property {string} operation
 * @property {string} requested_by
 * @property {string} requested_at
 * @property {string} expires
 * @property {string | null} decided_by
 * @property {string | null} reason
 * @property {string | null} answer
 * @property {string | null} line what was typed, if it was kept
 */

/**
 * Whether a request stands in a list: what waits, what is the reader's own, what is over.
 * @param {Request} request
 * @param {string} tab
 * @param {string} me
 */
export function tabOf(request, tab, me) {
  const isMine = request.requested_by === me
  if (tab === "mine") return isMine
  // What is approved waits for its requester.
  const waits = request.state === "pending" || (request.state === "approved" && isMine)
  return tab === "waiting" ? waits : !waits
}

/** @type {[RegExp, string, "" | "warn" | "bad"][]} */
const KINDS = [
  [/^erase/, "bin", "bad"], [/^(?:merge|join)/, "join", ""], [/^(?:refund|give back)/, "ticket", ""],
  [/^(?:reverse|take)/, "undo", "warn"], [/^(?:suspend|resume)/, "lock", "warn"],
]

/** @param {{ operation: string }} request */
export function kindOf({ operation }) {
  const [, picture, sign] = KINDS.find(([pattern]) => pattern.test(operation)) ?? [/./, "check", /** @type {""} */ ("")]
  return { picture, sign }
}
