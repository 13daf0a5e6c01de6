/** An award as the file of a campaign has it, taken apart, so that each language can say it. */

/**
 * @typedef {{ is: "fixed", coins: number }
 *   | { is: "units", coins: number, most?: number }
 *   | { is: "drawn", prizes: { coins: number, most: number, gift: string, percent: number }[] }
 *   | { is: "jackpot", start: number, most: number, step: number, odds: number }
 *   | { is: "table", fact: string, most: number }
 *   | { is: "other", text: string }} Award
 */

/**
 * Prizes as they are shown: three or more numbers of coins, each one more than the last and as likely, are one line.
 * @param {any[]} prizes
 * @returns {{ place: number, length: number }[]} where the prizes of each line are
 */
export function linesOf(prizes) {
  const isPlain = (/** @type {any} */ one) => Number.isSafeInteger(one?.coins) && one.coins > 0 &&
    Object.keys(one).every((key) => key === "coins" || key === "weight")
  const follows = (/** @type {any} */ one, /** @type {any} */ before) => isPlain(one) && isPlain(before) &&
    one.coins === before.coins + 1 && Number.isSafeInteger(one.weight) && one.weight === before.weight
  const lines = []
  for (let place = 0; place < prizes.length;) {
    let length = 1
    while (place + length < prizes.length && follows(prizes[place + length], prizes[place + length - 1])) length += 1
    if (length < 3) length = 1
    lines.push({ place, length })
    place += length
  }
  return lines
}

/** @param {any} award of the campaign's file @returns {Award} */
export function awardOf(award) {
  const { fixed, "per-unit": units, weighted, jackpot, table } = award ?? {}
  if (fixed !== undefined) return { is: "fixed", coins: Number(fixed) }
  if (units) return { is: "units", coins: Number(units.coins), most: units.most && Number(units.most) }
  if (weighted) {
    const all = weighted.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + Number(one.weight), 0)
    return { is: "drawn", prizes: linesOf(weighted).map(({ place, length }) => {
      const [one, last] = [weighted[place], weighted[place + length - 1]]
      return { coins: Number(one.coins ?? 0), most: Number(last.coins ?? 0), gift: String(one.gift ?? ""),
        percent: length * Number(one.weight) / all * 100 }
    }) }
  }
  if (jackpot) {
    const [start, most, step, odds] = [jackpot.start, jackpot.most, jackpot.step, jackpot.odds].map(Number)
    return { is: "jackpot", start, most, step, odds }
  }
  if (table) {
    const coins = [...table.rows.map((/** @type {any} */ row) => row.coins), table.otherwise ?? 0].map(Number)
    return { is: "table", fact: table.fact, most: Math.max(...coins) }
  }
  return { is: "other", text: JSON.stringify(award) }
}

/** Settings of a type of shake, as pairs of name and text. @param {string} json @returns {[string, string][]} */
export function settingsOf(json) {
  const plain = (/** @type {any} */ value) => {
    if (Array.isArray(value)) return value.map(String).join(", ")
    return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value)
  }
  try {
    const value = JSON.parse(json)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [["", json]]
    return Object.entries(value).map(([name, one]) => [name,
      Array.isArray(one) && one.some((item) => typeof item === "object") ? JSON.stringify(one) : plain(one)])
  } catch {
    return [["", json]]
  }
}
