/** Sections of the form: what, when, who, limits, and what the form doesn't know. */

import { fill, h } from "../../../ground/h.js"
import { t, when } from "../../../ground/i18n.js"
import { button, iconButton } from "../../../ground/parts/button.js"
import { asText, isAbsent, isObject, textOf } from "./file.js"
import { averageOf, pricesOf } from "./odds.js"

/** @typedef {import("./form.js").Form} Form */
/**
 * @typedef {object} Known what the server has
 * @property {{ type: string, summary: string }[]} types
 * @property {import("./kinds.js").Setting[]} settings
 * @property {string[]} segments
 * @property {string[]} tiers
 * @property {string[]} badges
 * @property {import("./prizes.js").Gift[]} gifts
 * @property {Map<string, string>} pictures by `picture:NAME`, their addresses
 */

export const SECTIONS = /** @type {const} */ (["what", "when", "how", "prizes", "limits", "who", "texts"])

const ZONES = () => ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]

/** @param {Form} form @param {{ hasNote: boolean, pictures: Map<string, string> }} options */
export const what = (form, { hasNote, pictures }) => form.section("what", t("cf.what"), () => [
  h("div", { class: "pairs3 two-col" },
    form.field(["name"], t("cf.name"), { hint: t("cf.name.hint"), isRequired: true }),
    form.field(["brand"], t("cf.brand"), { isRequired: true })),
  form.field(["title"], t("cf.title"), { hint: t("cf.title.hint"), isRequired: true }),
  form.field(["picture"], t("cf.picture"), { hint: t("cf.picture.hint"), suggestions: [...pictures.keys()] }),
  hasNote && form.field(["note"], t("cf.note"), { hint: t("cf.note.hint") }),
])

/** @param {Form} form */
export const when_ = (form) => form.section("when", t("cf.when"), () => [
  h("div", { class: "pairs3 two-col" },
    form.moment(["start"], t("cf.start"), { hint: t("cf.start.hint"), isRequired: true }),
    form.moment(["end"], t("cf.end"), { hint: t("cf.end.hint"), isRequired: true })),
  form.field(["time-zone"], t("cf.zone"), { hint: t("cf.zone.hint"), suggestions: ZONES(), isRequired: true }),
])

export const CAPS = [
  "attempts-per-user-and-day", "attempts-per-user", "wins-per-user", "coins-per-user", "coins-per-day", "wins",
]

/** @param {Form} form @param {Known} known */
export const limits = (form, known) => {
  /** How coins expire, as chosen before a value is given. @type {string | undefined} */
  let chosen
  return form.section("limits", t("cf.limits"), () => {
    const expires = form.at(["expires"])
    const mode = chosen ?? (isAbsent(expires) ? "" : textOf(expires).startsWith("P") ? "after" : "on")
    const select = h("select", {
      class: "input", id: "cf-expiry", disabled: form.isFixed(["expires"]), onchange: () => {
        chosen = select.value
        form.put(["expires"], undefined)
        form.redraw("limits", chosen ? ["expires"] : undefined)
        if (!chosen) document.getElementById("cf-expiry")?.focus()
      },
    }, ["", "after", "on"].map((value) =>
      h("option", { value, selected: value === mode }, t(`cf.expires.${value || "default"}`))))
    const worth = h("p", { class: "small soft" })
    form.watch(() => {
      const coins = Number(form.at(["caps", "coins-per-day"]))
      const average = averageOf(form.at(["award"]), pricesOf(known.gifts))
      fill(worth, coins > 0 && average ? t("cf.caps.day-worth", { count: Math.floor(coins / average) }) : "")
      worth.hidden = !worth.textContent
    })
    return [
      isObject(form.at(["caps"]) ?? {})
        ? h("div", { class: "cf-caps" }, CAPS.map((cap) =>
          form.number(["caps", cap], t(`cf.cap.${cap}`), { placeholder: t("cf.no-limit") })))
        : form.json(["caps"], "caps"),
      worth, form.others(["caps"], CAPS, "limits"),
      h("h3", null, t("cf.pace")),
      isObject(form.at(["pace"]) ?? {})
        ? h("div", { class: "cf-caps" },
          form.length(["pace", "cooldown"], t("cf.cooldown"),
            { units: ["TS", "TM", "TH", "D"], placeholder: t("cf.no-limit") }),
          form.number(["pace", "per-minute"], t("cf.per-minute"), { placeholder: t("cf.no-limit") }),
          form.number(["pace", "users-per-device"], t("cf.per-device"), { placeholder: t("cf.no-limit") }))
        : form.json(["pace"], "pace"),
      form.others(["pace"], ["cooldown", "per-minute", "users-per-device"], "limits"),
      h("h3", null, t("cf.further")),
      h("div", { class: "pairs3 two-col" },
        h("div", { class: "field" }, h("label", { for: "cf-expiry" }, t("cf.expires")), select),
        mode === "after" && form.length(["expires"], t("cf.expires.period"), { units: ["D", "M", "Y"], unit: "M" }),
        mode === "on" && form.moment(["expires"], t("cf.expires.day"), { hint: t("cf.expires.day.hint") })),
      h("div", { class: "pairs3 two-col" },
        form.number(["priority"], t("cf.priority"), { hint: t("cf.priority.hint"), placeholder: "0" }),
        form.length(["draw-window"], t("cf.window"),
          { hint: t("cf.window.hint"), units: ["TM", "TH", "D", "M"], unit: "D" })),
    ]
  })
}

const CONDITIONS = ["tier", "badge", "segment", "referred", "referrals"]

/** @param {Form} form @param {Known} known */
export const who = (form, known) => form.section("who", t("cf.who"), () => {
  if (!isObject(form.at(["audience"]) ?? {})) return form.json(["audience"], "audience")
  const conditions = form.at(["audience", "conditions"]) ?? []
  return [
    h("div", { class: "pairs3 two-col" },
      form.choice(["audience", "minimum-mode"], t("cf.mode"), [
        { value: "", label: t("cf.mode.all") }, { value: "trial", label: t("cf.mode.trial") },
        { value: "signed", label: t("cf.mode.signed") }, { value: "pro", label: t("cf.mode.pro") },
      ].filter((one) => one.value !== "trial" || form.at(["audience", "minimum-mode"]) === "trial")),
      form.choice(["audience", "segment"], t("cf.segment"), [
        { value: "", label: t("cf.segment.none") }, ...known.segments.map((value) => ({ value, label: value })),
      ])),
    h("div", { class: "stack g3" }, h("h3", null, t("cf.conditions")),
      h("p", { class: "small soft" }, t("cf.conditions.hint")),
      Array.isArray(conditions)
        ? [h("ul", { class: "stack g3" }, conditions.map((value, place) => condition(form, known, value, place))),
          !form.isFixed(["audience", "conditions"]) && h("div", { class: "row g2 wrap" },
            button(t("cf.conditions.add"), () => {
              form.put(["audience", "conditions"], [...conditions, "tier:"])
              form.redraw("who", ["audience", "conditions", conditions.length])
            }, { icon: "plus", isDense: true }))]
        : form.json(["audience", "conditions"], t("cf.conditions"))),
    form.others(["audience"], ["minimum-mode", "segment", "conditions"], "who"),
  ]
})

/** @param {Form} form @param {Known} known @param {any} value @param {number} place */
function condition(form, known, value, place) {
  const path = ["audience", "conditions", place]
  const number = place + 1
  const [kind, rest] = typeof value === "string" && value.includes(":")
    ? [value.slice(0, value.indexOf(":")), value.slice(value.indexOf(":") + 1)]
    : ["", value]
  const isKnown = CONDITIONS.includes(kind)
  const select = h("select", {
    class: "input", "aria-label": t("cf.condition.kind", { number }), disabled: form.isFixed(path), onchange: () => {
      form.put(path, select.value ? `${select.value}:` : textOf(rest))
      form.redraw("who", path)
    },
  }, [...CONDITIONS, ""].map((one) =>
    h("option", { value: one, selected: one === (isKnown ? kind : "") }, t(`cf.condition.${one || "other"}`))))
  /** @type {Record<string, string[]>} */
  const names = { tier: known.tiers, badge: known.badges, segment: known.segments }
  // An empty text stays in the list, where the server finds it.
  const text = isKnown
    ? form.field(path, t("cf.condition.value", { number }), { isBare: true, suggestions: names[kind],
      show: () => rest, make: (typed) => `${kind}:${typed}` })
    : form.field(path, t("cf.condition.value", { number }), { isBare: true, make: (typed) => typed })
  return h("li", { class: "cf-condition" }, select, text, !form.isFixed(["audience"]) &&
    iconButton("close", t("cf.remove", { what: textOf(value) }), () => {
      form.put(path, undefined)
      form.redraw("who")
      document.getElementById("cf-who")?.focus()
    }))
}

const MEMBERS = [
  "note", "name", "brand", "title", "texts", "picture", "start", "end", "time-zone", "shakes", "audience", "caps", "pace",
  "award", "multiplier", "expires", "draw-window", "priority",
]

/** What qix won't take; shown so that it can be taken away. @param {Form} form */
export const other = (form) => Object.keys(form.file).some((name) => !MEMBERS.includes(name)) &&
  form.section("other", t("cf.other"), () => [
    h("p", { class: "small soft" }, t("cf.other.hint")), form.others([], MEMBERS, "other"),
  ])

/** A time of the file, in words. @param {any} value */
export function timeWords(value) {
  const text = asText(textOf(value)) ?? ""
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::(?!00)\d\d)?)(?::00)?(?:\.\d+)?)?$/.exec(text)
  if (!found || Number.isNaN(Date.parse(found[1]))) return text.replace(/(:\d\d)\.\d+/, "$1")
  return found[2] ? t("cf.at-time", { day: when(found[1], "date"), time: found[2] }) : when(found[1], "date")
}
