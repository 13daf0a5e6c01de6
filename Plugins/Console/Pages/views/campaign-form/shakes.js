/** How users shake: the types that a campaign takes, each with its settings. */

import { h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button, iconButton } from "../../../ground/parts/button.js"
import { icon } from "../../../ground/parts/icon.js"
import { sentence } from "../../../ground/parts/state.js"
import { asBoolean, isAbsent, isLines, isObject } from "./file.js"
import { arranged, kindOf, membersOf, named } from "./kinds.js"

/** @typedef {import("./form.js").Form} Form */
/** @typedef {import("./kinds.js").Setting} Setting */
/** @typedef {import("./sections.js").Known} Known */

/** @type {Record<string, string>} */
const PICTURES = { tv: "tv", receipt: "receipt", scan: "code", stadium: "talk", read: "list", video: "play" }
export const TYPES = Object.keys(PICTURES)

/** @param {string} type */
export const typeName = (type) => (TYPES.includes(type) ? t(`cf.type.${type}`) : type)

/** @param {Form} form @param {Known} known */
export const how = (form, known) => form.section("how", t("cf.how"), () => {
  const shakes = form.at(["shakes"]) ?? {}
  if (!isObject(shakes)) return form.json(["shakes"], "shakes")
  const types = known.types.map(({ type }) => type)
  for (const type of Object.keys(shakes)) if (!types.includes(type)) types.push(type)
  return [
    h("fieldset", { class: "kinds" }, h("legend", { class: "sr" }, t("cf.how")),
      types.map((type) => tick(form, type, shakes))),
    Object.keys(shakes).map((type) => settings(form, known, type)),
  ]
})

/** What a type had before it was taken away. @type {WeakMap<Form, Map<string, any>>} */
const before = new WeakMap()

/** @param {Form} form @param {string} type @param {Record<string, any>} shakes */
function tick(form, type, shakes) {
  const isChosen = Object.hasOwn(shakes, type)
  const input = h("input", {
    type: "checkbox", name: "shake", value: type, checked: isChosen,
    disabled: form.isFixed(isChosen ? ["shakes", type] : ["shakes"]), onchange: () => {
      const kept = before.get(form) ?? new Map()
      before.set(form, kept)
      if (isChosen) kept.set(type, shakes[type])
      form.put(["shakes", type], isChosen ? undefined : kept.get(type) ?? {})
      form.redraw("how")
      const again = document.querySelector(`input[name=shake][value="${CSS.escape(type)}"]`)
      if (again instanceof HTMLElement) again.focus()
    },
  })
  return h("label", { class: "pick kind" }, input, icon(PICTURES[type] ?? "star"), h("span", null, typeName(type)))
}

/** @param {Form} form @param {Known} known @param {string} type */
function settings(form, known, type) {
  const given = form.at(["shakes", type])
  const path = ["shakes", type]
  const head = h("h3", null, typeName(type))
  if (!isObject(given)) return h("div", { class: "stack g3" }, head, form.json(path, type))
  const declared = known.settings.filter((one) => one.type === type)
  const { first, seldom, unknown } = arranged(declared, given)
  const one = (/** @type {Setting} */ setting) => settingField(form, setting)
  const summary = known.types.find((found) => found.type === type)?.summary
  return h("div", { class: "stack g4 cf-type" },
    h("div", { class: "stack g1" }, head, summary && h("p", { class: "small soft", lang: "en" }, sentence(summary))),
    first.length > 0 && h("div", { class: "pairs3 two-col" }, first.map(one)),
    unknown.map((name) => h("div", { class: "cf-with-remove" }, form.json([...path, name], name),
      !form.isFixed([...path, name]) && iconButton("close", t("cf.remove", { what: name }), () => {
        form.put([...path, name], undefined)
        form.redraw("how")
      }))),
    seldom.length > 0 && h("details", null, h("summary", null, t("cf.seldom", { count: seldom.length })),
      h("div", { class: "pairs3 two-col seldom" }, seldom.map(one))))
}

/** @param {Form} form @param {Setting} setting */
export function settingField(form, setting) {
  const path = ["shakes", setting.type, setting.name]
  const kind = kindOf(setting.takes)
  const label = named(setting.name)
  const value = form.at(path)
  const options = {
    hint: sentence(setting.help), isRequired: setting.required, language: "en",
    placeholder: setting.default ?? undefined,
  }
  const isText = isAbsent(value) || typeof value === "string"
  switch (kind.is) {
    case "integer":
    case "number":
      return form.number(path, label,
        { ...options, hint: sentence(`${setting.help} (${t("cf.range", { least: kind.least, most: kind.most })})`) })
    case "switch":
      return form.choice(path, label, choicesOf(["true", "false"], setting), { ...options, make: asBoolean })
    case "choice": return form.choice(path, label, choicesOf(kind.options, setting), options)
    case "period": return form.length(path, label, options)
    case "lines": return form.lines(path, label, options)
    case "objects": return objects(form, setting, label)
    case "text":
      if (isText) return form.field(path, label, options)
  }
  return form.json(path, label, options)
}

/** @param {string[]} values @param {Setting} setting */
const choicesOf = (values, setting) => [
  { value: "", label: setting.default ? t("cf.by-default", { value: word(setting.default) }) : "–" },
  ...values.map((value) => ({ value, label: word(value) })),
]

/** @param {string} value */
const word = (value) => (value === "true" ? t("cf.yes") : value === "false" ? t("cf.no") : value)

/**
 * Objects such as the products of receipts, with the members that the help names.
 * @param {Form} form
 * @param {Setting} setting
 * @param {string} label
 */
function objects(form, setting, label) {
  const path = ["shakes", setting.type, setting.name]
  const members = membersOf(setting.help)
  const value = form.at(path) ?? []
  if (members.length === 0 || !Array.isArray(value) || !value.every(isObject)) {
    return form.json(path, label, { hint: setting.help, language: "en" })
  }
  const isFixed = form.isFixed(path)
  return h("div", { class: "stack g3 cf-objects" }, h("h4", { lang: "en" }, label),
    h("p", { class: "small soft", lang: "en" }, sentence(setting.help)),
    value.map((object, place) => {
      const name = t("cf.number", { number: place + 1 })
      return h("fieldset", { class: "cf-object" }, h("legend", { class: "legend" }, name),
        h("div", { class: "pairs3" }, members.map((one) => member(form, [...path, place, one], object[one], one))),
        form.others([...path, place], members, "how"),
        !isFixed && h("div", { class: "row" }, button(t("cf.remove", { what: name }), () => {
          form.put([...path, place], undefined)
          if (value.length === 0) form.put(path, undefined)
          form.redraw("how")
          document.getElementById("cf-how")?.focus()
        }, { icon: "close", isDense: true, kind: "bare" })))
    }),
    !isFixed && h("div", { class: "row" }, button(t("cf.add"), () => {
      form.put([...path, value.length], {})
      form.redraw("how", [...path, value.length - 1, members[0]])
    }, { icon: "plus", isDense: true })))
}

/**
 * A text for the name, lists for all else.
 * @param {Form} form
 * @param {import("./file.js").Path} path
 * @param {any} value
 * @param {string} name
 */
function member(form, path, value, name) {
  if (name === "name" || typeof value === "string") return form.field(path, named(name))
  return isLines(value) ? form.lines(path, named(name)) : form.json(path, named(name))
}

