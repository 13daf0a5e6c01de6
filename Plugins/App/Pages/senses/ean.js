/**
 * Reads EAN-13, UPC-A (as an EAN-13 that begins with 0) and EAN-8 in a grey picture, by the GS1 General
 * Specifications, section 5.2. No DOM.
 */

/** Widths of the four stripes of each digit, in modules: of set A, and of C, whose colours are the other ones. */
const WIDTHS = ["3211", "2221", "2122", "1411", "1132", "1231", "1114", "1312", "1213", "3112"].map((one) => [...one].map(Number))
/** Set B has those of C backwards. */
const BACKWARDS = WIDTHS.map((one) => one.toReversed())
/** Which of the six digits to the left are of set B, as bits, the first one highest: the digit before them. */
const FIRST = new Map([0, 11, 13, 14, 19, 25, 28, 21, 22, 26].map((bits, digit) => [bits, digit]))

/** Modules by which the stripes of a digit may be wrong, taken together. */
const WRONG = 1.8
/** How much nearer it must be to its digit than to any other. */
const CLEAR = 0.3
/** Differences that are noise, as a part of the row's whole range. */
const NOISE = 0.25
/** Rows that are looked at in each direction, from the middle outwards. */
const ROWS = 31

/**
 * The digit that four stripes from a place show.
 * @param {ArrayLike<number>} stripes
 * @param {number} at
 * @param {boolean} hasB whether it may be of set B
 * @returns {number} 10 and more are of set B; -1 for none
 */
function digit(stripes, at, hasB) {
  const module = (stripes[at] + stripes[at + 1] + stripes[at + 2] + stripes[at + 3]) / 7
  let [found, least, next] = [-1, WRONG, Infinity]
  for (let one = 0; one < (hasB ? 20 : 10); one++) {
    const widths = one < 10 ? WIDTHS[one] : BACKWARDS[one - 10]
    let wrong = 0
    for (let stripe = 0; stripe < 4; stripe++) wrong += Math.abs(stripes[at + stripe] / module - widths[stripe])
    if (wrong < least) [found, least, next] = [one, wrong, least]
    else if (wrong < next) next = wrong
  }
  return next - least < CLEAR ? -1 : found
}

/** @param {readonly number[]} digits @returns {boolean} whether the last one is their check digit */
const isChecked = (digits) =>
  digits.reduce((sum, one, place) => sum + one * ((digits.length - place) % 2 === 0 ? 3 : 1), 0) % 10 === 0

/**
 * The code that begins with a dark stripe.
 * @param {ArrayLike<number>} stripes widths, in turn light and dark
 * @param {number} start
 * @param {4 | 6} half digits on each side
 * @returns {string | undefined}
 */
function code(stripes, start, half) {
  const count = 8 * half + 11, end = start + count
  if (end >= stripes.length) return undefined
  let width = 0
  for (let at = start; at < end; at++) width += stripes[at]
  const module = width / (14 * half + 11)
  // The guards are of one module each, and it is light on both sides.
  if (stripes[start - 1] < 3 * module || stripes[end] < 3 * module) return undefined
  const middle = start + 3 + 4 * half
  for (const [from, guard] of [[start, 3], [middle, 5], [end - 3, 3]]) {
    for (let at = from; at < from + guard; at++) if (Math.abs(stripes[at] / module - 1) > 0.7) return undefined
  }
  /** @type {number[]} */
  const digits = []
  let sets = 0
  for (let place = 0; place < 2 * half; place++) {
    const isRight = place >= half
    const found = digit(stripes, start + 3 + 4 * place + (isRight ? 5 : 0), half === 6 && !isRight)
    if (found < 0) return undefined
    if (!isRight) sets = sets * 2 + (found > 9 ? 1 : 0)
    digits.push(found % 10)
  }
  const first = half === 6 ? FIRST.get(sets) : 0
  if (first === undefined) return undefined
  if (half === 6) digits.unshift(first)
  return isChecked(digits) ? digits.join("") : undefined
}

/**
 * The first code of a row.
 * @param {ArrayLike<number>} stripes widths, the first one light
 * @returns {string | undefined}
 */
export function decode(stripes) {
  for (let start = 1; start + 43 < stripes.length; start += 2) {
    // The first guard stands alone: it is light before it for longer than its three stripes are.
    if (stripes[start - 1] < stripes[start] + stripes[start + 1]) continue
    const found = code(stripes, start, 6) ?? code(stripes, start, 4)
    if (found) return found
  }
  return undefined
}

/**
 * Widths of the stripes of a row, to parts of a pixel, the first one light. An edge lies where the grey is half-way
 * between the darkest of one stripe and the lightest of the next: a narrow stripe is never as dark as a wide one.
 * @param {ArrayLike<number>} row grey values, 0 to 255
 * @returns {number[]}
 */
export function stripes(row) {
  let [low, high] = [255, 0]
  for (let at = 0; at < row.length; at++) [low, high] = [Math.min(low, row[at]), Math.max(high, row[at])]
  // What differs by less is noise.
  const noise = Math.max(12, (high - low) * NOISE)
  /** @type {number[]} */
  const widths = []
  // The last two extremes: where the stripe before had its own, and where this one has.
  let isDark = false, extreme = 0, before = 0, edge = 0
  for (let at = 1; at < row.length; at++) {
    const sign = isDark ? -1 : 1
    if ((row[at] - row[extreme]) * sign >= 0) {
      extreme = at
      continue
    }
    if ((row[extreme] - row[at]) * sign < noise) continue
    // This stripe is over: its edge to the one before can be told.
    if (isDark || widths.length > 0) {
      const place = crossing(row, before, extreme)
      widths.push(place - edge)
      edge = place
    }
    before = extreme
    extreme = at
    isDark = !isDark
  }
  if (isDark || widths.length > 0) {
    const place = crossing(row, before, extreme)
    widths.push(place - edge)
    edge = place
  }
  widths.push(row.length - edge)
  return widths
}

/**
 * Where a row is half-way between its values at two places.
 * @param {ArrayLike<number>} row
 * @param {number} from
 * @param {number} to
 */
function crossing(row, from, to) {
  const half = (row[from] + row[to]) / 2
  const rises = row[to] > row[from]
  let at = from + 1
  while (at < to && row[at] > half !== rises) at++
  return row[at] === row[at - 1] ? at : at - (row[at] - half) / (row[at] - row[at - 1])
}

/**
 * Reads a picture along its rows and columns, both ways. Two rows must agree; of the eight digits of an EAN-8, three.
 * @param {ArrayLike<number>} grey values, row by row
 * @param {number} width
 * @param {number} height
 * @returns {string | undefined} the digits
 */
export function read(grey, width, height) {
  /** @type {Map<string, number>} */
  const seen = new Map()
  for (const isTurned of [false, true]) {
    const [length, across] = isTurned ? [height, width] : [width, height]
    const row = new Uint8Array(length)
    for (let turn = 0; turn < ROWS; turn++) {
      const away = (turn + 1 >> 1) * (turn % 2 ? -1 : 1)
      const line = Math.round(across / 2 + away * across / (ROWS + 1))
      // The mean of three lines, which takes noise away and leaves edges.
      const [step, side] = isTurned ? [width, 1] : [1, width]
      const start = Math.min(Math.max(line, 1), across - 2) * side
      for (let at = 0, place = start; at < length; at++, place += step) {
        row[at] = (grey[place - side] + grey[place] + grey[place + side]) / 3
      }
      const found = stripes(row)
      for (const way of [found, found.length % 2 ? found.toReversed() : [0, ...found.toReversed()]]) {
        const digits = decode(way)
        if (!digits) continue
        const times = (seen.get(digits) ?? 0) + 1
        if (times >= (digits.length === 8 ? 3 : 2)) return digits
        seen.set(digits, times)
      }
    }
  }
  return undefined
}
