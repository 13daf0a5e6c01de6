/** Answers about rewards and vouchers: questions 6, 7, 8, 10 and 14 of docs/support.md, and one more. */

import { list, rich, t, when } from "../../../ground/i18n.js"
import { at, day, named, table, word } from "./proof.js"
import { uncoverable } from "./uncover.js"

/** @typedef {import("./person.js").Person} Person */
/** @typedef {import("./questions.js").Answer} Answer */

/** @param {any[]} redemptions */
const redeemed = (redemptions) =>
  table(["c.redemption", "c.reward", "c.state", "#c.coins", "c.when", "c.held-end"], redemptions.map((one) => [
    named(one.redemption), one.reward, word("state.redemption", one.state), one.coins, at(one.at), at(one.held_until),
  ]))

/** @param {Person} person @returns {Promise<Answer>} */
export async function voucher(person) {
  const { redemptions } = await person.redemptions({ limit: 20 })
  const line = `qix redemption list --user ${person.word}`
  if (redemptions.length === 0) return { say: rich("q.voucher.none"), lines: [line] }
  const pages = await Promise.all(redemptions.slice(0, 5).map((/** @type {any} */ one) =>
    person.get(["redemptions", one.redemption])))
  const page = pages.find((one) => one.vouchers?.length > 0) ?? pages[0]
  const first = page.vouchers?.[0]
  const values = { reward: page.reward, date: when(page.redeemed, "date") }
  const state = first?.state ?? page.state
  return {
    say: [
      rich("q.voucher.redeemed", values), " ",
      first ? rich(`q.voucher.${state}`, { until: first.until ? when(first.until, "date") : "" })
        : rich("q.voucher.state", { state: word("state.redemption", state) }),
    ],
    proof: [
      page.vouchers?.length > 0 && table(["c.voucher", "c.code", "c.state", "c.good-until"],
        page.vouchers.map((/** @type {any} */ one) => [
          named(one.voucher),
          uncoverable(person, {
            field: "code", name: t("c.code"), masked: one.code, command: "redemption show", path: ["redemptions", page.redemption],
            find: (answer) => answer.vouchers.find((/** @type {any} */ other) => other.voucher === one.voucher)?.code,
          }),
          word("state.voucher", one.state), day(one.until),
        ])),
      redeemed(redemptions),
    ],
    lines: [`qix redemption show ${page.redemption}`], acts: ["refund"],
  }
}

/**
 * What a voucher's page says to whoever stands at a till with it.
 * @param {any} voucher
 */
export function tillSays(voucher) {
  const used = voucher.uses.find((/** @type {any} */ use) => !use.restored)
  if (used) return { key: used.till ? "q.till.used-at" : "q.till.used", used }
  return { key: voucher.good ? "q.till.good" : "q.till.not", used }
}

/** @param {any[]} vouchers */
const uses = (vouchers) => {
  const rows = vouchers.flatMap((one) => one.uses.map((/** @type {any} */ use) => [
    named(one.voucher), one.title ?? one.series, at(use.used), use.till, use.purchase, use.by, at(use.restored),
  ]))
  return rows.length > 0 &&
    table(["c.voucher", "c.reward", "c.used", "c.till", "c.purchase", "c.by", "c.restored"], rows)
}

/** @param {any[]} vouchers */
const handed = (vouchers) =>
  table(["c.voucher", "c.reward", "c.state", "c.good-until", "c.minimum", "c.why-not"], vouchers.map((one) => [
    named(one.voucher), one.title ?? one.series, word("state.voucher", one.state), day(one.until),
    one.minimum_purchase, one.why_not,
  ]))

/** @param {Person} person @returns {Promise<Answer>} */
export async function till(person) {
  const vouchers = await person.vouchers()
  if (vouchers.length === 0) {
    return { say: rich("q.till.none"), lines: [`qix user timeline ${person.word} --kind voucher`] }
  }
  const one = vouchers.find((voucher) => !voucher.good) ?? vouchers[0]
  const { key, used } = tillSays(one)
  return {
    say: [
      ...rich(key, {
        voucher: one.title ?? one.series, why: one.why_not, when: used && when(used.used), till: used?.till,
      }),
      ...(key === "q.till.good" && one.minimum_purchase
        ? [" ", ...rich("q.till.minimum", { amount: one.minimum_purchase })] : []),
    ],
    proof: [uses(vouchers), handed(vouchers)], lines: [`qix voucher show ${one.voucher}`], acts: ["refund"],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function parcel(person) {
  const { redemptions } = await person.redemptions({ limit: 50 })
  const held = redemptions.filter((/** @type {any} */ one) => one.state === "held")
  const last = redemptions[0]
  return {
    say: held.length > 0
      ? rich("q.parcel.held", {
        count: held.length, reward: list(held.map((/** @type {any} */ one) => one.reward)),
        date: when(held[0].held_until ?? held[0].at, "date"),
      })
      : last ? rich("q.parcel.state", { reward: last.reward, state: word("state.redemption", last.state) })
        : rich("q.voucher.none"),
    proof: last && redeemed(held.length > 0 ? held : redemptions),
    lines: [`qix redemption list --user ${person.word}${held.length > 0 ? " --state held" : ""}`],
    acts: held.length > 0 ? ["cancel"] : [],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function refund(person) {
  const { redemptions } = await person.redemptions({ state: "refunded", limit: 20 })
  const last = redemptions[0]
  if (!last) {
    return {
      say: rich("q.refund.none"), lines: [`qix redemption list --user ${person.word} --state refunded`],
      acts: ["refund"],
    }
  }
  const page = await person.get(["redemptions", last.redemption])
  const booked = page.refunds?.[0]
  return {
    say: [
      ...rich("q.refund.paid", { coins: page.refunded, reward: page.reward, date: when(booked?.at ?? last.at, "date") }),
      " ", ...rich(booked?.anew > 0 ? "q.refund.anew" : "q.refund.same", { count: booked?.anew ?? 0 }),
    ],
    proof: table(["c.refund", "c.when", "#c.coins", "#c.anew", "c.reason", "c.transfer"],
      (page.refunds ?? []).map((/** @type {any} */ one) => [
        named(one.refund), at(one.at), one.coins, one.anew, one.reason, named(one.transfer),
      ])),
    lines: [`qix redemption show ${last.redemption}`],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function stolen(person) {
  const vouchers = await person.vouchers()
  const [open, used] = [vouchers.find((one) => one.good), vouchers.find((one) => one.uses.length > 0)]
  const use = used?.uses[0]
  return {
    say: open
      ? rich("q.stolen.open", { voucher: open.title ?? open.series })
      : use ? rich("q.stolen.used", { voucher: used.title ?? used.series, when: when(use.used), till: use.till ?? "–" })
        : rich("q.till.none"),
    proof: vouchers.length > 0 && [uses(vouchers), handed(vouchers)],
    lines: [open ? `qix voucher show ${open.voucher}` : `qix user timeline ${person.word} --kind voucher`],
    acts: open ? ["refund"] : ["end-sessions"],
  }
}

/** @param {any[]} rewards */
export const catalogue = (rewards) =>
  table(["c.reward", "#c.price", "#c.left", "c.they-can"], rewards.map((one) => [
    one.title ?? one.reward, one.price, one.left, one.can_redeem ? t("c.yes") : one.obstacle,
  ]))

/** @param {Person} person @returns {Promise<Answer>} */
export async function reward(person) {
  const { rewards } = await person.get(["rewards"], { for: person.id, limit: 100 })
  const can = rewards.filter((/** @type {any} */ one) => one.can_redeem)
  const not = rewards.find((/** @type {any} */ one) => !one.can_redeem)
  return {
    say: [
      can.length > 0
        ? rich("q.reward.can", { rewards: list(can.map((/** @type {any} */ one) => one.title ?? one.reward)) })
        : rich("q.reward.none"),
      not && [" ", rich("q.reward.not", { reward: not.title ?? not.reward, why: not.obstacle })],
    ],
    proof: rewards.length > 0 && catalogue(rewards), lines: [`qix reward list --for ${person.word}`],
  }
}
