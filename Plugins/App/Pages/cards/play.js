import { World } from "./physics.js"

const DEGREE = 0.017453292519943295
/** Milliseconds after which a fall is over, however slow the screen is or tall the page. */
const MOST_FALL = 2000

/** Cards of a page that follow the physics. A frame is asked for only while something moves. */
export class Play {
  /**
   * Takes the cards as they lie.
   * @param {HTMLElement} felt the table
   * @param {HTMLElement} deal what holds the cards; its lower edge is the floor
   * @param {() => void} onEmpty called when all have fallen
   */
  constructor(felt, deal, onEmpty) {
    this.felt = felt
    this.onEmpty = onEmpty
    this.cards = [...deal.children].filter((child) => child instanceof HTMLElement)
    const turns = this.cards.map((card) => (parseFloat(getComputedStyle(card).rotate) || 0) * DEGREE)
    felt.classList.add("loose")
    const box = felt.getBoundingClientRect()
    const boxes = this.cards.map((card, place) => {
      const { left, top, width, height } = card.getBoundingClientRect()
      return {
        x: left + width / 2 - box.left, y: top + height / 2 - box.top, width: card.offsetWidth,
        height: card.offsetHeight, radius: parseFloat(getComputedStyle(card).borderTopLeftRadius) || 0,
        turn: turns[place],
      }
    })
    this.origins = boxes.map(({ x, y }) => ({ x, y }))
    this.world = new World({
      width: box.width, height: deal.getBoundingClientRect().bottom - box.top, cards: boxes,
    })
    /** The time of the last frame, in milliseconds; 0 before the first. */
    this.last = 0
    this.frame = 0
    /** When the fall began, in milliseconds. */
    this.fallsSince = 0
    this.isEnded = false
    this.drawn = new Float64Array(3 * boxes.length).fill(NaN)
    this.#draw()
  }

  /** A point of the window on the table. @param {{ clientX: number, clientY: number }} event */
  #point({ clientX, clientY }) {
    const { left, top } = this.felt.getBoundingClientRect()
    return /** @type {const} */ ([clientX - left, clientY - top])
  }

  /**
   * @param {HTMLElement} card
   * @param {{ clientX: number, clientY: number }} event
   */
  grab(card, event) {
    this.world.grab(this.cards.indexOf(card), ...this.#point(event))
    card.classList.add("held")
    this.#run()
  }

  /** @param {{ clientX: number, clientY: number }} event */
  drag(event) {
    this.world.drag(...this.#point(event))
    this.#run()
  }

  release() {
    this.world.release()
    this.#letGo()
  }

  #letGo() {
    for (const card of this.cards) card.classList.remove("held")
  }

  /** Stops, and leaves the cards to the style sheet. */
  end() {
    this.isEnded = true
    cancelAnimationFrame(this.frame)
    this.#letGo()
    this.felt.classList.remove("loose", "falling")
    for (const card of this.cards) {
      card.style.removeProperty("transform")
      card.style.removeProperty("visibility")
    }
  }

  #run() {
    if (this.frame !== 0 || this.isEnded || this.world.isAsleep) return
    this.last = 0
    this.frame = requestAnimationFrame((now) => this.#tick(now))
  }

  /** @param {number} now milliseconds */
  #tick(now) {
    const { world } = this
    const wasFalling = world.isFalling
    if (this.last > 0) world.advance((now - this.last) / 1000)
    this.last = now
    if (world.isFalling && !wasFalling) {
      // They fall out of what is seen of the table.
      const { top, height } = this.felt.getBoundingClientRect()
      world.height = Math.min(height, innerHeight - top)
      this.fallsSince = now
      this.felt.classList.add("falling")
      this.#letGo()
    }
    this.#draw()
    this.frame = 0
    if (world.isFalling && (world.isEmpty || now - this.fallsSince > MOST_FALL)) {
      this.onEmpty()
    } else if (!world.isAsleep && !this.isEnded) {
      this.frame = requestAnimationFrame((later) => this.#tick(later))
    }
  }

  /** Writes where those cards are that have moved since they were last drawn. */
  #draw() {
    const { bodies: o, rest } = this.world
    const { drawn } = this
    for (const [i, card] of this.cards.entries()) {
      if (o.gone[i] === 1) {
        // Others lie where they do because of it: it keeps its room.
        card.style.visibility = "hidden"
        continue
      }
      // What has passed of the next step is drawn, too. A hundredth of a pixel isn't seen, and short numbers are read
      // sooner.
      const x = Math.round((o.x[i] + o.vx[i] * rest - this.origins[i].x) * 100) / 100
      const y = Math.round((o.y[i] + o.vy[i] * rest - this.origins[i].y) * 100) / 100
      const turn = Math.round(Math.atan2(o.s[i], o.c[i]) / DEGREE * 100) / 100
      const at = 3 * i
      if (drawn[at] === x && drawn[at + 1] === y && drawn[at + 2] === turn) continue
      drawn[at] = x
      drawn[at + 1] = y
      drawn[at + 2] = turn
      card.style.transform = `translate(${x}px,${y}px) rotate(${turn}deg)`
    }
  }
}

let hasPractised = false
/** Steps after which an engine has compiled the physics. */
const PRACTICE = 150

/**
 * Runs the physics on cards that aren't drawn, while the browser is idle, so that the engine has compiled it before
 * the first drag.
 */
export function practise() {
  if (hasPractised) return
  hasPractised = true
  const cards = Array.from({ length: 6 }, (_, i) => (
    { x: 60 + (i % 2) * 90, y: 60 + Math.floor(i / 2) * 90, width: 86, height: 86 }))
  const world = new World({ width: 210, height: 300, cards, force: Infinity })
  world.grab(0, 60, 60)
  const idle = globalThis.requestIdleCallback ??
    ((/** @type {(deadline: { timeRemaining: () => number }) => void} */ act) =>
      setTimeout(() => act({ timeRemaining: () => 0 }), 50))
  const go = (/** @type {{ timeRemaining: () => number }} */ deadline) => {
    do {
      world.drag(60 + world.steps % 40 * 3, 60 + world.steps * 3)
      world.step()
    } while (world.steps < PRACTICE && deadline.timeRemaining() > 4)
    if (world.steps < PRACTICE) idle(go)
  }
  idle(go)
}
