/** Answers about coins: questions 1, 2, 3, 9, 15, 24 and 25 of docs/support.md. */

import { rich, when } from "../../../ground/i18n.js"
import { SOON } from "./person.js"
import { at, day, movements, named, table } from "./proof.js"

/** @typedef {import("./person.js").Person} Person */
/** @typedef {import("./questions.js").Answer} Answer */

const DAY = 86_400_000

/** A date so many days ago, as commands take it. @param {number} days */
const daysAgo = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)

/** @param {any[]} holds */
const holds = (holds) =>
  table(["c.hold", "c.when", "#c.coins", "c.held-end", "c.key"], holds.map((hold) => [
    named(hold.hold), at(hold.at), hold.coins, at(hold.until), named(hold.key),
  ]))

/** Their sentences about a balance, in the order in which they are read out. @param {any} wallet */
export function balance(wallet) {
  const { balance, held, available, owed } = wallet
  const values = { balance, held, available }
  if (balance === 0 && held === 0) return [...rich("q.coins.none"), ...(owed ? [" ", ...rich("q.coins.owed", { owed })] : [])]
  const sentences = [rich(held > 0 ? "q.coins.held" : "q.coins.free", values)]
  if (owed > 0) sentences.push(rich("q.coins.owed", { owed }))
  if (available > 0) {
    sentences.push(wallet.next_expiry
      ? rich("q.coins.next", { date: when(wallet.next_expiry, "date") })
      : rich("q.coins.never"))
  }
  return sentences.flatMap((one, place) => (place === 0 ? one : [" ", ...one]))
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function where(person) {
  const wallet = await person.wallet()
  return {
    say: balance(wallet), lines: [`qix wallet show ${person.word}`],
    proof: wallet.holds.length > 0 && holds(wallet.holds),
  }
}

/**
 * What left a wallet, by why.
 * @param {any[]} movements
 */
export function left(movements) {
  const sum = (/** @type {string[]} */ kinds) =>
    movements.filter((one) => one.amount < 0 && kinds.includes(one.kind)).reduce((all, one) => all - one.amount, 0)
  return { expired: sum(["expire"]), spent: sum(["redeem", "capture"]), sent: sum(["transfer"]), taken: sum(["reverse"]) }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function fewer(person) {
  const since = daysAgo(30)
  const kinds = ["expire", "redeem", "capture", "transfer", "reverse"]
  const { movements: all } = await person.history({ since, kind: kinds, limit: 100 })
  const gone = all.filter((/** @type {any} */ one) => one.amount < 0)
  const sums = left(gone)
  const last = gone.find((/** @type {any} */ one) => one.kind === "expire")
  const sentences = [
    sums.expired > 0 && rich("q.fewer.expired", { expired: sums.expired, date: when(last.at, "date") }),
    sums.spent > 0 && rich("q.fewer.spent", { spent: sums.spent }),
    sums.sent > 0 && rich("q.fewer.sent", { sent: sums.sent }),
    sums.taken > 0 && rich("q.fewer.taken", { taken: sums.taken }),
  ].filter(Boolean)
  return {
    say: sentences.length > 0 ? sentences.flatMap((one) => [one, " "]) : rich("q.fewer.none"),
    proof: gone.length > 0 && movements(gone),
    lines: [`qix wallet history ${person.word} --since ${since} ${kinds.map((kind) => `--kind ${kind}`).join(" ")}`],
    acts: ["goodwill"],
  }
}

/** @param {any[]} expiries */
export const expiries = (expiries) =>
  table(["c.expires", "#c.coins"], expiries.map((one) => [
    one.expires ? day(one.expires) : rich("c.never"), one.coins,
  ]))

/** @param {Person} person @returns {Promise<Answer>} */
export async function until(person) {
  const wallet = await person.wallet()
  const values = { count: wallet.expiring_soon, date: wallet.next_expiry ? when(wallet.next_expiry, "date") : "" }
  return {
    say: wallet.expiring_soon > 0 ? rich("q.until.soon", values)
      : wallet.next_expiry ? rich("q.until.later", values) : rich("q.until.never"),
    proof: wallet.expiries.length > 0 && expiries(wallet.expiries),
    lines: [`qix wallet show ${person.word} --soon ${SOON}`],
  }
}

/**
 * Two charges of the same amount, ten minutes apart at most, for two different orders.
 * @param {any[]} charges
 */
export function twins(charges) {
  const order = (/** @type {any} */ one) => (one.key ?? one.transfer).split(":")[0]
  for (const [place, one] of charges.entries()) {
    const other = charges.slice(place + 1).find((other) =>
      other.amount === one.amount && order(other) !== order(one) &&
      Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= 600_000)
    if (other) return [one, other]
  }
  return undefined
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function twice(person) {
  const { movements: all } = await person.history({ kind: ["redeem", "capture"], limit: 100 })
  const charges = all.filter((/** @type {any} */ one) => one.amount < 0)
  const pair = twins(charges)
  return {
    say: pair
      ? rich("q.twice.pair", { amount: -pair[0].amount, date: when(pair[0].at) })
      : charges.length > 0 ? rich("q.twice.once", { count: charges.length }) : rich("q.twice.none"),
    proof: charges.length > 0 && movements(charges),
    lines: [`qix wallet history ${person.word} --kind redeem --kind capture`],
    acts: pair ? ["refund"] : [],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function amount(person) {
  const { movements: all } = await person.history({ kind: ["issue", "import"], limit: 20 })
  const last = all[0]
  return {
    say: last
      ? rich(last.key ? "q.amount.key" : "q.amount.last", {
        amount: last.amount, date: when(last.at, "date"), key: last.key,
      })
      : rich("q.amount.none"),
    proof: last && movements(all),
    lines: [last ? `qix coins show ${last.transfer}` : `qix wallet history ${person.word} --kind issue`],
    acts: ["goodwill", "reverse"],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function order(person) {
  const { movements: all } = await person.history({ limit: 50 })
  // Keys that pages make name no order.
  const keyed = all.filter((/** @type {any} */ one) => one.key && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one.key))
  const last = keyed.find((/** @type {any} */ one) => one.kind === "issue") ?? keyed[0]
  return {
    say: last
      ? rich("q.order.last", { key: last.key, amount: Math.abs(last.amount), date: when(last.at, "date") })
      : rich("q.order.none"),
    proof: keyed.length > 0 && movements(keyed),
    lines: [last ? `qix coins show ${last.key}` : `qix wallet history ${person.word}`],
    acts: ["goodwill"],
  }
}

/** @param {any[]} reminders */
export const reminders = (reminders) =>
  table(["c.told", "c.expires", "#c.coins"], reminders.map((one) => [
    [at(one.told), one.failed && [" ", rich("c.failed")]], day(one.expires), one.coins,
  ]))

/** @param {Person} person @returns {Promise<Answer>} */
export async function told(person) {
  const { reminders: all = [] } = await person.wallet()
  const sent = all.find((/** @type {any} */ one) => !one.failed)
  return {
    say: sent
      ? rich("q.told.sent", { told: when(sent.told, "date"), coins: sent.coins, date: when(sent.expires, "date") })
      : all.length > 0 ? rich("q.told.failed") : rich("q.told.none"),
    proof: all.length > 0 && reminders(all),
    lines: [`qix wallet show ${person.word} --limit 1`],
    acts: ["goodwill"],
  }
}
