import { follow } from "./follow.js"
import { fill } from "./h.js"
import { failed, loaded } from "./parts/state.js"

/**
 * A view: one element of the page's main part. What it began ends when it is taken away.
 *
 *     export default class Approvals extends View {
 *       title = t("nav.approvals")
 *       show() { … fill(this, h("h1", null, this.title), …) }
 *     }
 */
export class View extends HTMLElement {
  #end = new AbortController()
  /** The title of the window. @override */
  title = ""
  /** Values of the address's pattern. @type {Record<string, string>} */
  params = {}
  /** What stands behind `?`. */
  query = new URLSearchParams()

  /** Aborted when the view is taken away. */
  get signal() {
    return this.#end.signal
  }

  connectedCallback() {
    this.classList.add("view")
    this.#end = new AbortController()
    void this.begin()
  }

  disconnectedCallback() {
    this.#end.abort()
  }

  async begin() {
    try {
      await this.show()
    } catch (error) {
      if (!this.signal.aborted) fill(this, failed(error, () => this.begin()))
    }
  }

  /** Fills the element. @returns {void | Promise<void>} */
  show() {}

  /**
   * Follows an answer while the view is there.
   * @param {string} path
   * @param {(value: any) => void} onValue
   * @param {{ onState?: (state: import("./follow.js").State) => void, query?: Record<string, any> }} [options]
   */
  follow(path, onValue, options = {}) {
    return follow(path, onValue, { ...options, signal: this.signal })
  }

  /**
   * Loads a part of the view into a place of it.
   * @template T
   * @param {Element} place
   * @param {() => Promise<T>} load
   * @param {(value: T) => import("./h.js").Child} show
   */
  load(place, load, show) {
    return loaded(place, load, show, { signal: this.signal })
  }
}
