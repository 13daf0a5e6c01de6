import { fill, h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { iconButton } from "../../ground/parts/button.js"
import { cardElement } from "./card.js"

/**
 * @typedef {import("./card.js").Card} Card
 * @typedef {import("./card.js").Action} Action
 * @typedef {{ page: number, cards: Card[] }} Page
 * @typedef {{ list: (page: number, count: number) => string, page: (page: number) => string, pages: string,
 *   next: string, previous: string }} Names what readers tell
 * @typedef {{
 *   pages: readonly Page[],
 *   onAct: (action: Action, card: Card, event: MouseEvent) => void,
 *   onPage?: (place: number, why: "thrown" | "turned") => void,
 *   names?: Partial<Names>,
 * }} Options
 */

/** Pixels that a finger moves before it drags; up to them it taps. */
const SLOP = 6
/** Pixels of a swipe over the table that turn the page. */
const SWIPE = 48

/**
 * The physics, which comes when the page has been shown.
 * @type {typeof import("./play.js") | null}
 */
let physics = null

/** Loads the physics; where that fails, the next finger tries again. */
async function bring() {
  if (physics) return
  try {
    physics = await import("./play.js")
    physics.practise()
  } catch {
    // Without it pages are swiped.
  }
}

/** @returns {Names} */
const spoken = () => ({
  list: (page, count) => t(count > 1 ? "cards.list" : "cards.list-one", { page, count }),
  page: (page) => t("cards.page", { page }), pages: t("cards.pages"), next: t("cards.next"),
  previous: t("cards.previous"),
})

/** Pages of cards, of which one is seen. */
export class CardTable extends HTMLElement {
  /** @type {readonly Page[]} */
  #pages = []
  #place = 0
  /** @type {import("./play.js").Play | null} */
  #play = null
  /**
   * The finger that is down: from where, whether it drags, and the card below it.
   * @type {{ id: number, x: number, y: number, card: HTMLElement | null, isDragging: boolean } | null}
   */
  #finger = null
  /** In pixels, as the cards were laid out. */
  #size = { width: 0, height: 0 }
  #end = new AbortController()
  #deal = h("ul", { class: "deal", role: "list", tabindex: "-1" })
  #dots = h("nav", { class: "dots" })
  #said = h("p", { class: "sr", role: "status" })
  /** @type {Options["onAct"]} */
  onAct = () => {}
  /** @type {NonNullable<Options["onPage"]>} */
  onPage = () => {}
  names = spoken()

  connectedCallback() {
    this.classList.add("felt")
    this.replaceChildren(this.#deal, this.#dots, this.#said)
    this.#end = new AbortController()
    const { signal } = this.#end
    const on = (/** @type {string} */ kind, /** @type {(event: any) => void} */ act, capture = false) =>
      this.addEventListener(kind, act, { signal, capture })
    on("pointerdown", (event) => this.#down(event))
    on("pointermove", (event) => this.#move(event))
    on("pointerup", (event) => this.#up(event))
    on("pointercancel", () => this.#letGo())
    on("dragstart", (event) => event.preventDefault())
    document.addEventListener("keydown", (event) => this.#key(event), { signal })
    const sizes = new ResizeObserver(() => this.#resized())
    sizes.observe(this)
    signal.addEventListener("abort", () => sizes.disconnect())
    this.#show()
    if (!isCalm()) setTimeout(bring, 0)
  }

  disconnectedCallback() {
    this.#end.abort()
    this.#letGo()
    this.#lay()
  }

  /** The pages. Others are shown from where the table is; cards that were moved lie as they are laid out. */
  get pages() {
    return this.#pages
  }

  set pages(pages) {
    if (JSON.stringify(pages) === JSON.stringify(this.#pages)) return
    this.#pages = pages
    this.#place = Math.max(0, Math.min(this.#place, pages.length - 1))
    if (this.isConnected) this.#show()
  }

  /** The place of the page that is seen, from 0. */
  get place() {
    return this.#place
  }

  /**
   * Shows a page; behind the last one comes the first.
   * @param {number} place
   * @param {"thrown" | "turned"} [why]
   */
  turn(place, why = "turned") {
    const count = this.#pages.length
    if (count === 0 || (count === 1 && why === "turned")) return
    this.#place = (place + count) % count
    this.#show()
    this.#said.textContent = this.names.list(this.#place + 1, count)
    this.onPage(this.#place, why)
  }

  /** Draws the cards of the current page. The focus stays where it was, or moves to the list. */
  #show() {
    this.#letGo()
    this.#lay()
    const { cards } = this.#pages[this.#place] ?? { cards: [] }
    const count = this.#pages.length
    const focused = document.activeElement, hadFocus = this.#deal.contains(focused)
    const dot = this.#dots.contains(focused) ? [...this.#dots.children].indexOf(/** @type {Element} */ (focused)) : -1
    const last = cards.length - 1
    this.#deal.setAttribute("aria-label", this.names.list(this.#place + 1, count))
    this.#deal.dataset.below = String(Math.max(0, last - 2))
    fill(this.#deal, cards.map((card, place) => cardElement(card, {
      place, last, onAct: (action, from, event) => this.onAct(action, from, event),
    })))
    this.#dots.setAttribute("aria-label", this.names.pages)
    this.#dots.hidden = count < 2
    const turner = (/** @type {string} */ picture, /** @type {string} */ name, /** @type {number} */ by) => {
      const made = iconButton(picture, name, () => this.turn(this.#place + by))
      made.classList.add("turner")
      return made
    }
    fill(this.#dots, turner("back", this.names.previous, -1), this.#pages.map((_, place) =>
      h("button", {
        type: "button", class: "dot", "aria-current": place === this.#place ? "page" : undefined,
        "aria-label": this.names.page(place + 1), onclick: () => this.turn(place),
      })), turner("next", this.names.next, 1))
    if (hadFocus) this.#deal.focus({ preventScroll: true })
    const same = dot < 0 ? null : this.#dots.children[dot === 0 || dot > count ? dot : this.#place + 1]
    if (same instanceof HTMLElement) same.focus({ preventScroll: true })
  }

  /** Ends the physics. */
  #lay() {
    this.#play?.end()
    this.#play = null
  }

  #resized() {
    const { width, height } = this.getBoundingClientRect()
    const isOther = Math.abs(width - this.#size.width) > 0.5 || Math.abs(height - this.#size.height) > 0.5
    this.#size = { width, height }
    if (isOther && !this.#play?.world.isFalling) {
      this.#letGo()
      this.#lay()
    }
    this.#measure()
  }

  /** Whether the page scrolls: then a finger that moves up and down scrolls it, on cards, too. */
  #measure() {
    const page = document.scrollingElement
    this.classList.toggle("tall", page !== null && page.scrollHeight > page.clientHeight + 1)
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#finger || !event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return
    if (this.#play?.world.isFalling || this.#dots.contains(event.target)) return
    const card = isCalm() ? null : event.target.closest("li.card")
    if (card) void bring()
    this.#finger = {
      id: event.pointerId, x: event.clientX, y: event.clientY, isDragging: false,
      card: physics && card instanceof HTMLElement ? card : null,
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const finger = this.#finger
    if (finger?.id !== event.pointerId) return
    if (!finger.isDragging) {
      const dx = event.clientX - finger.x, dy = event.clientY - finger.y
      if (dx * dx + dy * dy < SLOP * SLOP) return
      // That is about to scroll the page: the browser takes the finger away.
      if (event.pointerType !== "mouse" && this.classList.contains("tall") && Math.abs(dy) > Math.abs(dx)) return
      finger.isDragging = true
      this.setPointerCapture(event.pointerId)
      if (finger.card && physics) {
        this.#play ??= new physics.Play(this, this.#deal, () => this.#fallen())
        this.#play.grab(finger.card, { clientX: finger.x, clientY: finger.y })
      }
    }
    if (finger.card) this.#play?.drag(event)
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const finger = this.#finger
    if (finger?.id !== event.pointerId) return
    const wasDragging = finger.isDragging
    this.#letGo()
    if (!wasDragging) return
    this.#noClick()
    const dx = event.clientX - finger.x, dy = event.clientY - finger.y
    if (!finger.card && Math.abs(dx) > SWIPE && Math.abs(dx) > 1.5 * Math.abs(dy)) {
      const onwards = this.#isLeftToRight ? -dx : dx
      this.turn(this.#place + (onwards > 0 ? 1 : -1))
    }
  }

  #letGo() {
    this.#finger = null
    this.#play?.release()
  }

  /** Keeps the click away that follows a drag. */
  #noClick() {
    const stop = (/** @type {Event} */ event) => {
      event.preventDefault()
      event.stopPropagation()
    }
    this.addEventListener("click", stop, { capture: true, once: true })
    setTimeout(() => this.removeEventListener("click", stop, { capture: true }), 0)
  }

  #fallen() {
    this.turn(this.#place + 1, "thrown")
  }

  get #isLeftToRight() {
    return getComputedStyle(this).direction === "ltr"
  }

  /** Arrows turn the page while the focus is here, or nowhere. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const focused = document.activeElement
    if (focused && focused !== document.body && !this.contains(focused)) return
    if (this.#play?.world.isFalling) return
    event.preventDefault()
    const onwards = this.#isLeftToRight ? "ArrowRight" : "ArrowLeft"
    this.turn(this.#place + (event.key === onwards ? 1 : -1))
  }
}

/** Whether less motion is wished for: then nothing is dragged, and swipes turn pages on cards, too. */
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches

customElements.define("qix-card-table", CardTable)

/**
 * Pages of cards. Others are set by the element's `pages`.
 * @param {Options} options
 */
export function cardTable({ pages, onAct, onPage, names }) {
  const table = new CardTable()
  table.onAct = onAct
  if (onPage) table.onPage = onPage
  table.names = { ...table.names, ...names }
  table.pages = pages
  return table
}
