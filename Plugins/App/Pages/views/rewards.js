import { h } from "../../ground/h.js"
import { number, t } from "../../ground/i18n.js"
import { choices } from "../../ground/parts/chip.js"
import { coins, icon } from "../../ground/parts/icon.js"
import { empty } from "../../ground/parts/state.js"
import { purseLink } from "../parts/purse.js"
import { rings } from "../parts/rings.js"
import { Screen } from "../parts/screen.js"

/** Pictures of how a reward comes to one. */
const DELIVERY = /** @type {Record<string, string>} */ ({
  voucher: "cup", goods: "gift", donation: "hand", raffle: "ticket",
})
const FILTERS = /** @type {Record<string, (reward: any, available: number) => boolean>} */ ({
  now: (reward, available) => reward.can_redeem !== false || reward.price > available,
  all: () => true,
  voucher: (reward) => reward.delivery === "voucher",
  goods: (reward) => reward.delivery === "goods",
})

/** Scrolls the row of filters to one of them. @param {any} filter */
const seen = (filter) => filter.scrollIntoView({ block: "nearest", inline: "nearest" })

/** The catalogue: what one can have, and what is missing. Each leads to its page. */
export default class Rewards extends Screen {
  static tag = "app-rewards"
  #filter = "all"

  /** @override */
  head() {
    this.title = t("tab.rewards")
    return super.head()
  }

  /** @override */
  aside() {
    return purseLink(this.signal)
  }

  /** @override @param {{ rewards: any[], wallet: any }} data */
  draw({ rewards, wallet }) {
    const kinds = ["all", "now", "voucher", "goods"].filter((kind) =>
      kind === "all" || rewards.some((one) => FILTERS[kind](one, wallet.available)))
    const shown = rewards.filter((one) => this.#filter === "now"
      ? one.price <= wallet.available && one.can_redeem
      : FILTERS[this.#filter](one, wallet.available))
    return h("div", { class: "stack g5" },
      kinds.length > 2 && h("div", { class: "scroll", onfocusin: (/** @type {Event} */ { target }) => seen(target) },
        choices(t("rewards.which"), kinds.map((kind) => ({ value: kind, label: t(`rewards.${kind}`) })), {
          value: this.#filter,
          onChange: (/** @type {string} */ kind) => {
            this.#filter = kind
            this.refresh()
            seen(this.querySelector(".choice[aria-pressed=true]"))
          },
        })),
      shown.length === 0
        ? empty(t(this.#filter === "now" ? "rewards.not-yet" : "rewards.none"), t("rewards.none.text"))
        : h("ul", { class: "grid goods" }, shown.map((one) => this.#card(one, wallet.available))))
  }

  /** @param {any} reward @param {number} available */
  #card(reward, available) {
    const missing = reward.price - available
    const isOff = !reward.can_redeem && missing <= 0
    return h("li", null, h("a", { class: ["card", isOff && "off"], href: `/app/rewards/${encodeURIComponent(reward.reward)}` },
      h("div", { class: "art" }, rings(reward.reward),
        h("span", { class: "pic" }, icon(DELIVERY[reward.delivery.split(":")[0]] ?? "gift"))),
      h("div", { class: "stack g1" }, h("h2", null, reward.title),
        h("p", { class: "small soft" }, reward.left !== null && reward.left !== undefined && reward.left <= 10
          ? t("rewards.left", { count: reward.left })
          : reward.brand)),
      h("p", { class: "price" }, h("span", null, coins(reward.price)),
        missing > 0 && h("span", { class: "chip" }, t("rewards.missing", { count: number(missing) })),
        isOff && reward.obstacle && h("span", { class: "chip" }, reward.obstacle))))
  }
}
