/** Answers about the account: questions 11 to 13, 16 to 20 and 23 of docs/support.md. */

import { api, ApiProblem, path } from "../../../ground/api.js"
import { number, rich, t, when } from "../../../ground/i18n.js"
import { note } from "../../../ground/parts/says.js"
import { at, day, movements, named, table, word } from "./proof.js"

/** @typedef {import("./person.js").Person} Person */
/** @typedef {import("./questions.js").Answer} Answer */

/** @param {Person} person @returns {Promise<Answer>} */
export async function tier(person) {
  const of = await person.get(["tiers", person.id, "of"])
  const values = {
    tier: of.title ?? of.tier, earned: of.earned, missing: of.missing, next: of.next,
    date: of.count_ends ? when(of.count_ends, "date") : "", until: of.holds_until ? when(of.holds_until, "date") : "",
  }
  return {
    say: [
      of.tier ? rich("q.tier.is", values) : rich("q.tier.none", values), " ",
      of.next ? rich("q.tier.missing", values) : of.tier && rich("q.tier.highest", values),
      of.tier && of.holds_until && [" ", rich("q.tier.until", values)],
    ],
    lines: [`qix tier of ${person.word}`],
  }
}

/** @param {any} claims */
export const referrals = (claims) =>
  table(["c.programme", "c.referee", "c.state", "c.claimed", "c.due", "c.settled"],
    claims.map((/** @type {any} */ one) => [
      one.programme, named(one.referee),
      one.refusal ? `${word("state.referral", one.state)}: ${one.refusal}` : word("state.referral", one.state),
      day(one.claimed), day(one.due), day(one.settled),
    ]))

/** @param {Person} person @returns {Promise<Answer>} */
export async function friend(person) {
  const of = await person.get(["referrals", person.id, "of"])
  const brought = of.claims.filter((/** @type {any} */ one) => one.referrer === person.id)
  const refused = of.refused_claims.filter((/** @type {any} */ one) => one.referee !== person.id)
  const last = brought[0]
  return {
    say: last
      ? rich(`q.friend.${last.state}`, {
        date: last.due ? when(last.due, "date") : "", settled: last.settled ? when(last.settled, "date") : "",
      })
      : rich(refused.length > 0 ? "q.friend.refused" : "q.friend.none"),
    proof: [
      of.claims.length > 0 && referrals(of.claims),
      of.refused_claims.length > 0 && table(["c.programme", "c.when", "c.why-not"],
        of.refused_claims.map((/** @type {any} */ one) => [one.programme, at(one.at), one.refusal])),
    ],
    lines: [`qix referral of ${person.word}`], acts: ["goodwill"], aside: note(t("q.friend.aside")),
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function phone(person) {
  const { profile } = await person.user()
  const isProved = profile.proved.includes("phone")
  return {
    say: isProved ? rich("q.phone.proved", { phone: profile.phone }) : rich("q.phone.two"),
    lines: isProved
      ? [
        `qix auth otp request --consent phone --user ${person.word}`, "qix auth otp verify OTP",
        `qix auth otp request --phone - --user ${person.word} < new.txt`, "qix auth otp verify OTP2 --consent OTP",
      ]
      : [`qix user set ${person.word} --phone - --reason 'case …'`],
    aside: note(t(isProved ? "q.phone.aside" : "q.phone.aside-two")),
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function accounts(person) {
  const { merged_ids: merged } = await person.user()
  return {
    say: merged.length > 0 ? rich("q.accounts.merged", { count: merged.length }) : rich("q.accounts.two"),
    proof: merged.length > 0 && table(["c.joined-id"], merged.map((/** @type {string} */ one) => [named(one)])),
    lines: [`qix user merge OTHER --into ${person.word} --reason 'case …'`], acts: ["merge"],
    aside: note(t("q.accounts.aside")),
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function blocked(person) {
  const user = await person.user()
  const { suspended } = user
  return {
    say: suspended
      ? rich("q.blocked.since", { date: when(suspended.since, "date") })
      : rich(user.standing === "active" ? "q.blocked.not" : "q.blocked.other", { state: word("state.user", user.standing) }),
    aside: suspended && note([t("c.not-for-them"), ` ${suspended.by}: ${suspended.reason ?? "–"}`], "warn"),
    lines: [`qix user show ${person.word}`], acts: [suspended ? "resume" : "suspend"],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function erase(person) {
  const wallet = await person.wallet()
  return {
    say: wallet.balance > 0
      ? rich(wallet.held > 0 ? "q.erase.held" : "q.erase.coins", { count: wallet.balance, held: wallet.held })
      : rich("q.erase.nothing"),
    lines: [`qix user erase ${person.word} --confirm ${person.word} --reason 'request …'`], acts: ["erase"],
    aside: note(t("q.erase.aside")),
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function data(person) {
  return {
    say: rich("q.data.file"), aside: note(t("q.data.aside")),
    lines: [`qix user export ${person.word} --reveal --reason 'request …' --output ${person.word}.json`],
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function code(person) {
  const { profile } = await person.user()
  const way = profile.proved[0]
  const line = `qix auth otp request --consent ${way ?? "phone"} --user ${person.word} --dry-run`
  if (!way) return { say: rich("q.code.none"), lines: [line] }
  try {
    const answer = await api.post(path("auth", "otps", "request"), {
      body: { consent: way, user: person.id, dry_run: true }, signal: person.signal,
    })
    return { say: rich("q.code.to", { to: answer.to }), lines: [line], aside: note(t("q.code.aside", { sender: answer.sender })) }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status >= 500) throw error
    return { say: rich("q.code.not"), lines: [line], aside: note(error.detail, "warn") }
  }
}

/** @param {Person} person @returns {Promise<Answer>} */
export async function changes(person) {
  const { changes } = await person.get(["users", person.id], { changes: true })
  const last = changes[0]
  return {
    say: last ? rich("q.changes.last", { when: when(last.at) }) : rich("q.changes.none"),
    proof: last && table(["c.when", "c.what", "c.about", "c.by", "c.reason"], changes.map((/** @type {any} */ one) => [
      at(one.at), one.what, one.subject.split(" ").map((/** @type {string} */ part) => [named(part), " "]), one.by, one.reason,
    ])),
    aside: last && note(t("c.not-for-them"), "warn"), lines: [`qix user show ${person.word} --changes`],
    acts: ["suspend"],
  }
}

/** @param {any[]} sessions */
export const sessions = (sessions) =>
  table(["c.session", "c.begun", "c.by", "c.seen", "c.ends"], sessions.map((one) => [
    named(one.session), at(one.created), one.by, at(one.seen), at(one.ends),
  ]))

/** @param {Person} person @returns {Promise<Answer>} */
export async function thief(person) {
  const [{ sessions: all }, { movements: spent }] = await Promise.all([
    person.get(["sessions"], { user: person.id }), person.history({ kind: ["redeem", "capture", "transfer"], limit: 20 }),
  ])
  const gone = spent.filter((/** @type {any} */ one) => one.amount < 0)
  const last = gone[0]
  return {
    say: [
      last ? rich("q.thief.last", { amount: number(-last.amount), when: when(last.at) }) : rich("q.thief.nothing"),
      " ", all.length > 0 ? rich("q.thief.sessions", { count: all.length }) : rich("q.thief.nowhere"),
    ],
    proof: [gone.length > 0 && movements(gone), all.length > 0 && sessions(all)],
    lines: [`qix session list --user ${person.word}`, `qix session end --user ${person.word} --all --reason 'case …'`],
    acts: ["end-sessions", "suspend", "refund"],
  }
}
