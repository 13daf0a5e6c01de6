import { fill, h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button, iconButton } from "../../ground/parts/button.js"
import { empty } from "../../ground/parts/state.js"
import { cardTable } from "../cards/table.js"
import { brandMark, purseLink } from "../parts/purse.js"
import { Screen } from "../parts/screen.js"

/** The cards of here and now, a page at a time. Reports `card` with an action, `page`, and `notices`. */
export default class Home extends Screen {
  static tag = "app-home"
  /** @type {string | undefined} */
  #shown

  #isTold = false

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    void this.data?.unread?.().then((/** @type {number} */ unread) => {
      this.#isTold = unread > 0
      if (this.#isTold) fill(this.header, this.head())
    })
  }

  /** @override */
  head() {
    const waiting = this.data?.queue?.acts.length ?? 0
    return [brandMark(), h("span", { class: "row g2" },
      waiting > 0 && button(t("waits.title", { count: waiting }), () => this.report("waits"), { isDense: true, icon: "offline" }),
      this.#isTold && iconButton("bell", t("home.notices"), () => this.report("notices")),
      purseLink(this.signal))]
  }

  /** Draws the cards only when they have changed, so that pushed cards keep their places. @override */
  refresh() {
    const cards = JSON.stringify(this.data?.cards?.pages)
    if (cards !== undefined && cards === this.#shown && this.main.childElementCount > 0) return
    const pages = this.data?.cards?.pages
    if (cards !== undefined && this.#shown === undefined) {
      this.data.queue?.addEventListener("change", () => fill(this.header, this.head()), { signal: this.signal })
    }
    this.#shown = cards
    // The table stays at its page, and keeps the focus.
    if (pages?.length > 0 && this.table?.isConnected) this.table.pages = pages
    else super.refresh()
  }

  /** @param {any[]} pages @param {number} first */
  #table(pages, first) {
    const table = this.table = cardTable({
      pages,
      onAct: (action, _, event) => {
        // A new tab, a window, or an address elsewhere is the browser's matter.
        if (event.metaKey || event.ctrlKey || event.shiftKey || /^https:/i.test(action.link)) return
        event.preventDefault()
        void this.report("card", action)
      },
      onPage: (place) => this.report("page", place + 1),
    })
    if (first > 0) table.turn(first)
    return table
  }

  /** @override @param {{ cards: { pages: any[] }, page?: number, first?: string }} data */
  draw({ cards, page = 1, first }) {
    this.title = t("tab.home")
    if (!cards) return undefined
    const pages = cards.pages ?? []
    const named = pages.findIndex((one) => one.cards.some((/** @type {any} */ card) => card.card === first))
    return [
      h("h1", { class: "sr" }, this.title),
      pages.length === 0
        ? empty(t("home.empty"), t("home.empty.text"))
        : this.#table(pages, named >= 0 ? named : Math.min(pages.length, Math.max(1, page)) - 1),
    ]
  }
}
