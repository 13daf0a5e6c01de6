import { h, svg } from "../../ground/h.js"
import { ago, number, signed, t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { blob, coins, icon } from "../../ground/parts/icon.js"
import { ring } from "../../ground/parts/ring.js"
import { joined, words } from "../parts/movement.js"
import { Screen } from "../parts/screen.js"

/** How many movements come with a wallet: there may be more. */
const MOVEMENTS = 5
const YEAR = 365 * 86_400_000

/** What there is, what expires, and what happened. Reports `code`, `vouchers`, `more`. */
export default class Wallet extends Screen {
  static tag = "app-wallet"
  /** Movements, the newest first. @type {any[]} */
  #all = []
  /** The last one of the page before; null after the last page. @type {string | null | undefined} */
  #next

  /** @override */
  head() {
    this.title = t("tab.wallet")
    return super.head()
  }

  /** @override */
  aside() {
    const asOf = this.data?.wallet?.as_of
    return asOf && chip([icon("offline", { isSmall: true }), t("wallet.as-of", { time: when(asOf, "time") })])
  }

  /** @override @param {{ wallet: any, tier?: any, checked?: { shake: string, at: string }[] }} data */
  draw({ wallet, tier, checked = [] }) {
    this.#all = joined(wallet.movements, this.#all)
    if (this.#all === wallet.movements) this.#next = this.#all.length < MOVEMENTS ? null : this.#all.at(-1).transfer
    return h("div", { class: "stack g6" },
      h("section", { class: "sum table", "aria-label": t("wallet.balance") },
        h("p", { class: "row between base" }, h("span", { class: "soft" }, t("wallet.now")),
          tier?.title && h("a", { class: "small roomy", href: "/app/tier" }, tier.title)),
        h("p", { class: "figure" }, coins(wallet.available)),
        wallet.held > 0 && held(wallet)),
      h("div", { class: "pair" },
        button(t("wallet.code"), () => this.report("code"), { kind: "main", icon: "scan" }),
        button(t("wallet.vouchers"), () => this.report("vouchers"), { icon: "ticket" })),
      h("div", { class: "two stack g6" },
        h("section", { class: "stack g2" }, h("h2", null, t("wallet.expires")), expiries(wallet)),
        h("section", { class: "stack g2" }, h("h2", null, t("wallet.lately")),
          h("ul", { class: "rows" },
            checked.map(({ shake, at }) => h("li", null, blob("receipt"),
              h("a", { class: "grow", href: `/app/receipts/${shake}` }, h("span", null,
                h("span", { class: "strong" }, t("wallet.checked")), h("br"), h("span", { class: "small soft" }, ago(at)))))),
            wallet.holds.map((/** @type {any} */ one) => h("li", null, blob("box"),
              h("div", { class: "grow" }, h("p", { class: "strong" }, words(one).title || t("movement.hold")),
                one.until && h("p", { class: "small soft" }, t("wallet.held-until", { date: when(one.until, "date") }))),
              h("span", { class: "fig soft" }, number(one.coins)))),
            this.#all.map((one) => this.#row(one))),
          this.#all.length + checked.length === 0 && h("p", { class: "soft" }, t("wallet.nothing")),
          this.#next && button(t("part.more"), () => this.#more(this.#next)))))
  }

  /** @param {any} movement */
  #row(movement) {
    const { title, picture, sign } = words(movement)
    return h("li", null, blob(picture, sign),
      h("a", { class: "grow", href: `/app/wallet/${movement.transfer}` }, h("span", null,
        h("span", { class: "strong" }, title), h("br"), h("span", { class: "small soft" }, ago(movement.at)))),
      h("span", { class: ["fig", movement.amount > 0 && "good"] }, minus(signed(movement.amount))))
  }

  /** @param {string | null | undefined} before */
  async #more(before) {
    const { movements, next } = await this.report("more", before)
    // What has come meanwhile may have begun the list again.
    if (this.#next !== before) return
    this.#all = [...this.#all, ...movements]
    this.#next = next
    this.refresh()
  }
}

/** The sign of arithmetic, which is as wide as the plus. @param {string} text */
const minus = (text) => text.replace("-", "−")

/** @param {any} wallet */
function held({ available, held: bound, balance }) {
  const free = available / Math.max(1, balance) * 600
  return h("div", { class: "stack g2" },
    h("div", { class: "split" }, svg("svg", {
      class: "flip", viewBox: "0 0 600 14", preserveAspectRatio: "none", role: "img",
      "aria-label": t("wallet.split", { free: number(available), all: number(balance), held: number(bound) }),
    }, svg("path", { class: "free", d: `M0 0h${Math.max(0, free - 3)}v14H0z` }),
      svg("path", { class: "held", d: `M${free + 3} 0h${Math.max(0, 597 - free)}v14H${free + 3}z` }))),
    h("p", { class: "row between small soft" }, h("span", null, t("wallet.yours", { count: balance })),
      h("span", null, t("wallet.held", { count: bound }))))
}

/** @param {any} wallet */
function expiries(wallet) {
  const dated = wallet.expiries.filter((/** @type {any} */ one) => one.expires)
  if (dated.length === 0) return h("p", { class: "soft" }, t("wallet.never"))
  return h("ul", { class: "rows" }, dated.map((/** @type {any} */ one) => {
    const left = Date.parse(one.expires) - Date.now()
    const shape = ring(left / YEAR)
    shape.classList.add(left < 30 * 86_400_000 ? "due" : "far")
    return h("li", null, shape, h("div", { class: "grow" }, h("p", { class: "strong" }, when(one.expires, "date")),
      h("p", { class: "small soft" }, t("wallet.in-days", { count: Math.max(0, Math.floor(left / 86_400_000)) }))),
    h("span", { class: "fig" }, coins(one.coins)))
  }))
}
