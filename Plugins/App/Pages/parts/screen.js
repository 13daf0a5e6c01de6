import { fill, h } from "../../ground/h.js"
import { iconButton } from "../../ground/parts/button.js"
import { skeleton } from "../../ground/parts/state.js"
import { t } from "../../ground/i18n.js"

/** What can be reached by Tab. */
const REACHED = "a[href], button, input, select, textarea, [tabindex='0']"

/**
 * A view of the app: a head, and what it shows of its data. It asks for nothing and leads nowhere: it reports what
 * happened to its coordinator.
 */
export class Screen extends HTMLElement {
  #end = new AbortController()
  /** @type {any} */
  #data
  /** The title of the window, and of the head. @override */
  title = ""
  /** Whether an arrow leads back. */
  hasBack = false
  /**
   * Tells the coordinator what happened.
   * @type {(name: string, detail?: any) => any}
   */
  report = () => {}

  header = h("header", { class: "bar between" })
  main = h("main", { id: "main", tabindex: -1 })

  /** Aborted when the view has left. */
  get signal() {
    return this.#end.signal
  }

  get data() {
    return this.#data
  }

  /** What it shows from now on. */
  set data(value) {
    this.#data = value
    if (this.isConnected) this.refresh()
  }

  connectedCallback() {
    if (!this.header.parentElement) this.prepend(this.header, this.main)
    this.refresh()
  }

  /** Ends what it began, and goes. */
  leave() {
    this.#end.abort()
    this.remove()
  }

  /** Draws the view again. The focus stays on the control with the same number in the tab order. */
  refresh() {
    const before = [...this.querySelectorAll(REACHED)].indexOf(/** @type {Element} */ (document.activeElement))
    // What is shown may say what it is called.
    const shown = this.#data === undefined ? skeleton() : this.draw(this.#data)
    fill(this.header, this.head())
    fill(this.main, shown)
    const after = before < 0 ? undefined : this.querySelectorAll(REACHED)[before]
    if (after instanceof HTMLElement) after.focus({ preventScroll: true })
  }

  /** @returns {import("../../ground/h.js").Child} */
  head() {
    return [
      this.hasBack
        ? iconButton("back", t("app.back"), () => this.report("back"))
        : h("h1", { class: "title" }, this.title),
      this.hasBack && h("h1", { class: "over" }, this.title),
      h("span", { class: "edge" }, this.aside()),
    ]
  }

  /** What stands at the end of the head. @returns {import("../../ground/h.js").Child} */
  aside() {
    return undefined
  }

  /**
   * What the main part shows.
   * @param {any} _data
   * @returns {import("../../ground/h.js").Child}
   */
  draw(_data) {
    return undefined
  }
}
