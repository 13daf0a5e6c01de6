/** The title in further languages, for users who read them. */

import { h } from "../../../ground/h.js"
import { languages, names, t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { isObject } from "./file.js"

/** @typedef {import("./form.js").Form} Form */
/** @typedef {import("../../../ground/i18n.js").Language} Language */

/** @param {Form} form */
export const texts = (form) => {
  /** Chosen before they have a title. @type {Set<Language>} */
  const chosen = new Set()
  return form.section("texts", t("cf.texts"), () => {
    const given = form.at(["texts"]) ?? {}
    if (!isObject(given)) return form.json(["texts"], "texts")
    const has = (/** @type {Language} */ language) => chosen.has(language) || Object.hasOwn(given, language)
    const further = languages.filter((language) => !has(language))
    return [
      h("p", { class: "small soft" }, t("cf.texts.hint")),
      languages.filter(has).map((language) => title(form, language)),
      form.others(["texts"], [...languages], "texts"),
      !form.isFixed(["texts"]) && further.length > 0 &&
        h("div", { class: "row g2 wrap", role: "group", "aria-label": t("cf.texts.add") }, further.map((language) =>
          button(h("span", { lang: language }, names[language]), () => {
            chosen.add(language)
            form.redraw("texts", ["texts", language, "title"])
          }, { icon: "plus", isDense: true }))),
    ]
  })
}

/** @param {Form} form @param {Language} language */
function title(form, language) {
  const path = ["texts", language]
  if (!isObject(form.at(path) ?? {})) return form.json(path, names[language])
  const element = form.field([...path, "title"], t("cf.texts.title", { language: names[language] }))
  element.querySelector("input")?.setAttribute("lang", language)
  return [element, form.others(path, ["title"], "texts")]
}
