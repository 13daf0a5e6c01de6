import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { dayOf, money, number, percent, rich, signed, t, when } from "../../ground/i18n.js"
import { button, buttonLink } from "../../ground/parts/button.js"
import { bars, line } from "../../ground/parts/chart.js"
import { Filters } from "../../ground/parts/filters.js"
import { cli, quoted, say } from "../../ground/parts/says.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { words } from "./commands/declared.js"
import { word } from "./customer/proof.js"
import { after, bridgeOf, course, isMonth, lastDay } from "./house/months.js"

/** A month: a sentence to read aloud, how coins went, and what campaigns and rewards did. */
export default class Report extends View {
  #round = 0
  /** @type {Set<string>} */
  #brands = new Set()
  #place = h("div", { class: "view" })
  #filters = h("div")
  #head = h("header", { class: "row between wrap" })
  #brand = ""
  #month = ""

  /** @override */
  async show() {
    const { query } = this
    this.title = t("nav.report")
    this.#brand = query.get("brand") ?? ""
    if (this.#brand) this.#brands.add(this.#brand)
    this.#month = query.get("month") ?? ""
    if (!isMonth(this.#month)) {
      // The last month; the first one of an installation until it is over.
      const { since } = await api.get("/v1/report", { query: { brand: this.#brand }, signal: this.signal })
      this.#month = dayOf(since).slice(0, 7)
    }
    fill(this.#head, h("h1", null, this.#name(this.#month)), this.#acts())
    fill(this, this.#head, this.#filters, this.#place)
    await this.#load()
  }

  /** @param {string} month */
  #name = (month) => {
    const text = when(`${month}-01`, "month")
    return text[0].toUpperCase() + text.slice(1)
  }

  /** @param {string} month */
  #address = (month) =>
    `/console/report?${new URLSearchParams({ month, ...this.#brand ? { brand: this.#brand } : {} })}`

  #acts() {
    const [before, next] = [after(this.#month, -1), after(this.#month, 1)]
    return h("div", { class: "row g2 wrap no-print acts" },
      buttonLink(this.#name(before), this.#address(before), { icon: "back" }),
      next <= dayOf(Date.now()).slice(0, 7) && buttonLink(this.#name(next), this.#address(next), { icon: "next" }),
      button(t("rep.print"), () => globalThis.print(), { isDense: true }))
  }

  async #load() {
    const round = ++this.#round
    const query = { since: this.#month, until: this.#month, brand: this.#brand }
    await this.load(this.#place, () => Promise.all([
      api.get("/v1/report", { query, seconds: 60, signal: this.signal }),
      api.get("/v1/coins/report", { seconds: 60, signal: this.signal }),
    ]), ([report, coins]) => {
      if (round !== this.#round) return [...this.#place.children]
      for (const { brand } of [...report.campaigns, ...report.rewards]) if (brand) this.#brands.add(brand)
      this.#offerBrands()
      return this.#draw(report, coins)
    })
  }

  /** Brands of the month, once they are known. */
  #offerBrands() {
    if (this.#brands.size === 0 || this.#filters.childElementCount > 0) return
    const options = [{ value: "", label: t("rep.brand.all") },
      ...[...this.#brands].sort().map((value) => ({ value, label: value }))]
    const filters = new Filters("report", [{ name: "brand", label: t("rep.brand"), kind: "select", options }], {
      query: new URLSearchParams({ brand: this.#brand }), onChange: ({ brand = "" }) => {
        this.#brand = brand
        history.replaceState(history.state, "", this.#address(this.#month))
        this.#head.querySelector(".acts")?.replaceWith(this.#acts())
        void this.#load()
      },
    })
    fill(this.#filters, filters.element)
  }

  /** @param {any} report @param {any} coins */
  #draw(report, coins) {
    const isOpen = Date.parse(report.until) > Date.now()
    const sums = bridgeOf(report)
    const values = {
      month: this.#name(this.#month), given: number(sums.given), spent: number(-sums.spent),
      expired: number(-sums.expired), left: number(sums.close),
      money: coins.liability_money && moneyOf(coins.liability_money),
    }
    return [
      say(rich(isOpen ? "rep.say.open" : "rep.say", values),
        isOpen && coins.liability_money && [" ", rich("rep.say.money", values)]),
      this.#bridge(sums, isOpen), this.#figures(report), this.#charts(coins),
      this.#campaigns(report.campaigns), this.#rewards(report.rewards),
      cli(["qix report", `--since ${this.#month}`, `--until ${this.#month}`,
        this.#brand && `--brand ${quoted(this.#brand)}`].filter(Boolean).join(" ")),
    ]
  }

  /** @param {ReturnType<typeof bridgeOf>} sums @param {boolean} isOpen */
  #bridge(sums, isOpen) {
    const end = isOpen ? t("rep.now") : when(lastDay(this.#month), "day")
    /** @type {[string, string, string][]} */
    const steps = [
      ["", when(lastDay(after(this.#month, -1)), "day"), number(sums.open)],
      ["plus", t("rep.given"), signed(sums.given)], ["minus", t("rep.spent"), signed(sums.spent)],
      ["minus", t("rep.expired"), signed(sums.expired)], ["end", end, number(sums.close)],
    ]
    return h("dl", { class: "bridge" }, steps.map(([kind, name, figure]) =>
      h("div", { class: kind }, h("dt", null, name), h("dd", null, figure))))
  }

  /** All figures, to take along. @param {any} report */
  #figures(report) {
    const rows = Object.entries(report).filter(([, value]) => typeof value === "number")
    const table = new Table(`${t("nav.report")} ${this.#month}`, [
      { title: t("rep.figure"), value: ([name]) => word("rep.of", name) === name ? words(name) : word("rep.of", name) },
      { title: t("rep.count"), value: ([, value]) => value, isNumber: true,
        show: ([name, value]) => (name.endsWith("_rate") ? percent(value, 1) : number(value)) },
    ], { rows })
    return h("details", { class: "small no-print" }, h("summary", null, t("part.as-table")), table.element)
  }

  /** @param {any} coins */
  #charts(coins) {
    const now = dayOf(Date.now()).slice(0, 7)
    const months = course(coins.activity, coins.liability, now)
    const name = (/** @type {string} */ month) => when(`${month}-01`, "month")
    const most = months.reduce((best, one) => (one.given > best.given ? one : best), months[0])
    const [before, last] = months.slice(-2)
    const grown = before && last && before.left > 0 ? last.left / before.left - 1 : undefined
    return h("div", { class: "slack" },
      bars(most.given > 0 ? t("rep.most", { month: name(most.month) }) : t("rep.none-given"),
        months.map(({ month, given }) => ({
          label: shortName(month), value: given, isNow: month === this.#month,
        })), { value: t("rep.given"), label: t("rep.month") }),
      line(grown === undefined
        ? t("rep.left")
        : t(grown < 0 ? "rep.left.shrunk" : "rep.left.grown", { share: percent(Math.abs(grown)) }),
      months.map(({ month, left }, place) => ({
        label: shortName(month), value: left, name: place === months.length - 1 ? number(left) : undefined,
      })), { value: t("rep.out-there"), label: t("rep.month") }))
  }

  /** @param {any[]} rows */
  #campaigns(rows) {
    const [best] = [...rows].sort((one, other) => other.coins - one.coins)
    return this.#card(best?.coins > 0 ? t("rep.campaigns.best", { name: best.campaign }) : t("rep.campaigns"),
      new Table(`${t("rep.campaigns")} ${this.#month}`, [
        { title: t("rep.campaign"), value: (row) => row.campaign, show: (row) => linked("campaigns", row.campaign) },
        { title: t("rep.brand"), value: (row) => row.brand },
        { title: t("rep.state"), value: (row) => word("rep.state", row.state) },
        { title: t("rep.shakes"), value: (row) => row.shakes, isNumber: true },
        { title: t("rep.won"), value: (row) => row.won, isNumber: true },
        { title: t("rep.coins"), value: (row) => row.coins, isNumber: true },
      ], { rows, none: t("rep.campaigns.none") }))
  }

  /** @param {any[]} rows */
  #rewards(rows) {
    const [best] = [...rows].sort((one, other) => other.fulfilled - one.fulfilled)
    const hasCost = rows.some((row) => row.cost !== null)
    return this.#card(best?.fulfilled > 0 ? t("rep.rewards.best", { name: best.reward }) : t("rep.rewards"),
      new Table(`${t("rep.rewards")} ${this.#month}`, [
        { title: t("rep.reward"), value: (row) => row.reward, show: (row) => linked("rewards", row.reward) },
        { title: t("rep.brand"), value: (row) => row.brand },
        { title: t("rep.state"), value: (row) => word("rep.state", row.state) },
        { title: t("rep.times"), value: (row) => row.fulfilled, isNumber: true },
        { title: t("rep.users"), value: (row) => row.users, isNumber: true },
        { title: t("rep.refunded"), value: (row) => row.refunded, isNumber: true },
        { title: t("rep.coins"), value: (row) => row.spent, isNumber: true },
        ...hasCost ? [{ title: t("rep.cost"), value: (/** @type {any} */ row) => row.cost, isNumber: true }] : [],
      ], { rows, none: t("rep.rewards.none") }))
  }

  /** @param {string} finding @param {Table<any>} table */
  #card = (finding, table) => h("section", { class: "card g3" }, h("h2", null, finding), table.element)
}

/** @param {string} month */
const shortName = (month) => when(`${month}-01`, "month").replace(/^(\p{L}{3})\p{L}*(?: de| del)? /u, "$1 ")

/** `34.80 EUR` as people write it. @param {string} text */
function moneyOf(text) {
  const [amount, currency] = text.split(" ")
  return money(Number(amount.replace(".", "")), currency)
}

/** @param {"campaigns" | "rewards"} kind @param {string} name */
const linked = (kind, name) => h("a", { href: `/console/${kind}/${encodeURIComponent(name)}` }, name)
