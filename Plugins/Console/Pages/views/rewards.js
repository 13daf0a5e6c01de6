import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { dayOf, number, t, when } from "../../ground/i18n.js"
import { buttonLink } from "../../ground/parts/button.js"
import { Filters } from "../../ground/parts/filters.js"
import { folded } from "../../ground/parts/found.js"
import { blob } from "../../ground/parts/icon.js"
import { Pager } from "../../ground/parts/pager.js"
import { meter } from "../../ground/parts/ring.js"
import { cli } from "../../ground/parts/says.js"
import { empty } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { actButton } from "./goods/acts.js"
import { restock } from "./goods/reward-acts.js"
import { counts, DAYS, finding, fits, isLow, rowsOf, since } from "./goods/stock.js"
import { at, deliveryText, PICTURES, rewardAddress } from "./goods/words.js"

/** @typedef {import("./goods/stock.js").Reward} Reward */
/** @typedef {import("./goods/stock.js").Row} Row */

/** Rewards: what runs out first, with price, stock and pace. */
export default class Rewards extends View {
  #heading = h("h1", null, t("nav.rewards"))
  #place = h("div", { class: "stack g5" })
  #list = h("div")
  /** @type {Reward[]} */
  #rewards = []
  /** @type {any[] | undefined} */
  #report
  #isWhole = true
  /** @type {Filters | undefined} */
  #filters

  /** @override */
  show() {
    fill(this, h("header", { class: "row between wrap" }, this.#heading,
      session.may("reward create") && buttonLink(t("rwd.new"), "/console/rewards/new", { icon: "plus", kind: "main" })),
    this.#place, cli("qix reward list"))
    return this.#begin()
  }

  #begin() {
    return this.load(this.#place, async () => {
      this.#rewards = []
      // A report that fails leaves the list without its pace.
      const report = session.isOpen("reward report")
        ? api.get("/v1/rewards/report", { query: { since: since(Date.now()) }, signal: this.signal }).catch(() => null)
        : null
      const pager = new Pager({
        load: async (after) => {
          const answer = await api.get("/v1/rewards", { query: { limit: 500, after }, signal: this.signal })
          this.#isWhole = !answer.next
          return { rows: answer.rewards, next: answer.next }
        },
        add: (rows) => {
          this.#rewards = [...this.#rewards, .../** @type {Reward[]} */ (rows)]
          if (this.#filters) this.#tell()
        },
      })
      this.#filters = undefined
      await pager.start()
      this.#report = (await report)?.rewards
      return pager
    }, (pager) => {
      const options = ["", "low", "draft", "retired", "all"].map((value) =>
        ({ value, label: t(`rwd.show.${value || "published"}`) }))
      const brands = [...new Set(this.#rewards.map((one) => one.brand))].sort()
      this.#filters = new Filters("rewards", [
        { name: "state", label: t("rwd.which"), kind: "choice", options },
        ...brands.length > 1 ? [{ name: "brand", label: t("rwd.brand"), kind: /** @type {"select"} */ ("select"),
          options: [{ value: "", label: t("rwd.brands") }, ...brands.map((value) => ({ value, label: value }))] }] : [],
        { name: "q", label: t("goods.search"), kind: "text", hint: t("rwd.search.hint") },
      ], { query: new URLSearchParams(location.search), onChange: () => this.#tell() })
      this.#tell()
      return [this.#filters.element, this.#list, !this.#isWhole && pager.element]
    })
  }

  #tell() {
    const now = Date.now()
    const { state = "", q = "", brand = "" } = this.#filters?.values ?? {}
    const all = rowsOf(this.#rewards, this.#report, now)
    const { key, row, count } = finding(all, now)
    fill(this.#heading, t(key, { count, reward: row?.title ?? "",
      date: row?.ends ? when(row.ends, "date") : "" }))
    if (this.#isWhole) this.#filters?.count("state", counts(all, now))
    const word = folded(q)
    const rows = all.filter((one) => fits(one, state, now) &&
      (!brand || one.brand === brand) && folded(`${one.title} ${one.reward} ${one.brand}`).includes(word))
    fill(this.#list, h("section", { class: "card flush pickable" }, all.length === 0
      ? empty(t("rwd.h.none"), t("rwd.none.text"))
      : this.#table(rows, state === "all", now)))
  }

  /** @param {Row[]} rows @param {boolean} hasState @param {number} now */
  #table(rows, hasState, now) {
    const hasPace = Boolean(this.#report)
    const mayRefill = session.may("reward stock") || session.may("voucher generate")
    /** @type {import("../../ground/parts/table.js").Column<Row>[]} */
    const columns = [
      { title: t("rwd.reward"), value: (one) => one.title, show: (one) => h("span", { class: "row g3 goods-what" },
        blob(PICTURES[one.delivery.split(":")[0]] ?? "gift", one.left === 0 ? "bad" : isLow(one, now) ? "warn" : ""),
        h("span", null, h("a", { class: "strong", href: rewardAddress(one) }, one.title), h("br"),
          h("span", { class: "soft small" }, deliveryText(one.delivery)))) },
      { title: t("rwd.brand"), value: (one) => one.brand },
      ...hasState ? [{ title: t("goods.state"), value: (/** @type {Row} */ one) => t(`rwd.state.${one.state}`) }] : [],
      { title: t("rwd.price"), value: (one) => one.price, isNumber: true },
      ...hasPace ? [{ title: t("rwd.stock"), isFixed: true, value: () => "", show: this.#bar }] : [],
      { title: t("rwd.left"), value: (one) => one.left, isNumber: true,
        show: (one) => (one.left === null ? h("span", { class: "soft" }, t("rwd.unlimited")) : number(one.left)) },
      ...hasPace ? this.#pace(now) : [],
      ...mayRefill ? [{ title: t("rwd.refill"), isFixed: true, value: () => "", show: (/** @type {Row} */ one) =>
        isLow(one, now) && actButton(restock(one), () => this.#begin(),
          { mark: `restock ${one.reward}` }) }] : [],
    ]
    return new Table(t("nav.rewards"), columns, { rows, none: t("goods.none-fits") }).element
  }

  /** @param {number} now @returns {import("../../ground/parts/table.js").Column<Row>[]} */
  #pace(now) {
    return [
      { title: t("rwd.taken", { count: DAYS }), value: (one) => one.taken, isNumber: true },
      { title: t("rwd.last"), value: (one) => one.last, show: (one) => at(one.last, "short date") },
      { title: t("rwd.lasts"), value: (one) => (one.ends === null ? null : dayOf(one.ends)),
        show: (one) => (one.ends === null
          ? h("span", { class: "soft" }, "–")
          : h("span", { class: isLow(one, now) && (one.left === 0 ? "bad strong" : "warn strong") },
            one.left === 0 ? t("rwd.out") : when(one.ends, "short date"))) },
    ]
  }

  /** What is left of what was there 30 days ago. @param {Row} one */
  #bar = (one) => {
    if (one.left === null) return h("span", { class: "soft" }, "–")
    const had = one.left + (one.taken ?? 0)
    return meter(had > 0 ? one.left / had : 0, t("rwd.bar", { left: one.left, count: had }), {
      warnsBelow: 0.35, endsBelow: 0.1,
    })
  }
}
