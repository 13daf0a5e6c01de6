/** The cards beside the work: what expires, notes, badges, referrals, sessions, and what their app shows. */

import { h } from "../../../ground/h.js"
import { number, t, when } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { chip } from "../../../ground/parts/chip.js"
import { Field } from "../../../ground/parts/field.js"
import { loaded, skeleton } from "../../../ground/parts/state.js"
import { expiries } from "./answers-coins.js"
import { openChange } from "./acts.js"
import { day, named, word } from "./proof.js"
import { uncoverable } from "./uncover.js"

/** @typedef {import("./person.js").Person} Person */
/** @typedef {import("../../../ground/h.js").Child} Child */

/**
 * A card that loads what it shows.
 * @param {Person} person
 * @param {string} title
 * @param {string} command without the right to it there is no card
 * @param {() => Promise<Child>} show
 * @param {(place: Element) => Child} [beside] the title
 */
function card(person, title, command, show, beside) {
  if (!person.may(command)) return null
  const place = h("div", { class: "stack g3" })
  const element = h("section", { class: "card g3" },
    h("div", { class: "row between" }, h("h2", null, t(title)), beside?.(place)), place)
  void loaded(place, show, (shown) => shown, { shape: skeleton(["line", "line s"]), signal: person.signal })
  return element
}

/** @param {string} key */
const none = (key) => h("p", { class: "small soft" }, t(key))

/** What expires when, and what they were told of it. @param {any} wallet */
export const expiring = (wallet) => [
  h("h2", null, t("c.expires-title")),
  wallet.expiries.length > 0 ? expiries(wallet.expiries) : none("c.expires-none"),
  (wallet.reminders ?? []).slice(0, 1).map((/** @type {any} */ one) => h("p", { class: "tiny soft" }, t(one.failed ? "c.told-failed" : "c.told-on", {
    date: when(one.told, "date"), count: one.coins,
  }))),
]

/** @param {Person} person */
export function notes(person) {
  const show = async () => {
    const { notes } = await person.get(["users", "notes"], { user: person.id })
    if (notes.length === 0) return none("c.notes-none")
    return h("ul", { class: "stack g3" }, notes.toReversed().map((/** @type {any} */ note) => h("li", { class: "stack g1" },
      uncoverable(person, {
        field: "text", name: t("c.note"), masked: note.text, command: "user note list", path: ["users", "notes"],
        query: { user: person.id },
        find: (answer) => answer.notes.find((/** @type {any} */ one) => one.note === note.note)?.text,
      }),
      h("p", { class: "tiny soft" }, `${note.by}, `, day(note.at)))))
  }
  return card(person, "c.notes", "user note list", show, (place) => person.may("user note add") &&
    button(t("c.add"), async () => {
      if (await addNote(person)) {
        person.forget()
        await loaded(place, show, (shown) => shown, { signal: person.signal })
      }
    }, { icon: "plus", isDense: true, name: t("c.add-note") }))
}

/** @param {Person} person */
function addNote(person) {
  const text = new Field(t("c.note"), { rows: 3, hint: t("c.note-hint") })
  return openChange({
    title: t("c.add-note"), command: "user note add", act: t("c.add"), fixed: { user: person.name },
    fields: { text }, reasons: [t("c.note-reason")],
    effects: () => [{ sign: "add", text: t("c.note-added") }], done: () => t("c.note-added"),
  }, person.asks("user note add"))
}

/** @param {Person} person */
export const badges = (person) => card(person, "c.badges", "badge of", async () => {
  const { badges } = await person.get(["badges", person.id, "of"])
  if (badges.length === 0) return none("c.badges-none")
  return h("ul", { class: "rows" }, badges.map((/** @type {any} */ badge) => h("li", null,
    h("span", { class: "grow" }, badge.title ?? badge.badge),
    badge.awarded ? day(badge.awarded) : h("span", { class: "num soft" }, `${badge.count ?? 0} / ${badge.goal ?? "–"}`))))
})

/** @param {Person} person */
export const friends = (person) => card(person, "c.referrals", "referral of", async () => {
  const of = await person.get(["referrals", person.id, "of"])
  return [
    of.code && h("p", { class: "small" }, `${t("c.their-code")} `, h("span", { class: "mono" }, of.code)),
    of.claims.length === 0 ? none("c.referrals-none") : h("ul", { class: "rows" }, of.claims.map((/** @type {any} */ one) =>
      h("li", null, h("a", { class: "grow small", href: `/console/users/${one.referrer === person.id ? one.referee : one.referrer}` },
        t(one.referrer === person.id ? "c.brought" : "c.brought-by"), " ",
        named(one.referrer === person.id ? one.referee : one.referrer)), chip(word("state.referral", one.state))))),
  ]
})

/** @param {Person} person */
export const signedIn = (person) => card(person, "c.sessions", "session list", async () => {
  const { sessions } = await person.get(["sessions"], { user: person.id })
  if (sessions.length === 0) return none("c.sessions-none")
  return h("ul", { class: "rows" }, sessions.map((/** @type {any} */ one) => h("li", null,
    h("span", { class: "grow small" }, named(one.session), h("br"), h("span", { class: "soft" }, t("c.seen-on", {
      when: when(one.seen ?? one.created),
    }))))))
})

/** What the customer's app shows, as the server would tell it to them. @param {Person} person @param {any} wallet */
export const app = (person, wallet) => card(person, "c.app", "reward list", async () => {
  const { rewards } = await person.get(["rewards"], { for: person.id, limit: 100 })
  return [
    h("p", { class: "tiny soft" }, t("c.app-hint")),
    h("p", null, h("b", { class: "num" }, number(wallet.available)), ` ${t("c.available")}`),
    h("ul", { class: "rows" }, rewards.map((/** @type {any} */ one) => h("li", null,
      h("span", { class: "grow small" }, h("span", { class: "strong" }, one.title ?? one.reward),
        !one.can_redeem && [h("br"), h("span", { class: "soft" }, one.obstacle)]),
      h("span", { class: "fig" }, number(one.price ?? 0))))),
  ]
})
