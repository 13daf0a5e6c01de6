/** The proof below a sentence: tables of what the server has. */

import { h } from "../../../ground/h.js"
import { t, when } from "../../../ground/i18n.js"
import { id } from "../../../ground/parts/says.js"

/** @typedef {import("../../../ground/h.js").Child} Child */

/**
 * A table. Titles are keys of sentences; one that begins with `#` is that of figures.
 * @param {string[]} titles
 * @param {Child[][]} rows
 * @param {string} [name] what readers call it
 */
export function table(titles, rows, name = t("c.proof")) {
  const isFigure = titles.map((title) => title.startsWith("#"))
  const classes = (/** @type {number} */ place) => (isFigure[place] ? "n" : undefined)
  return h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": name },
    h("table", { class: "data" },
      h("thead", null, h("tr", null, titles.map((title, place) =>
        h("th", { scope: "col", class: classes(place) }, t(title.replace("#", "")))))),
      h("tbody", null, rows.map((row) =>
        h("tr", null, row.map((cell, place) => h("td", { class: classes(place) }, cell ?? "–")))))))
}

/** A moment in a table, or nothing. @param {string | null | undefined} at */
export const at = (at) => (at ? h("time", { datetime: at }, when(at)) : null)

/** A day, or nothing. @param {string | null | undefined} day */
export const day = (day) => (day ? h("time", { datetime: day }, when(day, "short date")) : null)

/** An id, key or name: short if it is an id. @param {string | null | undefined} text */
export const named = (text) => (!text ? null : /^[a-z]{3}_[0-9a-z]{20,}$/.test(text) ? id(text) : h("span", {
  class: "mono",
}, text))

/** A word of the server that is translated where there is a word for it. @param {string} set @param {string} word */
export function word(set, word) {
  const key = `${set}.${word}`
  const text = t(key)
  return text === key ? word : text
}

/**
 * Movements of a wallet.
 * @param {any[]} movements
 */
export const movements = (movements) =>
  table(["c.when", "c.what", "#c.coins", "#c.balance", "c.with", "c.key", "c.reason"], movements.map((one) => [
    at(one.at), word("c.kind", one.kind), signedCoins(one.amount), one.balance, named(one.other), named(one.key),
    one.reason,
  ]))

/** With a sign. @param {number} amount */
export const signedCoins = (amount) => `${amount > 0 ? "+" : amount < 0 ? "−" : ""}${Math.abs(amount)}`

/** What may stand in a sentence of the server: ids, and times of ISO 8601. */
const VALUE = /\b([a-z]{3}_[0-9a-z]{20,}|\d{4}-\d\d-\d\dT[\d:.]+Z)/

/**
 * A sentence of the server with its ids shortened, those of users led to, and its times as people read them.
 * @param {string} text
 */
export const readable = (text) =>
  text.replace(/\.$/, "").split(VALUE).map((part, place) => {
    if (place % 2 === 0) return part
    if (!part.includes("_")) return when(part, "short date")
    return part.startsWith("usr_") ? h("a", { href: `/console/users/${part}` }, id(part)) : id(part)
  })
