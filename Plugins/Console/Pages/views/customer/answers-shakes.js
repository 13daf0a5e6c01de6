/** Answers about taking part: questions 4, 5, 21 and 22 of docs/support.md. */

import { h } from "../../../ground/h.js"
import { number, rich, when } from "../../../ground/i18n.js"
import { at, named, table, word } from "./proof.js"

/** @typedef {import("./person.js").Person} Person */
/** @typedef {import("./questions.js").Answer} Answer */

/** @param {any[]} steps */
const steps = (steps) =>
  table(["c.step", "c.found"], steps.map((one) => [h("span", { class: "mono" }, one.step), one.found]))

/**
 * The sentence that the customer was shown, without its code.
 * @param {any} explained
 */
export function refusal(explained) {
  const found = explained.steps.find((/** @type {any} */ one) => one.step === "refused")?.found ?? ""
  return found.replace(/^[a-z-]+\.[a-z.-]+: /, "")
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function noWin(person) {
  const { shakes } = await person.shakes({ outcome: "nothing", limit: 20 })
  const last = shakes[0]
  if (!last) return { say: rich("q.no-win.none"), lines: [`qix shake list --user ${person.word}`] }
  const explained = await person.get(["shakes", last.shake, "explain"])
  return {
    say: rich("q.no-win.last", { when: when(last.at), campaign: explained.campaign }),
    proof: steps(explained.steps), lines: [`qix shake explain ${last.shake}`], acts: ["goodwill"],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function refused(person) {
  const line = `qix shake list --user ${person.word} --outcome refused`
  const { shakes } = await person.shakes({ outcome: "refused", limit: 20 })
  const last = shakes[0]
  if (!last) return { say: rich("q.refused.none"), lines: [line] }
  const explained = await person.get(["shakes", last.shake, "explain"])
  return {
    say: rich("q.refused.last", { when: when(last.at), campaign: explained.campaign, why: refusal(explained) }),
    proof: [steps(explained.steps), shakes.length > 1 && table(["c.shake", "c.when", "c.campaign", "c.kind"],
      shakes.map((/** @type {any} */ one) => [named(one.shake), at(one.at), one.campaign, one.type]))],
    lines: [`qix shake explain ${last.shake}`, line], acts: ["goodwill"],
  }
}

/** Whether the award of the last win was multiplied. @param {Person} person @returns {Promise<Answer>} */
export async function double(person) {
  const { shakes } = await person.shakes({ outcome: "won", limit: 20 })
  const last = shakes[0]
  if (!last) return { say: rich("q.double.no-win"), lines: [`qix shake list --user ${person.word} --outcome won`] }
  const explained = await person.get(["shakes", last.shake, "explain"])
  const { multiplier } = explained
  return {
    say: rich(factorIs(multiplier), {
      when: when(last.at), campaign: explained.campaign, factor: number(multiplier?.factor ?? 1), coins: last.coins,
      award: multiplier?.award ?? last.coins,
    }),
    proof: steps(explained.steps),
    lines: [`qix shake explain ${last.shake}`, `qix campaign show ${explained.campaign ?? last.campaign}`],
    acts: ["goodwill"],
  }
}

/**
 * The sentence that says what multiplied an award.
 * @param {{ by: string | null, factor: number | null } | undefined} multiplier
 */
export function factorIs(multiplier) {
  if (!multiplier) return "q.double.later"
  if (!multiplier.by) return "q.double.none"
  return multiplier.factor === 1 ? "q.double.same" : "q.double.more"
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function receipt(person) {
  const { receipts } = await person.get(["receipts"], { user: person.id, limit: 20 })
  const waiting = receipts.filter((/** @type {any} */ one) => one.state === "review")
  const last = receipts[0]
  return {
    say: waiting.length > 0
      ? rich("q.receipt.waits", { count: waiting.length, date: when(waiting.at(-1).at, "date") })
      : last ? rich("q.receipt.decided", { date: when(last.at, "date"), state: word("state.receipt", last.state) })
        : rich("q.receipt.none"),
    proof: last && table(["c.receipt", "c.when", "c.campaign", "c.state"], receipts.map((/** @type {any} */ one) => [
      named(one.receipt), at(one.at), one.campaign, word("state.receipt", one.state),
    ])),
    lines: [waiting.length > 0 ? "qix receipt review list" : `qix receipt list --user ${person.word}`],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function raffle(person) {
  const { raffles } = await person.get(["raffles"], { limit: 10 })
  const shown = await Promise.all(raffles.map((/** @type {any} */ one) =>
    person.get(["raffles", one.name], { user: person.id })))
  const own = shown.filter((one) => one.user_tickets > 0)
  const places = own.map((one) => ({
    one, place: one.user_entrants.find((/** @type {any} */ entrant) => entrant.place !== null)?.place,
  }))
  const best = places.find(({ place }) => place !== undefined) ?? places[0]
  const line = `qix raffle show ${best ? best.one.name : "RAFFLE"} --user ${person.word}`
  if (!best) return { say: rich("q.raffle.none"), lines: [line] }
  const values = { raffle: best.one.name, place: best.place ?? 0 }
  return {
    say: best.place !== undefined ? rich("q.raffle.won", values)
      : rich(best.one.state === "drawn" ? "q.raffle.lost" : "q.raffle.open", values),
    proof: table(["c.raffle", "c.state", "#c.tickets", "#c.place"], places.map(({ one, place }) => [
      one.name, word("state.raffle", one.state), one.user_tickets, place,
    ])),
    lines: [line],
  }
}
