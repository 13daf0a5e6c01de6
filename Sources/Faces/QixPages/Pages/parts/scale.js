/** Scales of charts, without a picture. */

/**
 * Round marks of an axis from zero, at least up to the largest value.
 * @param {number} most
 * @param {number} [count] how many there should be, about
 * @returns {number[]}
 */
export function marks(most, count = 3) {
  if (!(most > 0)) return [0, 1]
  const rough = most / (count - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough * (1 - 1e-9)) ?? power * 10
  // Counts have no halves.
  const whole = most >= 1 && step < 1 ? 1 : step === 2.5 ? 5 : step
  return Array.from({ length: Math.ceil(most / whole - 1e-9) + 1 }, (_, place) => place * whole)
}

/**
 * A value's place on a line of pixels.
 * @param {[number, number]} from
 * @param {[number, number]} to
 */
export const linear = ([low, high], [start, end]) => (/** @type {number} */ value) =>
  start + (high === low ? 0 : (value - low) / (high - low)) * (end - start)

/**
 * Which of many labels fit beside each other: first and last, and as many between as there is room for.
 * @param {number} count
 * @param {number} room pixels
 * @param {number} width of one label
 * @returns {number[]} their places
 */
export function labelled(count, room, width) {
  if (count <= 1) return count === 1 ? [0] : []
  const most = Math.max(2, Math.floor(room / (width + 16)))
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)))
  const places = []
  for (let place = 0; place < count; place += step) places.push(place)
  return places
}

/**
 * The parts of a bar, side by side. Each part that is something is seen; the larger ones give the room for it.
 * @param {number[]} values
 * @param {number} room pixels
 * @param {{ gap?: number, least?: number }} [options]
 * @returns {{ x: number, width: number }[]}
 */
export function stacked(values, room, { gap = 2, least = 6 } = {}) {
  const parts = values.map((value) => Math.max(0, value || 0))
  const filled = parts.filter((part) => part > 0)
  const free = Math.max(0, room - gap * Math.max(0, filled.length - 1))
  const small = Math.min(least, free / Math.max(1, filled.length))
  const total = filled.reduce((sum, part) => sum + part, 0)
  // Of the room that the small parts leave, each of the others has its share.
  const large = filled.filter((part) => (part / total) * free >= small)
  const rest = free - small * (filled.length - large.length)
  const sum = large.reduce((all, part) => all + part, 0)
  let x = 0
  return parts.map((part) => {
    const width = part === 0 ? 0 : large.includes(part) ? (part / sum) * rest : small
    const placed = { x, width }
    if (part > 0) x += width + gap
    return placed
  })
}

/** A number of SVG: a tenth of a pixel is enough. @param {number} value */
export const px = (value) => Math.round(value * 10) / 10

/**
 * A path through points.
 * @param {[number, number][]} points
 */
export const path = (points) => points.map(([x, y], place) => `${place === 0 ? "M" : "L"}${px(x)} ${px(y)}`).join("")
