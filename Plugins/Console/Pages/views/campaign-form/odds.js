/** What an award comes to: shares of all shakes, and coins that one shake costs on average. */

import { isObject, textOf } from "./file.js"

export const AWARDS = /** @type {const} */ (["fixed", "per-unit", "weighted", "jackpot", "table"])

/** @typedef {{ place: number, coins: number, gift: string, share: number }} Share of all shakes that win a prize */

/** The kind of an award; undefined for none, or several at once. @param {any} award */
export function kindOfAward(award) {
  const kinds = isObject(award) ? AWARDS.filter((kind) => award[kind] !== undefined && award[kind] !== null) : []
  return kinds.length === 1 ? kinds[0] : undefined
}

/** @param {any} value */
const count = (value) => (typeof value === "number" ? value : typeof value === "object" && value !== null
  ? Number(value.rawJSON ?? Number.NaN)
  : Number.NaN)

/**
 * @param {any} prizes
 * @returns {Share[]} those that are complete; a gift has no coins
 */
export function sharesOf(prizes) {
  const all = (Array.isArray(prizes) ? prizes : [])
    .map((prize, place) => ({ place, coins: prize?.gift ? 0 : count(prize?.coins), gift: textOf(prize?.gift),
      weight: count(prize?.weight) }))
    .filter(({ coins, weight }) => coins >= 0 && weight > 0)
  const sum = all.reduce((total, { weight }) => total + weight, 0)
  return all.map(({ place, coins, gift, weight }) => ({ place, coins, gift, share: weight / sum }))
}

/** The share of shakes that win. @param {any} prizes */
export const winning = (prizes) =>
  sharesOf(prizes).filter(({ coins, gift }) => coins > 0 || gift).reduce((sum, { share }) => sum + share, 0)

/**
 * What the budget pays for each gift.
 * @param {import("./prizes.js").Gift[]} gifts
 * @returns {(gift: string) => number | undefined}
 */
export const pricesOf = (gifts) => (gift) => gifts.find((one) => one.value === gift)?.coins

/**
 * Coins of one shake on average; undefined where it depends on what shakes show, or on a price that isn't known.
 * @param {any} award
 * @param {(gift: string) => number | undefined} [priceOf] what the budget pays for a gift
 * @returns {number | undefined}
 */
export function averageOf(award, priceOf = () => undefined) {
  const kind = kindOfAward(award)
  if (kind === "fixed") return finite(count(award.fixed))
  if (kind === "weighted") {
    const shares = sharesOf(award.weighted)
    const cost = (/** @type {Share} */ { coins, gift }) => (gift ? priceOf(gift) ?? Number.NaN : coins)
    return shares.length > 0 ? finite(shares.reduce((sum, one) => sum + cost(one) * one.share, 0)) : undefined
  }
  return kind === "jackpot" && isObject(award.jackpot) ? jackpot(award.jackpot) : undefined
}

/** @param {number} value */
const finite = (value) => (Number.isFinite(value) ? value : undefined)

/** The pot has grown by a step for each shake that didn't win it, up to its most. @param {Record<string, any>} pot */
function jackpot(pot) {
  const [start, step, most, odds] = [pot.start, pot.step, pot.most, pot.odds].map(count)
  if (!(start >= 0 && step >= 0 && most >= start && odds >= 1)) return undefined
  const miss = 1 - 1 / odds
  if (step === 0 || miss === 0) return start / odds
  const steps = Math.floor((most - start) / step)
  const grown = step * miss * (1 - miss ** steps) / (1 - miss) + (most - start - steps * step) * miss ** (steps + 1)
  return finite((start + grown) / odds)
}

/** The most that one shake wins; undefined where there is no limit. @param {any} award @returns {number | undefined} */
export function mostOf(award) {
  const kind = kindOfAward(award)
  if (kind === "fixed") return finite(count(award.fixed))
  if (kind === "per-unit") return finite(count(award["per-unit"]?.most))
  if (kind === "jackpot") return finite(count(award.jackpot?.most))
  const rows = kind === "weighted" ? award.weighted : kind === "table" ? award.table?.rows : []
  const coins = [...Array.isArray(rows) ? rows.map((row) => count(row?.coins)) : [], count(award?.table?.otherwise)]
    .filter(Number.isFinite)
  return coins.length > 0 ? Math.max(...coins) : undefined
}
