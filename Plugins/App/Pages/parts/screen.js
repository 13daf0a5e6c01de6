import { fill, h } from "../../ground/h.js"
import { iconButton } from "../../ground/parts/button.js"
import { failed, skeleton } from "../../ground/parts/state.js"
import { t } from "../../ground/i18n.js"

/** By what a control is known again. @param {Element | undefined} one */
const called = (one) => one && [one.localName, one.getAttribute("aria-label") ?? one.id, one.textContent].join(" ")

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
  /** @type {Error | undefined} */
  #failure
  /** The title of the window, and of the head. @override */
  title = ""
  /** Whether an arrow leads back. */
  hasBack = false
  /** Whether a shake leads nowhere else from here: one reads, watches or writes. */
  isHeld = false
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

  /** Why there is nothing to show yet. @param {Error} error */
  set failure(error) {
    this.#failure = error
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

  /** Draws the view again. The focus stays on the control that is called the same, and else goes to the heading. */
  refresh() {
    const focused = this.contains(document.activeElement) ? document.activeElement : null
    const [name, place] = [focused && called(focused), [...this.querySelectorAll(REACHED)].indexOf(focused ?? this)]
    // What is shown may say what it is called.
    const shown = this.#data !== undefined ? this.draw(this.#data)
      : this.#failure ? failed(this.#failure, () => this.report("again")) : skeleton()
    fill(this.header, this.head())
    fill(this.main, shown)
    if (!focused || this.contains(focused)) return
    const all = [...this.querySelectorAll(REACHED)]
    const after = called(all[place]) === name ? all[place] : all.find((one) => called(one) === name)
    const heading = this.querySelector("h1")
    if (!after && heading) heading.tabIndex = -1
    const target = after ?? heading
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
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
