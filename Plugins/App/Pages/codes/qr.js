/**
 * QR codes of level M, versions 1 to 10, by ISO/IEC 18004:2015: digits alone in numeric mode, any other text as bytes of
 * UTF-8. Pure.
 */

/** By version: error correction codewords a block, then blocks as [count, data codewords] (table 9, level M). */
const BLOCKS = /** @type {[number, [number, number][]][]} */ ([
  [10, [[1, 16]]], [16, [[1, 28]]], [26, [[1, 44]]], [18, [[2, 32]]], [24, [[2, 43]]], [16, [[4, 27]]],
  [18, [[4, 31]]], [22, [[2, 38], [2, 39]]], [22, [[3, 36], [2, 37]]], [26, [[4, 43], [1, 44]]],
])
/** By version: coordinates of alignment patterns (table E.1). */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

/**
 * The modules of a text, row by row; true is dark. Without the quiet zone, which is four modules on each side.
 * @param {string} text
 * @returns {boolean[][]}
 * @throws {RangeError} for a text that is too long
 */
export function qr(text) {
  const { version, words } = encoded(text)
  const size = version * 4 + 17
  const fixed = functions(version, size)
  /** @type {boolean[][] | undefined} */
  let best
  let least = Infinity
  for (let mask = 0; mask < 8; mask++) {
    const modules = placed(fixed, words, mask)
    format(modules, mask)
    const cost = penalty(modules)
    if (cost >= least) continue
    least = cost
    best = modules.map((row) => row.map(Boolean))
  }
  return /** @type {boolean[][]} */ (best)
}

/** @param {string} text */
function encoded(text) {
  const isNumeric = /^\d+$/.test(text)
  const bytes = new TextEncoder().encode(text)
  for (const [place, [, blocks]] of BLOCKS.entries()) {
    const version = place + 1
    const capacity = blocks.reduce((sum, [count, data]) => sum + count * data, 0)
    /** @type {number[]} */
    const bits = []
    const push = (/** @type {number} */ value, /** @type {number} */ count) => {
      for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1)
    }
    push(isNumeric ? 1 : 4, 4)
    push(isNumeric ? text.length : bytes.length, isNumeric ? (version < 10 ? 10 : 12) : (version < 10 ? 8 : 16))
    if (isNumeric) {
      for (const part of text.match(/\d{1,3}/g) ?? []) push(Number(part), [0, 4, 7, 10][part.length])
    } else bytes.forEach((byte) => push(byte, 8))
    if (bits.length > capacity * 8) continue
    push(0, Math.min(4, capacity * 8 - bits.length))
    while (bits.length % 8 !== 0) bits.push(0)
    const data = Array.from({ length: bits.length / 8 }, (_, at) =>
      bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0))
    for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad)
    return { version, words: interleaved(data, version) }
  }
  throw new RangeError("qr: the text is too long")
}

/** @param {number[]} data @param {number} version */
function interleaved(data, version) {
  const [count, groups] = BLOCKS[version - 1]
  let from = 0
  const blocks = groups.flatMap(([number, size]) => Array.from({ length: number }, () => data.slice(from, from += size)))
  const checks = blocks.map((block) => remainder(block, count))
  const across = (/** @type {number[][]} */ rows) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) =>
      rows.filter((row) => at < row.length).map((row) => row[at])).flat()
  return [...across(blocks), ...across(checks)]
}

/** Products in GF(256) by x⁸ + x⁴ + x³ + x² + 1. @param {number} a @param {number} b */
function product(a, b) {
  let sum = 0
  for (let bit = 7; bit >= 0; bit--) {
    sum = (sum << 1) ^ ((sum >> 7) * 0x11d)
    sum ^= ((b >> bit) & 1) * a
  }
  return sum
}

/** The codewords of Reed and Solomon for a block. @param {number[]} block @param {number} count */
function remainder(block, count) {
  /** The generator, without its first factor, which is one. */
  const generator = Array.from({ length: count }, (_, at) => Number(at === count - 1))
  let root = 1
  for (let step = 0; step < count; step++) {
    for (let at = 0; at < count; at++) generator[at] = product(generator[at], root) ^ (generator[at + 1] ?? 0)
    root = product(root, 2)
  }
  const rest = Array.from({ length: count }, () => 0)
  for (const byte of block) {
    const factor = byte ^ /** @type {number} */ (rest.shift())
    rest.push(0)
    generator.forEach((value, at) => (rest[at] ^= product(value, factor)))
  }
  return rest
}

/**
 * The patterns that every code of a version has; undefined where data comes.
 * @param {number} version
 * @param {number} size
 * @returns {(boolean | undefined)[][]}
 */
function functions(version, size) {
  /** @type {(boolean | undefined)[][]} */
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined))
  for (let at = 0; at < size; at++) modules[6][at] = modules[at][6] = at % 2 === 0
  for (const [y, x] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
      const far = Math.max(Math.abs(dx), Math.abs(dy))
      if (modules[y + dy]?.[x + dx] !== undefined || (y + dy in modules && x + dx >= 0 && x + dx < size)) {
        modules[y + dy][x + dx] = far !== 2 && far !== 4
      }
    }
  }
  const places = ALIGNED[version - 1]
  const last = places.length - 1
  places.forEach((y, row) => places.forEach((x, column) => {
    if ((row === 0 && column === 0) || (row === 0 && column === last) || (row === last && column === 0)) return
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) {
      modules[y + dy][x + dx] = Math.max(Math.abs(dx), Math.abs(dy)) !== 1
    }
  }))
  format(modules, 0)
  if (version >= 7) {
    let rest = version
    for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
    const bits = (version << 12) | rest
    for (let bit = 0; bit < 18; bit++) {
      const [long, short] = [Math.floor(bit / 3), size - 11 + bit % 3]
      modules[long][short] = modules[short][long] = ((bits >> bit) & 1) === 1
    }
  }
  return modules
}

/** Level M and the mask, twice (§7.9). @param {(boolean | undefined)[][]} modules @param {number} mask */
function format(modules, mask) {
  const size = modules.length
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const bit = (/** @type {number} */ at) => ((bits >> at) & 1) === 1
  for (let at = 0; at < 6; at++) modules[at][8] = bit(at)
  modules[7][8] = bit(6)
  modules[8][8] = bit(7)
  modules[8][7] = bit(8)
  for (let at = 9; at < 15; at++) modules[8][14 - at] = bit(at)
  for (let at = 0; at < 8; at++) modules[8][size - 1 - at] = bit(at)
  for (let at = 8; at < 15; at++) modules[size - 15 + at][8] = bit(at)
  modules[size - 8][8] = true
}

const MASKS = /** @type {((x: number, y: number) => number)[]} */ ([
  (x, y) => (x + y) % 2, (_, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => x * y % 2 + x * y % 3,
  (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
])

/** @param {(boolean | undefined)[][]} fixed @param {number[]} words @param {number} mask */
function placed(fixed, words, mask) {
  const size = fixed.length
  const modules = fixed.map((row) => [...row])
  let at = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    // The column of the timing pattern is left out.
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const isUp = ((right + 1) & 2) === 0
      const y = isUp ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        if (fixed[y][x] !== undefined) continue
        const isDark = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1
        modules[y][x] = isDark !== (MASKS[mask](x, y) === 0)
        at++
      }
    }
  }
  return modules
}

/** What makes a code hard to read (§7.8.3). @param {(boolean | undefined)[][]} modules */
function penalty(modules) {
  const size = modules.length
  let cost = 0
  let dark = 0
  for (const isColumn of [false, true]) {
    for (let line = 0; line < size; line++) {
      const row = Array.from({ length: size }, (_, at) => (isColumn ? modules[at][line] : modules[line][at]) ? "1" : "0")
        .join("")
      for (const run of row.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2
      for (let at = 0; at + 11 <= size; at++) {
        const part = row.slice(at, at + 11)
        if (part === "10111010000" || part === "00001011101") cost += 40
      }
    }
  }
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) {
    if (modules[y][x]) dark++
    if (y > 0 && x > 0 && modules[y][x] === modules[y][x - 1] && modules[y][x] === modules[y - 1][x] &&
      modules[y][x] === modules[y - 1][x - 1]) cost += 3
  }
  return cost + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10
}
