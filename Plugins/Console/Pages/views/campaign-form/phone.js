/** A picture of the app's list of open shakes with this campaign in it, in the language that one chooses. */

import { brand } from "../../../ground/brand.js"
import { fill, h } from "../../../ground/h.js"
import { chosen, language, languages, names, rich, t } from "../../../ground/i18n.js"
import { icon, logo } from "../../../ground/parts/icon.js"
import { dayIn } from "../campaigns/forecast.js"
import { WORDS } from "./app-words.js"
import { at, isObject, textOf, wallOf } from "./file.js"
import { partsOf } from "./sentence.js"

/** @typedef {import("../../../ground/i18n.js").Language} Language */

/** The app's pictures of the types of shakes. @type {Record<string, string>} */
const PICTURES = { tv: "tv", read: "read", video: "video", scan: "scan", receipt: "receipt", stadium: "listen" }

/** An end further away isn't shown by the app. */
const FAR = 366 * 864e5

/**
 * The last day of a campaign, such as 2027-08-31, by its own clock.
 * @param {any} file
 * @returns {string | undefined} undefined for none that can be read
 */
export function lastDayOf(file) {
  const wall = wallOf(file.end)
  const isMidnight = wall?.time === "00:00"
  if (wall?.day && !isMidnight) return wall.day
  const text = wall?.day ?? textOf(file.end)
  const end = /^\d{4}-\d\d-\d\d(?:T|$)/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(end)) return undefined
  try {
    return dayIn(end - 1, wall?.day ? "UTC" : textOf(file["time-zone"]) || "UTC")
  } catch {
    // There is no such time zone.
    return undefined
  }
}

/**
 * What the app shows of a campaign in a language: an entry for each type of shake.
 * @param {any} file
 * @param {Language} reader
 * @param {number} now
 * @returns {{ title: string, isOwn: boolean, entries: { picture: string, text: string }[] }} isOwn: the title is in the
 *   language
 */
export function shownOf(file, reader, now) {
  const [words, own, last] = [WORDS[reader], textOf(at(file, ["texts", reader, "title"])), lastDayOf(file)]
  const locale = reader === "en" ? "en-GB" : reader
  const date = last && Date.parse(last) < now + FAR &&
    new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(last))
  return {
    title: own || textOf(file.title), isOwn: own !== "",
    entries: (isObject(file.shakes) ? Object.keys(file.shakes) : []).map((type) => {
      const key = Object.hasOwn(PICTURES, type) ? type : "other"
      return {
        picture: PICTURES[key] ?? "shake", text: date ? words[`${key}.until`].replace("{date}", date) : words[key],
      }
    }),
  }
}

export class Phone {
  #pictures
  #reader = chosen(language(), [])
  #file = {}
  #screen = h("div", { class: "cf-phone table", role: "group" })
  #notes = h("div", { class: "stack g2" })

  /** @param {Map<string, string>} pictures by what files say, their addresses; the app shows none from elsewhere */
  constructor(pictures) {
    this.#pictures = pictures
    const select = h("select", { class: "input cf-phone-of", "aria-label": t("cf.phone.language"), onchange: () => {
      this.#reader = chosen(select.value, [])
      this.show(this.#file)
    } }, languages.map((value) =>
      h("option", { value, lang: value, selected: value === this.#reader }, names[value])))
    this.element = h("section", { class: "card g3", "aria-labelledby": "cf-phone" },
      h("div", { class: "row between wrap" }, h("h2", { id: "cf-phone" }, t("cf.phone")), select),
      this.#screen, this.#notes)
  }

  /** @param {any} file */
  show(file) {
    this.#file = file
    const [reader, words] = [this.#reader, WORDS[this.#reader]]
    const { title, isOwn, entries } = shownOf(file, reader, Date.now())
    const own = this.#pictures.get(textOf(file.picture))
    this.#screen.lang = reader
    this.#screen.setAttribute("aria-label", t("cf.phone.label", { language: names[reader] }))
    fill(this.#screen,
      h("p", { class: "brandmark" }, brand.logo ? h("img", { src: brand.logo, alt: "" }) : logo(), brand.name),
      h("p", { class: "cf-phone-title" }, words.title),
      entries.map(({ picture, text }) => h("div", { class: "card" },
        own ? h("img", { src: own, alt: "" }) : icon(picture),
        h("div", null, h("h3", { lang: isOwn ? undefined : "" }, title || "…"), h("p", { class: "small soft" }, text)),
        h("span", { class: "btn main dense" }, words.go))))
    const { win } = partsOf(file)
    // The main title is taken to be in the installation's language.
    const isMain = title && !isOwn && reader !== chosen(brand.language, [])
    const notes = [
      entries.length === 0 && t("cf.phone.none"), isMain && t("cf.phone.main", { language: names[reader] }),
      !win.isOpen && rich("cf.phone.win", { win: win.words }),
    ]
    fill(this.#notes, notes.map((one) => one && h("p", { class: "small soft" }, one)))
  }
}
