import { h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { icon } from "../../ground/parts/icon.js"
import { ring } from "../../ground/parts/ring.js"
import { empty } from "../../ground/parts/state.js"
import { hero, pictureOf } from "../parts/art.js"
import { Screen } from "../parts/screen.js"

/** The tier, the way to the next one, and badges. */
export default class Tier extends Screen {
  static tag = "app-tier"
  /** @override */
  hasBack = true

  /** @override */
  head() {
    this.title = t("me.tier")
    return super.head()
  }

  /** @override @param {{ tier: any, tiers: any[], badges: any[] }} data */
  draw({ tier, tiers, badges }) {
    const next = tiers.find((one) => (one.tier ?? one.name) === tier.next)
    const part = tier.next ? tier.earned / Math.max(1, tier.earned + tier.missing) : 1
    const shape = ring(part)
    return h("div", { class: "stack g6" },
      // Where there are no tiers, badges stand alone.
      !tier.tier && !tier.next ? empty(t("tier.nothing"), null) : h("section", { class: "card table mid g4" },
        hero(tier.picture),
        h("div", {
          class: "big-ring mid-ring", role: "progressbar", "aria-valuenow": Math.round(part * 100), "aria-valuemin": 0,
          "aria-valuemax": 100, "aria-label": t("tier.way", { name: next?.title ?? tier.next ?? tier.title ?? "" }),
        }, shape, h("p", { class: "mid" }, h("b", { class: "word" }, tier.title ?? t("tier.none")),
          tier.holds_until && h("span", { class: "soft small" }, t("tier.until", { date: when(tier.holds_until, "short date") })))),
        h("p", { class: "row center" }, pictureOf(next?.picture), tier.next
          ? t("tier.missing", { count: tier.missing, name: next?.title ?? tier.next, date: when(tier.count_ends, "date") })
          : t("tier.top"))),
      (next?.benefits || tier.benefits) && h("section", { class: "stack g2" },
        h("h2", null, next?.benefits ? t("tier.brings", { name: next.title }) : t("tier.yours")),
        h("p", null, next?.benefits ?? tier.benefits)),
      badges.length > 0 && h("section", { class: "stack g3" }, h("h2", null, t("tier.badges")),
        h("ul", { class: "badges" }, badges.map((one) => h("li", null,
          h("span", { class: ["badge", one.awarded && "got"] }, ring(one.awarded ? 1 : one.count / Math.max(1, one.goal)),
            pictureOf(one.picture) ?? icon("star")),
          h("b", null, one.title),
          h("span", { class: "tiny soft" }, one.awarded ? when(one.awarded, "day") : t("tier.of", { count: one.count, goal: one.goal })))))))
  }
}
