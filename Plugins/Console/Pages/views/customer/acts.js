/** What one may do with a customer: each a change with a dry run, a reason and its command line. */

import { h } from "../../../ground/h.js"
import { number, rich, t, when } from "../../../ground/i18n.js"
import { Field } from "../../../ground/parts/field.js"
import { icon } from "../../../ground/parts/icon.js"
import { toast } from "../../../ground/parts/toast.js"
import { diff, openCommand } from "../commands/run.js"
import { word } from "./proof.js"

/** @typedef {import("./person.js").Person} Person */
/** @typedef {import("../commands/run.js").Effect} Effect */
/**
 * A command as staff know it.
 * @typedef {object} Change
 * @property {string} title
 * @property {string} command
 * @property {string} act what the button says to who may do it
 * @property {import("../../../ground/h.js").Child} [text]
 * @property {import("../commands/declared.js").Values} fixed what the page knows
 * @property {Record<string, Field>} [fields] what it asks for
 * @property {string[]} reasons such as staff often give
 * @property {boolean} [isHarm]
 * @property {(answer: any | undefined) => Effect[]} effects of the dry run's answer; without one, what is known anyway
 * @property {(answer: any) => string} done
 */
/**
 * @typedef {object} Deed
 * @property {string} id its name is the sentence `act.ID`
 * @property {string} command
 * @property {string} icon
 * @property {boolean} [isHarm]
 * @property {(user: any) => boolean} [fits]
 * @property {(wallet: any) => string | undefined} [limit] what is left of it today
 * @property {(person: Person) => Promise<Change>} change
 */

/** @param {string} id */
const reasons = (id) => [1, 2, 3].map((place) => t(`act.${id}.reason-${place}`)).filter((text) => !text.startsWith("act."))

/** @param {string} text */
const whole = (text) => (/^\d+$/.test(text) ? Number(text) : 0)

/**
 * A balance before and after.
 * @param {Person} person
 * @param {any} wallet
 * @param {number} change
 * @returns {Effect}
 */
const becomes = (person, wallet, change) => ({
  sign: change < 0 ? "take" : "add",
  text: rich("act.becomes", { name: person.name, from: wallet.available, to: wallet.available + change }),
})

/** @param {number} [value] */
const amountField = (value) =>
  new Field(t("c.coins"), { type: "text", value: value ? String(value) : "", attributes: { inputmode: "numeric", autocomplete: "off" } })

/** @param {Person} person @returns {Promise<Change>} */
async function goodwill(person) {
  const wallet = await person.wallet()
  const amount = amountField()
  return {
    title: t("act.goodwill.title", { name: person.name }), command: "coins goodwill", act: t("act.goodwill"),
    text: wallet.goodwill_left === null || wallet.goodwill_left === undefined ? undefined
      : t("act.goodwill.left", { count: wallet.goodwill_left_for_user ?? wallet.goodwill_left }),
    fixed: { user: person.name }, fields: { amount }, reasons: reasons("goodwill"),
    effects: (answer) => [
      becomes(person, wallet, whole(amount.value)),
      answer && { sign: "same", text: rich("act.goodwill.from", { budget: answer.from, left: answer.goodwill_left }) },
    ].filter(Boolean),
    done: (answer) => t("act.goodwill.done", { count: answer.amount, name: person.name }),
  }
}

/** @param {Person} person @returns {Promise<Change>} */
async function reverse(person) {
  const [wallet, { movements }] = await Promise.all([
    person.wallet(), person.history({ kind: ["issue", "import"], limit: 50 }),
  ])
  const grants = new Field(t("act.reverse.of"), {
    options: movements.map((/** @type {any} */ one) => ({
      value: one.transfer, label: [number(one.amount), one.key, when(one.at, "short date")].filter(Boolean).join(", "),
    })),
    hint: movements.length === 0 ? t("act.reverse.none") : "",
    onInput: () => (amount.value = String(grant()?.amount ?? "")),
  })
  const grant = () => movements.find((/** @type {any} */ one) => one.transfer === grants.value)
  const amount = amountField(movements[0]?.amount)
  return {
    title: t("act.reverse.title", { name: person.name }), command: "coins reverse", act: t("act.reverse"),
    fixed: {}, fields: { transfer: grants, amount }, reasons: reasons("reverse"),
    effects: () => [becomes(person, wallet, -whole(amount.value))],
    done: (answer) => t("act.reverse.done", { count: answer.amount, name: person.name }),
  }
}

/** @param {Person} person @returns {Promise<Change>} */
async function refund(person) {
  const [wallet, { redemptions }] = await Promise.all([person.wallet(), person.redemptions({ limit: 50 })])
  const open = redemptions.filter((/** @type {any} */ one) => one.state === "fulfilled")
  // Who may only ask gets no answer of a dry run: whether a code becomes worthless is known by the redemption.
  const pages = await Promise.all(open.slice(0, 10).map((/** @type {any} */ one) =>
    person.get(["redemptions", one.redemption])))
  const hasVoucher = () => pages.some((page) => page.redemption === choice.value && page.vouchers?.length > 0)
  const choice = new Field(t("act.refund.of"), {
    options: open.map((/** @type {any} */ one) => ({
      value: one.redemption, label: `${one.reward}, ${number(one.coins)}, ${when(one.at, "short date")}`,
    })),
    hint: open.length === 0 ? t("act.refund.none") : "",
  })
  const chosen = () => open.find((/** @type {any} */ one) => one.redemption === choice.value)
  return {
    title: t("act.refund.title"), command: "reward refund", act: t("act.refund"), fixed: {},
    fields: { redemption: choice }, reasons: reasons("refund"),
    effects: (answer) => [
      becomes(person, wallet, answer?.coins ?? chosen()?.coins ?? 0),
      (answer?.voucher_voided ?? hasVoucher()) && { sign: /** @type {const} */ ("take"), text: t("act.refund.voids") },
    ].filter((effect) => effect !== false),
    done: (answer) => t("act.refund.done", { count: answer.coins }),
  }
}

/** @param {Person} person @returns {Promise<Change>} */
async function cancel(person) {
  const [wallet, { redemptions }] = await Promise.all([
    person.wallet(), person.redemptions({ state: "held", limit: 50 }),
  ])
  const choice = new Field(t("act.refund.of"), {
    options: redemptions.map((/** @type {any} */ one) => ({
      value: one.redemption, label: `${one.title}, ${number(one.coins)}, ${when(one.at, "short date")}`,
    })),
    hint: redemptions.length === 0 ? t("act.cancel.none") : "",
  })
  const chosen = () => redemptions.find((/** @type {any} */ one) => one.redemption === choice.value)
  return {
    title: t("act.cancel"), command: "reward cancel", act: t("act.cancel"), fixed: {}, fields: { redemption: choice },
    reasons: reasons("refund"), effects: () => [becomes(person, wallet, chosen()?.coins ?? 0)],
    done: () => t("act.cancel.done"),
  }
}

/** @param {Person} person @returns {Promise<Change>} */
async function merge(person) {
  const other = new Field(t("act.merge.other"), { hint: t("act.merge.hint"), attributes: { autocomplete: "off" } })
  return {
    title: t("act.merge.title", { name: person.name }), command: "user merge", act: t("act.merge"), isHarm: true,
    text: t("act.merge.text"), fixed: { into: person.name }, fields: { from: other }, reasons: reasons("merge"),
    effects: (answer) => [
      ...(answer?.moved ?? []).filter((/** @type {any} */ one) => one.count > 0).map((/** @type {any} */ one) => ({
        sign: /** @type {const} */ ("add"), text: rich("act.moves", { what: word("moved", one.what), amount: one.count }),
      })),
      { sign: "take", text: rich("act.merge.gone", { other: other.value }) },
    ],
    done: () => t("act.merge.done", { name: person.name }),
  }
}

/**
 * @param {"suspend" | "resume"} id
 * @returns {(person: Person) => Promise<Change>}
 */
const standing = (id) => async (person) => ({
  title: t(`act.${id}.title`, { name: person.name }), command: `user ${id}`, act: t(`act.${id}`),
  fixed: { user: person.name }, fields: {}, reasons: reasons(id),
  effects: () => [{ sign: id === "suspend" ? "take" : "add", text: t(`act.${id}.effect`, { name: person.name }) }],
  done: () => t(`act.${id}.done`, { name: person.name }),
})

/** @param {Person} person @returns {Promise<Change>} */
async function endSessions(person) {
  return {
    title: t("act.end-sessions.title", { name: person.name }), command: "session end", act: t("act.end-sessions"),
    fixed: { user: person.name, all: true }, fields: {}, reasons: reasons("end-sessions"),
    effects: (answer) => [{ sign: "take", text: t("act.end-sessions.effect", { count: answer?.ended ?? 0 }) }],
    done: (answer) => t("act.end-sessions.done", { count: answer.ended }),
  }
}

/** @param {Person} person @returns {Promise<Change>} */
async function erase(person) {
  const wallet = await person.wallet()
  const typed = new Field(t("act.erase.type", { name: person.name }), { attributes: { autocomplete: "off" } })
  return {
    title: t("act.erase.title", { name: person.name }), command: "user erase", act: t("act.erase"), isHarm: true,
    text: t("act.erase.text"), fixed: { user: person.name }, fields: { confirm: typed }, reasons: reasons("erase"),
    effects: (answer) => [
      ...(answer?.losses ?? [{ what: "coins", count: wallet.balance }, { what: "coins_held", count: wallet.held }])
        .filter((/** @type {any} */ one) => one.count > 0).map((/** @type {any} */ one) => ({
          sign: /** @type {const} */ ("take"),
          text: rich("act.loses", { what: word("moved", one.what), amount: one.count }),
        })),
      { sign: "stop", text: t("act.erase.for-good") },
    ],
    done: () => t("act.erase.done"),
  }
}

/** @type {Deed[]} */
export const deeds = [
  {
    id: "goodwill", command: "coins goodwill", icon: "plus", change: goodwill,
    limit: (wallet) => (typeof wallet?.goodwill_left === "number"
      ? t("act.goodwill.today", { count: Math.min(wallet.goodwill_left, wallet.goodwill_left_for_user ?? Infinity) })
      : undefined),
  },
  { id: "reverse", command: "coins reverse", icon: "undo", change: reverse },
  { id: "cancel", command: "reward cancel", icon: "box", change: cancel },
  { id: "refund", command: "reward refund", icon: "ticket", change: refund },
  { id: "merge", command: "user merge", icon: "join", change: merge },
  { id: "end-sessions", command: "session end", icon: "key", change: endSessions },
  { id: "suspend", command: "user suspend", icon: "pause", change: standing("suspend"), fits: (user) => user.standing === "active" },
  { id: "resume", command: "user resume", icon: "play", change: standing("resume"), fits: (user) => user.standing === "suspended" },
  { id: "erase", command: "user erase", icon: "close", change: erase, isHarm: true },
]

/**
 * Those that fit a user, with what the role may.
 * @param {Person} person
 * @param {any} user
 * @param {string[]} [only]
 */
export const fitting = (person, user, only) =>
  deeds.filter((deed) => (!only || only.includes(deed.id)) && (deed.fits?.(user) ?? user.standing !== "erased"))
    .map((deed) => ({ deed, may: person.may(deed.command), asks: person.asks(deed.command) }))

/**
 * The list of what one may do. What one may not is shown, locked.
 * @param {Person} person
 * @param {any} user
 * @param {any} wallet
 * @param {() => void} onChange
 */
export const actList = (person, user, wallet, onChange) =>
  h("ul", { class: "acts" }, fitting(person, user).map(({ deed, may, asks }) =>
    h("li", null, actButton(deed, may ? (asks ? t("c.asks-approval") : deed.limit?.(wallet)) : t("c.not-yours"), may,
      () => act(person, deed.id, onChange)))))

/**
 * @param {Deed} deed
 * @param {string | undefined} remark
 * @param {boolean} may
 * @param {() => void} onClick
 */
function actButton(deed, remark, may, onClick) {
  return h("button", {
    type: "button", class: deed.isHarm && "bad", "aria-disabled": may ? undefined : "true", dataset: { act: deed.id },
    onclick: () => may && onClick(),
  }, icon(may ? deed.icon : "lock"), h("span", null, t(`act.${deed.id}`)), remark && h("small", null, remark))
}

/**
 * Opens the dialog of a change.
 * @param {Change} change
 * @param {boolean} asks whether the role may only ask for it
 * @returns {Promise<boolean>} whether something has changed, or was asked for
 */
export async function openChange(change, asks) {
  let wasAsked = false
  const answer = await openCommand(change.command, {
    ...change, asks, needsReason: true, effects: (answer) => diff(change.effects(answer)),
    known: () => diff(change.effects(undefined)), onAsked: () => {
      wasAsked = true
    },
  })
  if (answer) toast(change.done(answer))
  return Boolean(answer) || wasAsked
}

/**
 * Opens the dialog of a deed.
 * @param {Person} person
 * @param {string} id
 * @param {() => void} onChange
 */
export async function act(person, id, onChange) {
  const deed = deeds.find((one) => one.id === id)
  if (!deed) return
  if (await openChange(await deed.change(person), person.asks(deed.command))) {
    person.forget()
    onChange()
  }
}
