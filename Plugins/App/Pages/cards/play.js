import { World } from "./physics.js"

const DEGREE = 0.017453292519943295
/** How large a held card looks. The style sheet's own would count its way, too. */
const HELD = 1.02

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
    this.height = box.height
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
    this.isEnded = false
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
      card.hidden = false
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
      // They fall out of the table, not only out of the room for cards.
      world.height = this.height
      this.felt.classList.add("falling")
      this.#letGo()
    }
    this.#draw()
    this.frame = 0
    if (world.isFalling && world.isEmpty) {
      this.onEmpty()
    } else if (!world.isAsleep && !this.isEnded) {
      this.frame = requestAnimationFrame((later) => this.#tick(later))
    }
  }

  #draw() {
    const { bodies: o, rest } = this.world
    for (const [i, card] of this.cards.entries()) {
      if (o.gone[i] === 1) {
        card.hidden = true
        continue
      }
      const size = card.classList.contains("held") ? HELD : 1
      const c = o.c[i] * size, s = o.s[i] * size
      // What has passed of the next step is drawn, too.
      const x = o.x[i] + o.vx[i] * rest - this.origins[i].x, y = o.y[i] + o.vy[i] * rest - this.origins[i].y
      card.style.transform = `matrix(${c},${s},${-s},${c},${x},${y})`
    }
  }
}
