import { h } from "../h.js"
import { dayOf, t, when } from "../i18n.js"
import { blob } from "./icon.js"

/**
 * @typedef {object} Row
 * @property {string} [picture]
 * @property {"" | "good" | "warn" | "bad" | "coin"} [sign]
 * @property {import("../h.js").Child} title
 * @property {import("../h.js").Child} [text]
 * @property {import("../h.js").Child} [figure]
 * @property {string} [href]
 */

/** A list with a mark, two lines and a figure for each. @param {Row[]} items */
export const rows = (items) =>
  h("ul", { class: "rows" }, items.map(({ picture, sign, title, text, figure, href }) =>
    h("li", null, picture && blob(picture, sign),
      h(href ? "a" : "div", { class: "grow", href },
        h("span", null, h("span", { class: "strong" }, title),
          text && [h("br"), h("span", { class: "soft small" }, text)])),
      figure !== undefined && h("span", { class: "fig" }, figure))))

/** Names and values. @param {[string, import("../h.js").Child][]} pairs */
export const facts = (pairs) =>
  h("dl", { class: "facts" }, pairs.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))))

/**
 * @typedef {object} Moment
 * @property {string | number} at
 * @property {"plus" | "minus" | "no" | "open" | ""} [kind]
 * @property {import("../h.js").Child} title
 * @property {import("../h.js").Child} [text]
 * @property {import("../h.js").Child} [figure]
 * @property {import("../h.js").Child} [more] opens below the title
 */

/**
 * One line of time, newest above, with a heading for each day.
 * @param {Moment[]} moments
 * @param {number} [now]
 */
export function timeline(moments, now = Date.now()) {
  const [today, yesterday] = [dayOf(now), dayOf(now - 86_400_000)]
  let last = ""
  return h("ol", { class: "time" }, moments.flatMap((moment) => {
    const day = dayOf(moment.at)
    const head = day === last ? [] : [h("li", { class: "day" }, day === today
      ? t("part.today")
      : day === yesterday
        ? t("part.yesterday")
        : when(moment.at, day.slice(0, 4) === today.slice(0, 4) ? "day" : "date"))]
    last = day
    return [...head, h("li", { class: moment.kind },
      h("time", { datetime: new Date(moment.at).toISOString() }, when(moment.at, "time")), body(moment),
      moment.figure !== undefined && h("span", { class: ["fig", moment.kind === "open" && "soft"] }, moment.figure))]
  }))
}

/** @param {Moment} moment */
function body({ kind, title, text, more }) {
  const head = [title, kind === "open" && h("span", { class: "sr" }, ` (${t("part.open")})`)]
  const below = text && h("p", { class: "soft" }, text)
  return h("div", null, more
    ? h("details", null, h("summary", { class: "strong" }, head), h("div", { class: "trace" }, more))
    : h("p", { class: "strong" }, head), below)
}

/** A code to show at a till: paper with two bites. @param {any} above @param {string} code @param {...any} below */
export const ticket = (above, code, ...below) =>
  h("div", { class: "ticket paper" }, h("div", { class: "stack g3" }, above), h("div", { class: "tear" }),
    h("p", { class: "code" }, code.match(/.{1,4}/g)?.join(" ") ?? code), below)
