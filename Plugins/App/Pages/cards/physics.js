/**
 * Cards that push each other, glide and fall: rounded rectangles on a page, in steps of 1/120 s. It knows no clock, no
 * chance and no document, and computes with + - * / and Math.sqrt alone, which every engine rounds alike: the same
 * calls lead to the same bits. Lengths are pixels, times seconds, turns radians; a card of the page's mean area has the
 * mass 1.
 *
 * Nothing passes through another: before each step all that could touch within it is known (speculative contacts), and
 * no card moves by more than half of its smaller side in a step.
 */

import { Bodies, collide, Contacts } from "./collide.js"
import { deepest, part, push } from "./solve.js"

export { energy } from "./solve.js"

export const STEP = 1 / 120

/** The most that a hand accelerates a card, px/s²: what stands in the way is pressed by mass × this, never more. */
const PULL = 120000
/** The force of a throw: mass × the finger's acceleration over FELT steps. */
const THROW = 20000
const FELT = 6
const GRAVITY = 2400
/** Speed that stays after a step on the table, and what friction takes besides, px/s² and rad/s². */
const GLIDE = 0.985
const BRAKE = 300
const BRAKE_TURN = 3
const ROUNDS = 8
const PARTING_ROUNDS = 16
/** How often overlaps are looked for again after a step, and those, in pixels, that are parted once more. */
const PARTINGS = 3
const DEEP = 0.5
/** Steps without a visible move after which the page sleeps, and pixels that can't be seen. */
const STILL_STEPS = 12
const UNSEEN = 0.01
/** A speed, px/s, too low to be seen. Cards slower than it for JAMMED_STEPS steps are jammed, and the page sleeps. */
const SLOW = 1
const JAMMED_STEPS = 60
/** The most steps of a frame: a slow machine shows slower cards. */
const MOST_STEPS = 8

/**
 * Centre, size, corners' radius and a small turn of a card.
 * @typedef {{ x: number, y: number, width: number, height: number, radius?: number, turn?: number }} Box
 * @typedef {{ card: number, dx: number, dy: number, x: number, y: number, toX: number, toY: number }} Grip
 */

export class World {
  /**
   * @param {{ width: number, height: number, cards: readonly Box[], gravity?: number, glide?: number, brake?: number,
   *   force?: number }} page `force` is that of a throw
   */
  constructor({ width, height, cards, gravity = GRAVITY, glide = GLIDE, brake = BRAKE, force = THROW }) {
    this.width = width
    this.height = height
    this.gravity = gravity
    this.glide = glide
    this.brake = brake
    this.force = force
    /** Whether all fall: the floor is open. */
    this.isFalling = false
    this.isAsleep = true
    this.steps = 0
    /** Seconds that have passed since the last step. */
    this.rest = 0
    /** @type {Grip | null} */
    this.grip = null
    this.still = 0
    /** The longest way of a card in this step. */
    this.way = 0
    this.bodies = new Bodies(cards.length)
    this.contacts = new Contacts(cards.length)
    /** The most that each card moves in a step. */
    this.stride = new Float64Array(cards.length)
    /** The finger's smoothed speed, and that of the steps before. */
    this.felt = new Float64Array(2 * FELT + 2)
    const mean = cards.reduce((sum, { width: w, height: h }) => sum + w * h, 0) / cards.length
    for (const [i, card] of cards.entries()) this.#place(i, card, mean)
  }

  /**
   * @param {number} i
   * @param {Box} box
   * @param {number} mean area
   */
  #place(i, { x, y, width, height, radius = 16, turn = 0 }, mean) {
    const o = this.bodies
    // By the root of the area: a large card is heavier, and a small one can still stop it.
    const mass = Math.sqrt(width * height / mean)
    const r = Math.min(radius, width / 2, height / 2)
    o.x[i] = x
    o.y[i] = y
    o.c[i] = 1
    o.r[i] = r
    o.ex[i] = width / 2 - r
    o.ey[i] = height / 2 - r
    o.im[i] = 1 / mass
    o.ii[i] = 12 / (mass * (width * width + height * height))
    o.reach[i] = Math.sqrt(o.ex[i] * o.ex[i] + o.ey[i] * o.ey[i]) + r
    this.stride[i] = Math.min(width, height) / 2
    rotate(o, i, turn)
  }

  /** Whether all cards have fallen out of the page. */
  get isEmpty() {
    for (let i = 0; i < this.bodies.count; i += 1) if (this.bodies.gone[i] === 0) return false
    return true
  }

  /**
   * Takes a card at a point.
   * @param {number} card
   * @param {number} x
   * @param {number} y
   */
  grab(card, x, y) {
    if (this.isFalling) return
    this.grip = { card, dx: x - this.bodies.x[card], dy: y - this.bodies.y[card], x, y, toX: x, toY: y }
    this.felt.fill(0)
    this.wake()
  }

  /**
   * Leads the finger to a point.
   * @param {number} x
   * @param {number} y
   */
  drag(x, y) {
    if (!this.grip) return
    this.grip.toX = x
    this.grip.toY = y
    this.wake()
  }

  /** Lets go of the card, which glides on. */
  release() {
    this.grip = null
  }

  /** Opens the floor. */
  fall() {
    this.isFalling = true
    this.release()
    this.wake()
  }

  wake() {
    this.isAsleep = false
    this.still = 0
  }

  /**
   * Takes as many steps as the time holds, and leads the finger on in equal parts of its way.
   * @param {number} seconds
   */
  advance(seconds) {
    this.rest = Math.min(this.rest + seconds, MOST_STEPS * STEP)
    let left = Math.floor(this.rest / STEP)
    this.rest -= left * STEP
    for (; left > 0 && !this.isAsleep; left -= 1) this.step(1 / left)
    if (this.isAsleep) this.rest = 0
  }

  /** @param {number} [share] of the finger's way, one at most */
  step(share = 1) {
    if (this.isAsleep) return
    this.steps += 1
    this.#feel(share)
    const o = this.bodies
    const fastest = this.#speed()
    const near = fastest * STEP + 1
    collide(o, this.contacts, near, this.width, this.height, this.isFalling)
    push(o, this.contacts, { step: this.steps, seconds: STEP, rounds: ROUNDS, isSlippery: this.isFalling })
    for (let i = 0; i < o.count; i += 1) {
      this.#bound(i)
      o.dx[i] = o.vx[i] * STEP
      o.dy[i] = o.vy[i] * STEP
      o.turn[i] = o.spin[i] * STEP
    }
    part(o, this.contacts, PARTING_ROUNDS)
    this.#move()
    // Turning brings other corners together than the step began with.
    for (let again = 0; again < PARTINGS; again += 1) {
      collide(o, this.contacts, 1, this.width, this.height, this.isFalling)
      if (deepest(this.contacts) > -DEEP) break
      o.dx.fill(0)
      o.dy.fill(0)
      o.turn.fill(0)
      part(o, this.contacts, PARTING_ROUNDS)
      this.#move()
    }
    this.#settle()
  }

  /** Moves the finger, and feels whether it throws. @param {number} share */
  #feel(share) {
    const grip = this.grip
    if (!grip) return
    const { felt } = this
    const wayX = (grip.toX - grip.x) * share, wayY = (grip.toY - grip.y) * share
    grip.x += wayX
    grip.y += wayY
    felt.copyWithin(2, 0, 2 * FELT)
    felt[0] += (wayX / STEP - felt[0]) * 0.25
    felt[1] += (wayY / STEP - felt[1]) * 0.25
    const ax = (felt[0] - felt[2 * FELT]) / (FELT * STEP), ay = (felt[1] - felt[2 * FELT + 1]) / (FELT * STEP)
    const mass = 1 / this.bodies.im[grip.card]
    if (mass * Math.sqrt(ax * ax + ay * ay) > this.force) this.fall()
  }

  /** Pull, gravity and the table's friction. @returns {number} the largest speed of a card's corner, px/s */
  #speed() {
    const o = this.bodies
    let fastest = 0
    for (let i = 0; i < o.count; i += 1) {
      if (o.gone[i] === 1) continue
      if (this.isFalling) {
        o.vy[i] += this.gravity * STEP
      } else if (this.grip?.card === i) {
        const { x, y, dx, dy } = this.grip
        const px = (x - dx - o.x[i]) / STEP * 0.5 - o.vx[i], py = (y - dy - o.y[i]) / STEP * 0.5 - o.vy[i]
        const much = Math.sqrt(px * px + py * py)
        const part = much > PULL * STEP ? PULL * STEP / much : 1
        o.vx[i] += px * part
        o.vy[i] += py * part
        o.spin[i] *= 0.8
      } else {
        const speed = Math.sqrt(o.vx[i] * o.vx[i] + o.vy[i] * o.vy[i])
        const kept = speed > this.brake * STEP ? this.glide * (1 - this.brake * STEP / speed) : this.brake > 0 ? 0 : 1
        o.vx[i] *= kept
        o.vy[i] *= kept
        const spin = Math.abs(o.spin[i]), brake = this.brake > 0 ? BRAKE_TURN * STEP : 0
        o.spin[i] *= spin > brake ? this.glide * (1 - brake / spin) : brake > 0 ? 0 : 1
      }
      this.#bound(i)
      const speed = Math.sqrt(o.vx[i] * o.vx[i] + o.vy[i] * o.vy[i]) + Math.abs(o.spin[i]) * o.reach[i]
      if (speed > fastest) fastest = speed
    }
    return fastest
  }

  /** Bounds a card's move and turn of a step by half of its smaller side. @param {number} i */
  #bound(i) {
    const o = this.bodies
    const most = this.stride[i] / STEP
    const speed = Math.sqrt(o.vx[i] * o.vx[i] + o.vy[i] * o.vy[i])
    if (speed > most) {
      o.vx[i] *= most / speed
      o.vy[i] *= most / speed
    }
    const spin = Math.abs(o.spin[i]) * o.reach[i]
    if (spin > most) o.spin[i] *= most / spin
  }

  #move() {
    const o = this.bodies
    for (let i = 0; i < o.count; i += 1) {
      if (o.gone[i] === 1) continue
      o.x[i] += o.dx[i]
      o.y[i] += o.dy[i]
      rotate(o, i, o.turn[i])
      this.way = Math.max(this.way, Math.abs(o.dx[i]), Math.abs(o.dy[i]), Math.abs(o.turn[i]) * o.reach[i])
      if (this.isFalling && o.y[i] - o.reach[i] > this.height) o.gone[i] = 1
    }
  }

  /** Puts the page to sleep when nothing moves that can be seen. */
  #settle() {
    const o = this.bodies
    const isStill = this.way < UNSEEN
    let fastest = 0
    for (let i = 0; i < o.count; i += 1) {
      fastest = Math.max(fastest, Math.abs(o.vx[i]), Math.abs(o.vy[i]), Math.abs(o.spin[i]) * o.reach[i])
    }
    this.way = 0
    this.still = fastest < SLOW && !this.isFalling ? this.still + 1 : 0
    const isJammed = this.still >= JAMMED_STEPS
    if (!isJammed && !(isStill && this.still >= STILL_STEPS) && !(this.isFalling && this.isEmpty)) return
    this.isAsleep = true
    o.vx.fill(0)
    o.vy.fill(0)
    o.spin.fill(0)
  }
}

/**
 * Turns a card by a small angle, without sines: exactly a rotation, of nearly that angle.
 * @param {Bodies} o
 * @param {number} i
 * @param {number} angle
 */
function rotate(o, i, angle) {
  if (angle === 0) return
  const t = angle / 2, by = 1 + t * t
  const cos = (1 - t * t) / by, sin = 2 * t / by
  const c = o.c[i] * cos - o.s[i] * sin, s = o.s[i] * cos + o.c[i] * sin
  // Rounding mustn't let it grow.
  const length = Math.sqrt(c * c + s * s)
  o.c[i] = c / length
  o.s[i] = s / length
}
