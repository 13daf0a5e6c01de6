/**
 * Tells shaking from walking and from laying a phone down: several turns of strong acceleration, each way, within a
 * second. Pure: times are given.
 */

/** Acceleration without gravity, m/s², from which a swing counts. */
const STRONG = 11
/** Swings to and fro that make a shake, each within so many milliseconds of the one before. */
const SWINGS = 3
const WITHIN = 450
/** Milliseconds after a shake in which none begins. */
const REST = 900

export class Shaking {
  #swings = 0
  #last = -Infinity
  #rested = -Infinity
  /** Direction of the last swing. */
  #way = [0, 0, 0]
  /** What doesn't change, such as gravity where the sensor tells it too. */
  #still = [0, 0, 0]
  #isFirst = true

  /**
   * Takes a reading, m/s².
   * @param {number} x
   * @param {number} y
   * @param {number} z
   * @param {number} at milliseconds
   * @returns {{ isShake: boolean, force: number }} force: a part of one, of what fills a ring
   */
  feel(x, y, z, at) {
    const given = [x, y, z]
    if (this.#isFirst) this.#still = given
    this.#isFirst = false
    const rest = given.map((one, axis) => one - this.#still[axis])
    this.#still = this.#still.map((one, axis) => one + (given[axis] - one) * 0.05)
    const size = Math.hypot(...rest)
    if (size < STRONG) return { isShake: false, force: 0 }
    const turned = rest.reduce((sum, one, axis) => sum + one * this.#way[axis], 0) <= 0
    if (!turned) return { isShake: false, force: 0 }
    this.#swings = at - this.#last > WITHIN ? 1 : this.#swings + 1
    this.#last = at
    this.#way = rest
    const isShake = this.#swings >= SWINGS && at - this.#rested > REST
    if (isShake) {
      this.#rested = at
      this.#swings = 0
    }
    return { isShake, force: Math.min(1, size / 20) * 0.14 }
  }
}
