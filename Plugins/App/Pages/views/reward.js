import { h, svg } from "../../ground/h.js"
import { rich, t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { openDialog } from "../../ground/parts/dialog.js"
import { coins } from "../../ground/parts/icon.js"
import { rows } from "../../ground/parts/list.js"
import { note } from "../../ground/parts/says.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"
import { art } from "../parts/art.js"
import { purseLink } from "../parts/purse.js"
import { Screen } from "../parts/screen.js"

/** How a reward comes to one. @param {{ delivery: string }} reward such as `donation:Red Cross` or `raffle:cruise:2` */
function delivery(reward) {
  const [kind, name = ""] = reward.delivery.split(/:(.*)/s)
  return t(`reward.${kind}`, { name })
}

/** One reward, and the one question before it is taken. Reports `present`, `redeem`, `taken`, `tab`. */
export default class Reward extends Screen {
  static tag = "app-reward"
  /** @override */
  hasBack = true
  /** Whether coins were missing, which was the obstacle then. */
  #lacked = false

  /** @override */
  aside() {
    return purseLink(this.signal)
  }

  /** @override @param {{ reward: any, wallet: any }} data */
  draw({ reward, wallet }) {
    this.title = reward.title
    const missing = reward.price - wallet.available
    this.#lacked ||= missing > 0
    return h("div", { class: "stack g5 good-page" },
      h("div", { class: "art hero" }, art(reward.picture, reward.reward)),
      h("div", { class: "stack g2" }, h("p", { class: "over" }, delivery(reward)),
        h("h2", { class: "title" }, reward.title), h("p", { class: "title" }, coins(reward.price))),
      reward.text && h("p", null, reward.text),
      rows(this.#terms(reward)),
      h("div", { class: "last" }, missing > 0
        ? [h("p", { class: "small soft center" }, t("reward.missing", { count: missing })),
          button(t("reward.missing.why"), () => this.report("tab", "shake"), { kind: "win", isWide: true })]
        : reward.obstacle && !this.#lacked ? note(sentence(reward.obstacle), "warn")
        : button(t("reward.take", { count: reward.price }), () => this.#ask(reward, wallet), { kind: "main", isWide: true })))
  }

  /** @param {any} reward */
  #terms(reward) {
    const { series, stock, limits, end, hold } = reward
    return [
      series?.value && { picture: "ticket", title: t("reward.value", { value: series.value }),
        text: series.minimum_purchase && t("reward.minimum", { value: series.minimum_purchase }) },
      stock?.counted && stock.available !== null && { picture: "gift", title: t("reward.left", { count: stock.available }) },
      limits?.per_user && { picture: "person", title: t("reward.per-user", { count: limits.per_user }) },
      limits?.per_user_and_day && { picture: "cal", title: t("reward.per-day", { count: limits.per_user_and_day }) },
      end && { picture: "clock", title: t("reward.until", { date: when(Date.parse(end) - 1, "date") }) },
      hold && reward.delivery === "goods" && { picture: "box", title: t("reward.held") },
    ].filter(Boolean)
  }

  /** @param {any} reward @param {any} wallet */
  async #ask(reward, wallet) {
    const stays = wallet.available - reward.price
    const said = h("div", { "aria-live": "polite" })
    /** @type {Promise<any> | undefined} */
    let sent
    const act = async (/** @type {(value?: any) => void} */ close) => {
      said.replaceChildren()
      try {
        sent = this.report("redeem", { reward: reward.reward })
        close(await sent)
      } catch (error) {
        if (!dialog.element.isConnected) return
        sent = undefined
        const told = error instanceof ApiProblem ? [h("b", null, sentence(error.detail)), " ", error.hint && sentence(error.hint)]
          : [h("b", null, t("state.offline")), " ", t("reward.again")]
        said.replaceChildren(note(told, "bad", { isAlert: true }))
      }
    }
    const part = stays / wallet.available * 600
    const next = wallet.expiries?.find((/** @type {any} */ one) => one.expires)
    const dialog = openDialog(t("reward.ask", { title: reward.title, count: reward.price }), {
      class: "low",
      body: [
        h("div", { class: "stack g2" },
          stays > 0 && h("div", { class: "split" }, svg("svg", {
            class: "flip", viewBox: "0 0 600 14", preserveAspectRatio: "none", "aria-hidden": "true",
          }, svg("path", { class: "free", d: `M0 0h${Math.max(0, part - 3)}v14H0z` }),
            svg("path", { class: "held", d: `M${part + 3} 0h${Math.max(0, 597 - part)}v14H${part + 3}z` }))),
          h("p", { class: "row between top" }, h("span", null, rich("reward.stay", { count: stays })),
            h("span", null, rich("reward.go", { count: reward.price }))),
          next && h("p", { class: "small soft" },
            t("reward.first", { count: Math.min(next.coins, reward.price), date: when(next.expires, "day") })),
          reward.delivery === "goods" && h("p", { class: "small soft" }, t("reward.held"))),
        said,
      ],
      foot: (close) => [
        button(t("reward.not-now"), () => close(), { kind: "bare" }),
        button(t("reward.take", { count: reward.price }), () => act(close), { kind: "main" }),
      ],
    })
    await this.report("present", dialog)
    // Who closes it meanwhile has taken it all the same.
    const answer = await sent
    if (answer && !this.signal.aborted) await this.report("taken", answer)
  }
}
