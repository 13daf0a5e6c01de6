/** An award as the server writes it, taken apart, so that each language can say it. */

/**
 * @typedef {{ is: "fixed", coins: number }
 *   | { is: "units", coins: number, most?: number }
 *   | { is: "drawn", prizes: { coins: number, percent: number }[] }
 *   | { is: "jackpot", start: number, most: number, step: number, odds: number }
 *   | { is: "table", fact: string, most: number }
 *   | { is: "other", text: string }} Award
 */

/** @param {string} text @returns {Award} */
export function awardOf(text) {
  const found = (/** @type {RegExp} */ pattern) => pattern.exec(text)?.slice(1)
  const fixed = found(/^(\d+) each time$/)
  if (fixed) return { is: "fixed", coins: Number(fixed[0]) }
  const units = found(/^(\d+) for each unit(?:, (\d+) at most)?$/)
  if (units) return { is: "units", coins: Number(units[0]), most: units[1] ? Number(units[1]) : undefined }
  const drawn = found(/^drawn: ((?:\d+ in [\d.]+ %(?:, )?)+)$/)
  if (drawn) {
    return { is: "drawn", prizes: drawn[0].split(", ").map((prize) => {
      const [coins, percent] = prize.replace(" %", "").split(" in ").map(Number)
      return { coins, percent }
    }) }
  }
  const pot = found(/^a jackpot from (\d+) to (\d+), (\d+) more with each try; one try in (\d+) wins$/)?.map(Number)
  if (pot) return { is: "jackpot", start: pot[0], most: pot[1], step: pot[2], odds: pot[3] }
  const table = found(/^by (\S+): (.*), else (\d+)$/)
  if (table) {
    const coins = table[1].split(", ").map((row) => Number(/(\d+)$/.exec(row)?.[1] ?? 0))
    return { is: "table", fact: table[0], most: Math.max(Number(table[2]), ...coins) }
  }
  return { is: "other", text }
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
