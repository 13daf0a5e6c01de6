/** Which of many names fit what was typed, the best first. */

/** Without accents and capitals. @param {string} text */
export const folded = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()

/**
 * How well a name fits: 0 not at all; more where a word begins with what was typed, or the name does.
 * @param {string} typed
 * @param {string} name
 */
export function fit(typed, name) {
  const [words, all] = [folded(typed).split(/\s+/).filter(Boolean), folded(name)]
  let sum = words.length === 0 ? 1 : 0
  for (const word of words) {
    const at = all.indexOf(word)
    if (at < 0) return 0
    const isStart = at === 0 || /[^\p{L}\p{N}]/u.test(all[at - 1])
    const start = isStart ? at : all.search(new RegExp(`(?<=[^\\p{L}\\p{N}])${escaped(word)}`, "u"))
    sum += at === 0 ? 3 : start >= 0 ? 2 : 1
  }
  return sum
}

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")

/**
 * The name in pieces; every other one, from the second on, is what was typed.
 * @param {string} typed
 * @param {string} name
 * @returns {string[]}
 */
export function marked(typed, name) {
  const word = folded(typed).split(/\s+/).find((one) => one && folded(name).includes(one))
  // Folding may change the length, so that places in both texts wouldn't agree.
  if (!word || folded(name).length !== name.length) return [name]
  const at = folded(name).indexOf(word)
  return [name.slice(0, at), name.slice(at, at + word.length), name.slice(at + word.length)]
}
