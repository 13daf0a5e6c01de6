/** Campaigns in the words of the language. */

import { h } from "../../../ground/h.js"
import { language, list, number, percent, rich, t, when } from "../../../ground/i18n.js"
import { chip } from "../../../ground/parts/chip.js"
import { awardOf } from "./award.js"
import { dayIn, isOpen, lastOf } from "./forecast.js"
import { typesOf } from "./needs.js"

/** @typedef {import("./needs.js").Campaign} Campaign */

/** A sentence of the language, or what it would say something about. @param {string} key @param {string} otherwise */
function known(key, otherwise) {
  const text = t(key)
  return text === key ? otherwise : text
}

/** Where a campaign is. @param {string} name */
export const campaignAddress = (name) => `/console/campaigns/${encodeURIComponent(name)}`

/** @param {string} type of shake */
export const typeName = (type) => known(`cmp.type.${type}`, type)

/** @param {Campaign} one */
export const typeNames = (one) => typesOf(one).map(typeName).join(", ")

/** Why shakes are refused. @param {string} code */
export const refusal = (code) => known(`cmp.refused.${code}`, code)

/**
 * A gift such as `reward:coffee` in words: within a sentence, or as a label.
 * @param {string} gift
 * @param {"cmp" | "cf"} [place] cf: a label
 */
export function giftText(gift, place = "cmp") {
  const [, kind, name] = /^([a-z]+):(.+)$/su.exec(gift) ?? []
  const key = `${place}.gift.${kind}`
  const text = t(key, { name: name ?? gift })
  return text === key ? gift : text
}

/** @param {string} state */
export const stateName = (state) => t(`cmp.state.${state}`)

/**
 * A day with its year if that isn't this one.
 * @param {string | number} at
 * @param {number} now
 * @param {string} [zone] of the campaign; that of the installation otherwise
 */
export function dayText(at, now, zone) {
  const day = zone ? dayIn(at, zone) : at
  return when(day, new Date(day).getUTCFullYear() === new Date(now).getUTCFullYear() ? "day" : "date")
}

/** @param {string | number} at @param {number} now @param {string} [zone] */
export const dayShown = (at, now, zone) => h("time", { datetime: new Date(at).toISOString() }, dayText(at, now, zone))

/**
 * From when to when, by the campaign's clock.
 * @param {{ start: string, end: string, time_zone: string }} one
 * @param {number} now
 */
export const period = ({ start, end, time_zone: zone }, now) => isOpen(end)
  ? t("cmp.since", { from: dayText(start, now, zone) })
  : t("cmp.period", { from: dayText(start, now, zone), to: dayText(lastOf(end), now, zone) })

/** @type {Record<string, string>} */
const UNITS = { Y: "year", M: "month", W: "week", D: "day", TH: "hour", TM: "minute", TS: "second" }

/** A period of ISO 8601 in words: PT30S as 30 seconds. @param {string} text */
export function periodText(text) {
  const [days, time = ""] = text.slice(1).split("T")
  const pieces = [[days, ""], [time, "T"]].flatMap(([part, sign]) => [...part.matchAll(/(\d+)([A-Z])/g)]
    .map(([, count, letter]) => new Intl.NumberFormat(language(), {
      style: "unit", unit: UNITS[sign + letter], unitDisplay: "long",
    }).format(Number(count))))
  return pieces.length > 0 ? list(pieces) : text
}

/** @param {{ state: string, start: string, end: string }} one @param {number} now */
export function stateChip({ state, start, end }, now) {
  if (state === "running" && Date.parse(start) > now) return chip(t("cmp.state.to-come"))
  if (state === "running" && Date.parse(end) <= now) return chip(t("cmp.state.over"), "warn")
  return chip(stateName(state), state === "running" ? "good" : state === "paused" ? "warn" : "")
}

/** @param {import("./needs.js").Need | undefined} need @param {number} now */
export const needText = (need, now) =>
  need ? t(need.key, { count: need.count ?? 0, date: need.at === undefined ? "" : dayText(need.at, now, need.zone) }) : ""

/** @param {import("./needs.js").Need | undefined} need @param {number} now */
export const needShown = (need, now) =>
  h("span", { class: ["need", need ? need.sign && `${need.sign} strong` : "soft"] },
    need ? needText(need, now) : t("cmp.need.nothing"))

/** `5–20`, or one number. @param {number} from @param {number} to */
export const range = (from, to) => (from === to ? number(to) : `${number(from)}–${number(to)}`)

/** What an award is, for within a sentence. @param {any} campaign as it is shown */
export function awardText(campaign) {
  const award = awardOf(JSON.parse(campaign.file).award)
  switch (award.is) {
    case "fixed": return t("cmp.award.fixed", { count: award.coins })
    case "units":
      return t(award.most ? "cmp.award.units.most" : "cmp.award.units", { count: award.coins, most: award.most ?? 0 })
    case "drawn":
      return t("cmp.award.drawn", { prizes: list(award.prizes.map(({ coins, most, gift, percent: share }) =>
        t(gift ? "cmp.award.gift" : most === 0 ? "cmp.award.nothing" : "cmp.award.prize",
          { count: most, coins: range(coins, most), gift: giftText(gift), share: percent(share / 100, 3) }))) })
    case "jackpot":
      return t("cmp.award.jackpot", { count: award.most, start: award.start, odds: award.odds })
    case "table": return t("cmp.award.table", { count: award.most, fact: award.fact })
    default: return award.text
  }
}

/** The caps that are set, for within a sentence. @param {Record<string, number | null>} caps */
export const capTexts = (caps) => Object.entries(caps).filter(([, most]) => most !== null)
  .map(([name, most]) => t(`cmp.cap.${name}`, { count: most ?? 0 }))

/**
 * The rules of a campaign as one sentence.
 * @param {any} campaign
 * @param {number} now
 */
export function ruleSentence(campaign, now) {
  const { audience, caps, shakes, start, end, time_zone: zone } = campaign
  const mode = t(`cmp.mode.${audience.minimum_mode}`)
  const types = list(shakes.map((/** @type {{ type: string }} */ one) => typeName(one.type))) || t("cmp.rules.no-type")
  const limits = capTexts(caps)
  const values = {
    from: dayText(start, now, zone), to: isOpen(end) ? "" : dayText(lastOf(end), now, zone), types,
    who: audience.segment ? t("cmp.rules.segment", { who: mode, segment: audience.segment }) : mode,
    award: awardText(campaign), limits: list(limits),
  }
  const key = isOpen(end) ? "cmp.rules.open" : "cmp.rules.say"
  return rich(limits.length > 0 ? `${key}.limits` : key, values)
}

/** Coins for each, with two places at most. @param {number | null} value */
export const cost = (value) => (value === null ? "–" : number(Math.round(value * 100) / 100))
