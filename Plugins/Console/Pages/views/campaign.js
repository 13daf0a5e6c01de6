import { api, path } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { chip } from "../../ground/parts/chip.js"
import { cli, quoted, say } from "../../ground/parts/says.js"
import { failed, skeleton } from "../../ground/parts/state.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { actBar } from "./campaigns/acts.js"
import { budgetCard, daysCard, peopleCard, refusedCard, todayCard } from "./campaigns/figures.js"
import { forecast, paid } from "./campaigns/forecast.js"
import { needOf } from "./campaigns/needs.js"
import { reach } from "./campaigns/reach.js"
import { rulesCard } from "./campaigns/rules.js"
import { simulation } from "./campaigns/simulation.js"
import { standing } from "./campaigns/standing.js"
import { needText, period, stateChip } from "./campaigns/words.js"

/** How often the clock moves on where nothing else does, in milliseconds. */
const MINUTE = 60_000

/** One campaign: what it does now, how long its coins last, who wins, its rules, and what can be done. */
export default class Campaign extends View {
  /** @type {any} */
  #campaign
  /** @type {any} */
  #report
  #isLive = false
  /** What the parts show now. @type {Record<string, string>} */
  #shown = {}
  #head = h("div", { class: "stack g4" })
  #today = h("div")
  #days = h("div")
  #money = h("div")
  #refused = h("div")
  #people = h("div")
  #reach = h("div")
  #rules = h("div")
  #sim = h("div")
  #line = h("div", { class: "stack g2" })

  /** @override */
  show() {
    const address = path("campaigns", this.params.campaign)
    fill(this, skeleton())
    this.follow(address, (value) => this.#take(value), {
      onState: ({ is, error }) => {
        this.#isLive = is === "live"
        if (is === "refused" && !this.#campaign) fill(this, failed(error, null))
        else if (is === "refused") this.#gone()
        else this.#draw()
      },
    })
    if (session.may("campaign report")) {
      this.follow(`${address}/report`, (value) => {
        this.#report = value
        this.#draw()
      })
    }
    const clock = setInterval(() => this.#draw(), MINUTE)
    this.signal.addEventListener("abort", () => clearInterval(clock))
  }

  /** Asks once more: a period that was moved tells no one who follows. */
  async #again() {
    this.#take(await api.get(path("campaigns", this.params.campaign), { signal: this.signal }))
  }

  /** A draft that was deleted keeps what is shown, without its acts. */
  #gone() {
    for (const one of this.#head.querySelectorAll("[role=group]")) one.remove()
  }

  /** @param {any} value */
  #take(value) {
    const isFirst = !this.#campaign
    this.#campaign = value
    if (isFirst) {
      fill(this, this.#head, this.#today, h("div", { class: "slack" }, this.#money, this.#refused), this.#days,
        this.#people, this.#reach, this.#rules, this.#sim, this.#line)
      const name = quoted(value.campaign)
      fill(this.#line, cli(`qix campaign ${session.may("campaign report") ? "report" : "show"} ${name}`))
      this.#reach.hidden = value.state === "ended" || !(session.may("link qr") || session.may("card list"))
      if (!this.#reach.hidden) fill(this.#reach, reach(value, this.signal))
      if (session.may("campaign simulate") && value.state !== "ended") fill(this.#sim, simulation(value, this.signal))
    }
    this.#draw()
  }

  #draw() {
    const [one, report, now] = [this.#campaign, this.#report, Date.now()]
    if (!one) return
    const minute = Math.floor(now / MINUTE)
    const pace = report ? forecast({ ...one, available: one.budget.available }, paid(report), now).pace : 0
    const need = needOf({
      ...one, available: one.budget.available,
      shakes: one.shakes.map((/** @type {{ type: string }} */ use) => use.type).join(","),
    }, now, pace)
    this.#part("head", [one, need, Boolean(report)], this.#head, () => [
      h("header", { class: "row between wrap top" }, h("div", { class: "stack g2" },
        h("div", { class: "row g3 wrap" }, h("h1", { tabindex: -1 }, one.title), stateChip(one, now)),
        h("p", { class: "soft" }, `${one.brand}, ${period(one, now)}, ${one.time_zone}`)),
      actBar(one, mainAct(one, need), report ? ["fund"] : [], () => this.#again())),
      say(sayOf(one, need, now)),
    ])
    this.#part("rules", [one], this.#rules, () => rulesCard(one, now))
    if (!report) return
    const hasShakes = report.funnel[0].count > 0
    const runs = one.state === "running" && Date.parse(one.start) <= now && Date.parse(one.end) > now
    const beside = this.#isLive && chip([h("span", { class: "pulse" }), t("cmp.live", { time: when(now, "seconds") })],
      "good", "")
    this.#part("today", [report.hours, runs, this.#isLive, minute], this.#today,
      () => runs && todayCard(report, now, beside))
    this.#part("days", [report.hours, runs, minute], this.#days, () => daysCard(one, report, now))
    this.#part("money", [one, report.hours, minute], this.#money, () => budgetCard(one, report, now))
    this.#part("refused", [report.refused], this.#refused, () => report.refused.length > 0 && refusedCard(report))
    this.#part("people", [report], this.#people, () => hasShakes && peopleCard(report))
  }

  /**
   * Fills a part again if what it shows has changed.
   * @param {string} name
   * @param {any} value
   * @param {HTMLElement} place
   * @param {() => import("../../ground/h.js").Child} make
   */
  #part(name, value, place, make) {
    const now = JSON.stringify(value)
    if (this.#shown[name] === now) return
    this.#shown[name] = now
    // The heading of a view has the focus at first, and keeps it.
    const heading = name === "head" && document.activeElement?.matches("h1") && this.contains(document.activeElement)
    standing(place, () => void fill(place, make()))
    place.hidden = place.childElementCount === 0
    if (heading) this.querySelector("h1")?.focus({ preventScroll: true })
  }
}

/** What a campaign does now, and what it needs. @param {any} one @param {any} need @param {number} now */
function sayOf(one, need, now) {
  const [start, end] = [Date.parse(one.start), Date.parse(one.end)]
  const phase = one.state !== "running" ? one.state : start > now ? "to-come" : end <= now ? "over" : "running"
  return [h("b", null, t(`cmp.say.${phase}`)), need && ` ${needText(need, now)}.`]
}

/** The act that stands out. @param {any} one @param {any} need */
function mainAct(one, need) {
  if (one.state === "draft") return one.budget.available > 0 ? "start" : undefined
  if (one.state === "paused") return "resume"
  if (one.state === "ended") return "return"
  return need?.key === "cmp.need.end" ? "end" : undefined
}
