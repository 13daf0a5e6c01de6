/**
 * The names of what the next mode asks for: a requirement may have several, `account or (given-name and email)`.
 * @param {{ missing?: string[] | null }} user
 */
export const lacking = ({ missing }) => new Set((missing ?? []).flatMap((one) => one.split(/[^a-z-]+/)))

/** Whether one comes back by a number, an address or an account, whatever the mode. @param {any} user */
export const isKnown = (user) =>
  user !== undefined && (user.mode !== "trial" || user.profile.proved?.length > 0 || user.profile.accounts?.length > 0)
