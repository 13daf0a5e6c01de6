/** The questions that customers ask (docs/support.md), as far as one customer's data answer them. */

import * as account from "./answers-account.js"
import * as coins from "./answers-coins.js"
import * as rewards from "./answers-rewards.js"
import * as shakes from "./answers-shakes.js"

/**
 * @typedef {object} Answer
 * @property {import("../../../ground/h.js").Child} say the sentence to read out
 * @property {import("../../../ground/h.js").Child} [proof]
 * @property {string[]} lines commands that tell the same
 * @property {string[]} [acts] what may come next, by the names in acts.js
 * @property {import("../../../ground/h.js").Child} [aside] what is for staff alone
 */
/**
 * @typedef {object} Question
 * @property {string} id its short name is the sentence `q.ID`
 * @property {string} needs the command that answers it
 * @property {(person: import("./person.js").Person) => Promise<Answer>} answer
 */

/** @type {Question[]} in the order of how often they are asked */
export const questions = [
  { id: "coins", needs: "wallet show", answer: coins.where },
  { id: "fewer", needs: "wallet history", answer: coins.fewer },
  { id: "until", needs: "wallet show", answer: coins.until },
  { id: "no-win", needs: "shake list", answer: shakes.noWin },
  { id: "refused", needs: "shake list", answer: shakes.refused },
  { id: "voucher", needs: "redemption list", answer: rewards.voucher },
  { id: "till", needs: "voucher show", answer: rewards.till },
  { id: "parcel", needs: "redemption list", answer: rewards.parcel },
  { id: "twice", needs: "wallet history", answer: coins.twice },
  { id: "refund", needs: "redemption list", answer: rewards.refund },
  { id: "tier", needs: "tier of", answer: account.tier },
  { id: "friend", needs: "referral of", answer: account.friend },
  { id: "double", needs: "shake list", answer: shakes.double },
  { id: "reward", needs: "reward list", answer: rewards.reward },
  { id: "phone", needs: "auth otp request", answer: account.phone },
  { id: "stolen", needs: "voucher show", answer: rewards.stolen },
  { id: "thief", needs: "session list", answer: account.thief },
  { id: "amount", needs: "wallet history", answer: coins.amount },
  { id: "accounts", needs: "user show", answer: account.accounts },
  { id: "blocked", needs: "user show", answer: account.blocked },
  { id: "erase", needs: "wallet show", answer: account.erase },
  { id: "data", needs: "user show", answer: account.data },
  { id: "code", needs: "auth otp request", answer: account.code },
  { id: "receipt", needs: "receipt list", answer: shakes.receipt },
  { id: "raffle", needs: "raffle show", answer: shakes.raffle },
  { id: "changes", needs: "user show", answer: account.changes },
  { id: "order", needs: "wallet history", answer: coins.order },
  { id: "told", needs: "wallet show", answer: coins.told },
]

/** How many stand there before the others are shown, too. */
export const FIRST = 12
