/** Tokens: which of them need a look, and which ones filters leave. */

/**
 * @typedef {object} Token
 * @property {string} token
 * @property {string} name
 * @property {string} role
 * @property {string[] | null} scopes
 * @property {string} access
 * @property {string} state
 * @property {string} expires
 * @property {string | null} used
 * @property {string | null} [from]
 * @property {number | null} [most]
 * @property {number | null} [most_per_day]
 */

/** A token that ends within so many days is one to renew. */
export const SOON = 14
const DAY = 86_400_000

/** What can be said of a token that counts, the most urgent first. */
export const SIGNS = /** @type {const} */ (["soon", "unlimited", "unused"])

/** @type {Record<typeof SIGNS[number], (token: Token, now: number) => boolean>} */
const IS = {
  soon: ({ expires }, now) => Date.parse(expires) - now < SOON * DAY,
  // Tills and shops: the others act for people, whom approvals and the limits of their roles hold.
  unlimited: ({ role, access, scopes, most_per_day: most }) => role === "integrator" && access === "write" &&
    (most ?? null) === null && (scopes === null || scopes.some((one) => /^(?:coins|budget|campaign)\b/.test(one))),
  unused: ({ used }) => used === null,
}

/** @param {Token} token @param {number} now */
export const signsOf = (token, now) =>
  (token.state === "valid" ? SIGNS.filter((sign) => IS[sign](token, now)) : [])

/**
 * Whether a token is one that filters leave.
 * @param {Token} one
 * @param {Record<string, string>} values
 * @param {number} now
 */
export const fits = (one, { state = "", role = "" }, now) => (!role || one.role === role) &&
  (!state || one.state === state || signsOf(one, now).some((sign) => sign === state))

/**
 * How many tokens each value of the two filters would leave, the other filter as it is.
 * @param {Token[]} tokens
 * @param {Record<string, string>} values
 * @param {number} now
 */
export function countsOf(tokens, values, now) {
  const count = (/** @type {Record<string, string>} */ other) =>
    tokens.filter((one) => fits(one, { ...values, ...other }, now)).length
  const roles = [...new Set(tokens.map((one) => one.role))]
  return {
    state: Object.fromEntries(["", "valid", ...SIGNS, "expired", "revoked"].map((state) => [state, count({ state })])),
    role: Object.fromEntries(["", ...roles].map((role) => [role, count({ role })])),
  }
}
