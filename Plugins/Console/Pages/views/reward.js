import { api, path } from "../../ground/api.js"
import { h } from "../../ground/h.js"
import { number, rich, t, when } from "../../ground/i18n.js"
import { barList, moneyBar } from "../../ground/parts/chart.js"
import { chip } from "../../ground/parts/chip.js"
import { facts } from "../../ground/parts/list.js"
import { cli, id, quoted, say } from "../../ground/parts/says.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { navigation } from "../navigation.js"
import { session } from "../session.js"
import { word } from "./customer/proof.js"
import { actButton, actCard } from "./goods/acts.js"
import { rewardOffers, withdraw } from "./goods/reward-acts.js"
import { simulation } from "./goods/simulation.js"
import { delivered, lastsUntil, leftOf, PHASES, since } from "./goods/stock.js"
import { at, back, deliveryText } from "./goods/words.js"

/** A reward: what it does now, its price, stock and redemptions, and what one may do with it. */
export default class RewardView extends View {
  /** @override */
  show() {
    this.title = this.params.reward
    return this.load(this, async () => {
      const reward = await api.get(path("rewards", this.params.reward), { signal: this.signal })
      const report = session.isOpen("reward report") && reward.state !== "draft"
        ? await api.get("/v1/rewards/report", {
          query: { reward: reward.reward, since: since(Date.now()) }, signal: this.signal,
        }).catch(() => null)
        : null
      return { reward, row: report?.rewards.find((/** @type {any} */ one) => one.reward === reward.reward) }
    }, ({ reward, row }) => this.#page(reward, row))
  }

  #again = (/** @type {any} */ answer) => (String(answer.schema).startsWith("reward.delete/")
    ? navigation.go("/console/rewards")
    : this.begin())

  /** @param {any} one @param {any} [row] of the report */
  #page(one, row) {
    const left = leftOf(one)
    const ends = one.state === "published" ? lastsUntil(left, row?.pieces, Date.now()) : null
    const phase = PHASES[one.now] ?? "open"
    const key = phase === "open" && left === 0 ? "out" : phase === "open" && ends !== null ? "ends" : phase
    const { held } = one.redemptions
    return [
      h("header", { class: "stack g3" }, back("/console/rewards", t("nav.rewards")),
        h("h1", null, t(`rwd.is.${key}`, { reward: one.title, date: ends ? when(ends, "date") : "" })),
        h("p", { class: "row g2 wrap" },
          chip(t(`rwd.state.${one.state}`), one.state === "published" ? "good" : one.state === "draft" ? "warn" : ""),
          chip(one.brand), h("span", { class: "mono soft" }, one.reward), id(one.id))),
      h("div", { class: "split-work" },
        h("div", { class: "stack g5" }, say(this.#sentence(one, left, row)),
          this.#stock(one), this.#redemptions(one.redemptions), this.#prices(one),
          session.may("reward simulate") && one.price !== null && simulation(one, this.signal)),
        h("aside", { class: "stack g5 hand" },
          actCard(rewardOffers(one), this.#again, held > 0 && session.isOpen("redemption list") &&
            h("p", null, h("a", { href: "/console/redemptions" }, t("rwd.to-send", { count: held })))),
          h("section", { class: "card g3" }, h("h2", null, t("rwd.terms")), h("div", { class: "goods-terms" },
            facts(this.#terms(one)))))),
      cli(`qix reward show ${quoted(one.reward)}`),
    ]
  }

  /** @param {any} one @param {number | null} left @param {any} row */
  #sentence(one, left, row) {
    return [
      ...rich(one.price === null ? "rwd.say.no-price" : "rwd.say.price", { count: one.price ?? 0 }),
      ...left === null ? [] : [" ", ...rich("rwd.say.left", { count: left })],
      ...row ? [" ", ...rich("rwd.say.taken", { count: row.pieces })] : [],
      ...one.next_change ? [" ", ...rich(one.next_price === null ? "rwd.say.next-none" : "rwd.say.next",
        { count: one.next_price ?? 0, date: when(one.next_change) })] : [],
    ]
  }

  /** @param {any} one */
  #stock({ stock, series }) {
    const vouchers = series &&
      h("section", { class: "card g2" }, h("h2", null, t(series.exists ? "rwd.series" : "rwd.series.none")),
        h("p", null, session.isOpen("voucher show") && series.exists
          ? h("a", { href: `/console/vouchers/${encodeURIComponent(series.name)}` }, series.name)
          : series.name, series.exists && ` · ${series.left === null
          ? t("vou.on-demand")
          : t("vou.left", { count: series.left })}`, series.void && [" ", chip(t("vou.state.void"), "bad")]))
    return [vouchers, stock.counted && moneyBar(t("rwd.stock.h", { count: stock.available }), [
      { label: t("rwd.stock.available"), value: stock.available, kind: "now" },
      { label: t("rwd.stock.held"), value: stock.held, kind: "col" },
      { label: t("rwd.stock.given-out"), value: stock.given_out, isGuess: true },
    ], { value: t("rwd.stock"), label: t("goods.state") })]
  }

  /** @param {Record<string, number>} states */
  #redemptions(states) {
    const sum = Object.values(states).reduce((all, one) => all + one, 0)
    const title = t("rwd.redeemed", { count: sum })
    if (sum === 0) return h("section", { class: "card g2" }, h("h2", null, title))
    return barList(title, Object.entries(states).filter(([, value]) => value > 0).map(([state, value]) =>
      ({ label: t(`rwd.rdm.${state}`), value })), { value: t("rwd.redemptions"), label: t("goods.state") })
  }

  /** @param {any} one */
  #prices({ reward, prices, price, regular_price: regular }) {
    /** @typedef {{ number: number, price: string, from: string, until: string | null, state: string }} Price */
    const mayChange = session.may("reward price")
    /** @type {import("../../ground/parts/table.js").Column<Price>[]} */
    const columns = [
      { title: t("rwd.price"), value: (one) => one.price },
      { title: t("goods.from"), value: (one) => one.from, show: (one) => at(one.from) },
      { title: t("goods.until"), value: (one) => one.until, show: (one) => at(one.until) },
      { title: t("goods.state"), value: (one) => word("rwd.price.state", one.state.replaceAll(" ", "-")) },
      ...mayChange ? [{ title: t("rwd.withdraw"), isFixed: true, value: () => "", show: (/** @type {Price} */ one) =>
        (one.state === "ahead" || (one.state === "in force" && one.until !== null)) &&
          actButton(withdraw(reward, one.number), this.#again, { mark: `withdraw ${one.number}`, kind: "bare" }) }] : [],
    ]
    const title = t("rwd.prices")
    return h("section", { class: "card flush" }, h("h2", { class: "goods-head" }, title),
      price !== regular && price !== null && regular !== null &&
        h("p", { class: "small soft" }, t("rwd.offer", { price: number(price), regular: number(regular) })),
      new Table(title, columns, { rows: [...prices].reverse() }).element)
  }

  /** @param {any} one @returns {[string, import("../../ground/h.js").Child][]} */
  #terms(one) {
    const { limits } = one
    /** @type {[string, import("../../ground/h.js").Child][]} */
    const all = [
      ["rwd.delivery", deliveryText(one.delivery)],
      ["rwd.start", one.start && at(one.start)], ["rwd.end", one.end && at(one.end)],
      ["rwd.mode", word("rwd.mode", one.minimum_mode)],
      ["rwd.conditions", one.conditions.join(", ")],
      ["rwd.per-user", limits.per_user], ["rwd.per-day", limits.per_user_and_day], ["rwd.total", limits.total],
      ["rwd.copayment", one.copayment], ["rwd.value", one.value], ["rwd.cost", one.cost],
      ["rwd.hold", delivered(one.delivery).kind === "goods" && one.hold],
      ["rwd.picture", one.picture], ["rwd.text", one.text],
    ]
    return all.filter(([, value]) => value).map(([key, value]) => [t(key), typeof value === "number"
      ? number(value) : value])
  }
}

