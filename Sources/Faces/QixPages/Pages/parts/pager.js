import { fill, h } from "../h.js"
import { t } from "../i18n.js"
import { button } from "./button.js"
import { failed } from "./state.js"

/**
 * @template R
 * @typedef {object} Paging
 * @property {(cursor: string | undefined) => Promise<{ rows: R[], next?: string | null }>} load a page; `next` leads
 *   to the one after it
 * @property {(rows: R[]) => void} add puts the rows of a page below those that are there
 */

/**
 * "Show more" below a list, and how many rows there are so far.
 * @template R
 */
export class Pager {
  /** @type {string | undefined} */
  #next
  #paging
  #count = 0
  #said = h("p", { class: "small soft", role: "status", tabindex: -1 })
  #place = h("div")
  element = h("div", { class: "pager" }, this.#said, this.#place)

  /** @param {Paging<R>} paging */
  constructor(paging) {
    this.#paging = paging
  }

  /** Loads the first page; its errors are the caller's. */
  async start() {
    await this.#load(undefined)
    return this
  }

  /** @param {string | undefined} cursor */
  async #load(cursor) {
    const { rows, next } = await this.#paging.load(cursor)
    this.#paging.add(rows)
    this.#count += rows.length
    this.#next = next ?? undefined
    const hadFocus = this.#place.contains(document.activeElement)
    this.#said.textContent = this.#count > 0 ? t("part.rows", { count: this.#count }) : ""
    const more = this.#next && button(t("part.more"), () => this.#more(), { isDense: true })
    fill(this.#place, more)
    if (hadFocus) (more || this.#said).focus()
  }

  async #more() {
    try {
      await this.#load(this.#next)
    } catch (error) {
      fill(this.#place, failed(error, () => this.#more()))
    }
  }
}
