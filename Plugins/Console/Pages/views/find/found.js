/** What a search found, in an order to read and for going on. */

/** @typedef {{ kind: string, id: string, user: string | null, title: string | null, by: string, state: string | null }} Hit */

/** Customers first: whoever searches is mostly asked by one. */
const ORDER = ["user", "transfer", "redemption", "voucher", "shake", "receipt", "approval", "campaign", "reward"]

/**
 * By kind, in an order that stays.
 * @param {Hit[]} hits
 * @returns {[string, Hit[]][]}
 */
export function grouped(hits) {
  /** @type {Map<string, Hit[]>} */
  const groups = new Map()
  for (const hit of hits) groups.set(hit.kind, [...groups.get(hit.kind) ?? [], hit])
  const place = (/** @type {string} */ kind) => (ORDER.indexOf(kind) + 1 || ORDER.length + 1)
  return [...groups].sort(([one], [other]) => place(one) - place(other))
}

/**
 * The customer, if all that was found is about one, and nothing else was.
 * @param {Hit[]} hits
 */
export function only(hits) {
  const users = new Set(hits.map((hit) => hit.user))
  const [one] = users
  return users.size === 1 && one ? one : undefined
}

/** Where a hit leads: to its customer, or to the page of its kind. @param {Hit} hit */
export function placeOf(hit) {
  if (hit.user) return `/console/users/${encodeURIComponent(hit.user)}`
  /** @type {Record<string, string>} */
  const pages = { campaign: "campaigns", reward: "rewards", approval: "approvals", receipt: "receipts", voucher: "vouchers" }
  return pages[hit.kind] ? `/console/${pages[hit.kind]}/${encodeURIComponent(hit.id)}` : undefined
}
