/** Entries of the audit log: by day, and what their subjects lead to. */

import { h } from "../../../ground/h.js"
import { dayOf, t, when } from "../../../ground/i18n.js"
import { cli } from "../../../ground/parts/says.js"
import { session } from "../../session.js"
import { named } from "../commands/answer.js"
import { aboutOf, pieces } from "./subject.js"

/**
 * @typedef {object} Entry
 * @property {number} entry
 * @property {string} at
 * @property {string} actor
 * @property {string} action
 * @property {string} subject
 * @property {string | null} reason
 */
/** The name of who did it, without the way by which. @param {string} actor */
export const nameOf = (actor) => actor.replace(/^token:/, "")

/**
 * The heading of a day.
 * @param {string} at
 * @param {number} now
 */
export function dayName(at, now) {
  const [day, today, yesterday] = [at, now, now - 86_400_000].map((one) => dayOf(one))
  if (day === today) return t("part.today")
  if (day === yesterday) return t("part.yesterday")
  return when(at, day.slice(0, 4) === today.slice(0, 4) ? "day" : "date")
}

/** A subject with its links. @param {Entry} entry */
const subjectOf = ({ subject, action }) => pieces(subject, action).map(({ kind, text }) => {
  if (kind === "id") return named(text)
  if (kind === "token") {
    return session.may("token show") ? h("a", { href: `/console/tokens/${encodeURIComponent(text)}` }, text) : text
  }
  return kind === "setting" && session.may("setting list")
    ? h("a", { href: `/console/settings?text=${encodeURIComponent(text)}` }, text)
    : text
})

/** An entry, which opens to its details. @param {Entry} entry */
export function entryRow(entry) {
  const number = h("button", {
    type: "button", class: "link mono", "aria-expanded": "false", "aria-label": t("aud.open", { entry: entry.entry }),
    onclick: () => toggle(),
  }, entry.entry)
  const row = h("li", { onclick: (/** @type {MouseEvent} */ event) => {
    // Links and buttons do what they say, and what is marked is to be copied.
    const isOther = event.target instanceof Element && event.target.closest("a, button, dl")
    if (!isOther && getSelection()?.isCollapsed !== false) toggle()
  } },
  h("time", { datetime: entry.at }, when(entry.at, "time")),
  h("b", null, nameOf(entry.actor)),
  h("span", null, entry.action, h("br"), h("span", { class: "soft" }, subjectOf(entry))),
  h("span", { class: "soft" }, entry.reason && t("aud.reason", { text: entry.reason })), number)
  const toggle = () => {
    const isOpen = row.classList.toggle("open")
    number.setAttribute("aria-expanded", String(isOpen))
    if (isOpen) row.append(details(entry))
    else row.querySelector(".of-entry")?.remove()
  }
  return row
}

/** @param {Entry} entry */
function details({ entry, at, actor, action, subject }) {
  const link = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("a", { href: `/console/audit?${new URLSearchParams({ [name]: value })}` }, value)
  /** @type {[string, import("../../../ground/h.js").Child][]} */
  const all = [
    [t("aud.when"), h("time", { datetime: at }, `${when(at, "date")}, ${when(at, "seconds")}`)],
    [t("aud.who"), link("actor", actor)], [t("aud.what"), link("action", action)],
    [t("aud.about"), aboutOf(subject) && link("subject", aboutOf(subject))],
  ]
  return h("div", { class: "of-entry stack g3" },
    h("dl", null, all.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value || "–")))),
    cli(`qix audit show --before ${entry + 1} --limit 1`))
}
