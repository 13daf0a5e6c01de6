/** A campaign in one sentence, whose parts lead to where they are said. */

import { h } from "../../../ground/h.js"
import { list, number, percent, rich, t } from "../../../ground/i18n.js"
import { giftText } from "../campaigns/words.js"
import { isAbsent, isObject, textOf } from "./file.js"
import { kindOfAward, mostOf, sharesOf, winning } from "./odds.js"
import { timeWords } from "./sections.js"
import { typeName } from "./shakes.js"

/**
 * Each part of the sentence: its section, its words, and whether they are still open.
 * @param {any} file
 * @returns {Record<"title" | "brand" | "start" | "end" | "who" | "how" | "win" | "limits",
 *   { section: string, words: string, isOpen: boolean }>}
 */
export function partsOf(file) {
  const part = (/** @type {string} */ section, /** @type {string | undefined} */ words, /** @type {string} */ open) =>
    ({ section, words: words || t(open), isOpen: !words })
  const types = isObject(file.shakes) ? Object.keys(file.shakes).map(typeName) : []
  return {
    title: part("what", textOf(file.title), "cf.s.title"), brand: part("what", textOf(file.brand), "cf.s.brand"),
    start: part("when", timeWords(file.start), "cf.s.start"), end: part("when", timeWords(file.end), "cf.s.end"),
    who: part("who", whoWords(isObject(file.audience) ? file.audience : {}), "cf.s.who"),
    how: part("how", list(types), "cf.s.how"), win: part("prizes", winWords(file.award), "cf.s.win"),
    limits: part("limits", limitWords(file), "cf.s.limits"),
  }
}

/** @param {any} audience */
function whoWords(audience) {
  const mode = textOf(audience["minimum-mode"])
  const known = ["signed", "pro"].includes(mode) ? t(`cf.s.who.${mode}`) : t("cf.s.who.all")
  const segment = textOf(audience.segment)
  const within = segment ? t("cf.s.who.segment", { who: known, segment }) : known
  const count = Array.isArray(audience.conditions) ? audience.conditions.length : 0
  return count > 0 ? t("cf.s.who.conditions", { who: within, count }) : within
}

/** @param {any} value */
const figure = (value) => (typeof value === "number" ? number(value) : textOf(value))

/** @param {any} award */
function winWords(award) {
  const kind = kindOfAward(award)
  const most = mostOf(award)
  if (kind === "fixed") return t("cf.s.win.fixed", { coins: figure(award.fixed) })
  if (kind === "per-unit" && !isAbsent(award["per-unit"]?.coins)) {
    return t("cf.s.win.unit", { coins: figure(award["per-unit"].coins) })
  }
  if (kind === "jackpot" && !isAbsent(award.jackpot?.odds) && !isAbsent(award.jackpot?.most)) {
    return t("cf.s.win.jackpot", { coins: figure(award.jackpot.most), odds: figure(award.jackpot.odds) })
  }
  if (kind === "weighted") {
    const gifts = sharesOf(award.weighted).filter(({ gift }) => gift).map(({ gift }) => giftText(gift))
    const prizes = [...most ? [t("cf.s.win.coins", { coins: number(most) })] : [], ...gifts]
    const share = percent(winning(award.weighted), 2)
    return prizes.length > 0 ? t("cf.s.win.drawn", { prizes: list(prizes, "disjunction"), share }) : undefined
  }
  if (kind === "table" && most) return t("cf.s.win.table", { coins: number(most), fact: textOf(award.table.fact) })
  return undefined
}

/** @param {any} file */
function limitWords(file) {
  const caps = isObject(file.caps) ? Object.keys(file.caps).filter((cap) => cap !== "note") : []
  const words = caps.slice(0, 2).map((cap) => {
    const value = figure(file.caps[cap])
    const key = `cf.s.cap.${cap}`
    const said = t(key, { count: Number(file.caps[cap]), value })
    return said === key ? `${cap} ${value}` : said
  })
  return words.length > 0 ? list(words) : undefined
}

/** @param {any} file */
export function sentenceOf(file) {
  const parts = Object.fromEntries(Object.entries(partsOf(file)).map(([name, { section, words, isOpen }]) =>
    [name, h("a", { href: `#cf-${section}`, class: isOpen && "todo" }, words)]))
  return h("p", { class: "sentence" }, rich("cf.sentence", parts))
}
