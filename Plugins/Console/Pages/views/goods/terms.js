/** What the form of a reward says, as values of `reward create`. */

/** @typedef {import("../commands/declared.js").Values} Values */

/** What the form asks for under names of its own. */
const OWN = new Set(["kind", "series", "whom", "raffle", "tickets", "zone"])
/** What days and times need a zone for. */
const TIMED = ["start", "end", "limit_per_user_and_day"]

/**
 * The delivery that was chosen: `voucher:coffee`, `raffle:spring:2`. Empty while its name is missing.
 * @param {Record<string, string>} typed
 */
export function deliveryOf({ kind, series = "", whom = "", raffle = "", tickets = "" }) {
  if (kind === "goods") return "goods"
  const name = { voucher: series, donation: whom, raffle }[kind] ?? ""
  return name && `${kind}:${name}${kind === "raffle" && tickets ? `:${tickets}` : ""}`
}

/**
 * The values of the command. A time zone goes along only with what needs one.
 * @param {Record<string, string>} typed
 * @returns {Values}
 */
export function valuesOf(typed) {
  const given = Object.entries(typed).filter(([name, value]) => value !== "" && !OWN.has(name))
  const values = Object.fromEntries(given)
  const delivery = deliveryOf(typed)
  if (delivery) values.delivery = delivery
  if (typed.zone && TIMED.some((name) => values[name])) values.time_zone = typed.zone
  return values
}

/**
 * A name for commands, made of a title: "A mug of tea" gives `a-mug-of-tea`.
 * @param {string} title
 */
export const nameOf = (title) => title.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
  .replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "").slice(0, 55)
