import { h, svg } from "../../ground/h.js"
import { number, rich, t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { icon } from "../../ground/parts/icon.js"
import { purse } from "../model/session.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** Rings beside the coin: side, from the top in parts of the page, size, and whether it is gold. */
const FALLING = /** @type {[number, number, number, boolean][]} */ ([
  [30, 138, 11, false], [70, 196, 7, true], [330, 160, 16, false], [352, 212, 9, true], [30, 330, 12, true],
  [372, 420, 10, false], [22, 520, 7, false], [356, 560, 6, true],
])

/** The picture of each kind of prize that isn't coins. @type {Record<string, string>} */
const PICTURES = { reward: "gift", voucher: "ticket", ticket: "ticket", badge: "star" }

/** What was won. Reports `rewards`, `gift` with its id, `drawn` with the shake, and `receipt`. */
export default class Won extends Screen {
  static tag = "app-won"
  /** Who shakes on loses nothing of it. @override */
  isHeld = true

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    purse.addEventListener("change", () => (this.data = { ...this.data, available: purse.available }), { signal: this.signal })
  }

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /** @override @param {Record<string, any>} data the answer, with what there is to spend now */
  draw({ shake, coins, expires, available, receipt, prize, prize_title: name, given }) {
    const kind = prize?.split(":")[0]
    const [next, event] = given ? ["won.gift.see", "gift"] : prize ? ["refused.home", "home"] : ["won.rewards", "rewards"]
    const what = prize ? name : expires ? t("won.until", { count: coins, date: when(expires, "date") })
      : t("won.yours", { count: coins })
    const where = prize ? t(kind in PICTURES ? `won.gift.${kind}` : "won.gift.reward")
      : available !== undefined && rich("won.purse", { count: available })
    // Only a shake has a ring that closes.
    this.title = t(["tv", undefined].includes(this.data.chance?.type) ? "won.title" : "won.title.plain")
    return [
      h("div", { class: "fall" }, svg("svg", {
        viewBox: "0 0 390 844", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true",
      }, FALLING.map(([cx, cy, r, isGold]) => svg("circle", { class: isGold ? "a" : "b", cx, cy, r })))),
      h("div", { class: "stage", "aria-live": "polite" }, h("h1", { class: "title" }, this.title),
        h("div", { class: "won", role: "img", "aria-label": prize ? t("won.gift", { name }) : t("won.label", { count: coins }) },
          prize ? icon(PICTURES[kind] ?? "gift") : h("b", null, number(coins))),
        h("div", { class: "stack g5" },
          h("div", { class: "stack g1" },
            h("p", { class: "strong" }, what),
            where && h("p", { class: "soft" }, where)),
          h("div", { class: "stack g2" },
            button(t(next), () => this.report(event, given), { kind: "win", isWide: true }),
            receipt && button(t("receipt-read.title"), () => this.report("receipt", receipt), { isWide: true }),
            button(t("won.drawn"), () => this.report("drawn", shake), { kind: "bare", isWide: true })))),
    ]
  }
}
