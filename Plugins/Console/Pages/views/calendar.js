import { fill, h } from "../../ground/h.js"
import { dayOf, list, t, when } from "../../ground/i18n.js"
import { button, buttonLink } from "../../ground/parts/button.js"
import { drawn } from "../../ground/parts/chart.js"
import { choices } from "../../ground/parts/chip.js"
import { cli, note } from "../../ground/parts/says.js"
import { empty, failed, skeleton } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { FOOT, HEAD, ROW, said, timeline } from "./campaigns/drawing.js"
import { isOpen, lastOf } from "./campaigns/forecast.js"
import { findingOf, gapsIn, monthIn, monthOf, spansIn, windowOf } from "./campaigns/line.js"
import { needOf } from "./campaigns/needs.js"
import { loadPace } from "./campaigns/pace.js"
import { standing } from "./campaigns/standing.js"
import { campaignAddress, dayShown, needShown, needText, stateChip, stateName } from "./campaigns/words.js"

/** @typedef {import("./campaigns/line.js").Days} Days */
/** @typedef {import("./campaigns/line.js").Span} Span */

/** How many campaigns are followed, and how many the picture shows; the table has all of them. */
const MOST = 1000
const DRAWN = 40
/** Letters of charts, in pixels. */
const EM = 13

/** Campaigns on a line of time, and what is set aside for them. */
export default class Calendar extends View {
  /** @type {import("./campaigns/needs.js").Campaign[] | undefined} */
  #campaigns
  /** Coins a day, for roles that may see them. @type {Awaited<ReturnType<typeof loadPace>>} */
  #pace = () => 0
  #more = false
  #month = ""
  /** @type {import("./campaigns/line.js").Length} */
  #length = "quarter"
  #heading = h("h1", null, t("nav.calendar"))
  #now = h("p", { class: "strong", role: "status" })
  #place = h("div", { class: "stack g5" })

  /** @override */
  show() {
    const today = dayOf(Date.now())
    this.#month = monthIn(this.query.get("from"), today)
    this.#length = this.query.get("by") === "month" ? "month" : "quarter"
    const move = (/** @type {number} */ by) => {
      this.#month = monthOf(`${this.#month}-01`, by * (this.#length === "month" ? 1 : 3))
      this.#changed()
    }
    fill(this, h("header", { class: "row between wrap" }, this.#heading,
      session.may("campaign create") &&
        buttonLink(t("cmp.new"), "/console/campaigns/new", { icon: "plus", kind: "main" })),
    h("div", { class: "row g3 wrap no-print" },
      choices(t("cal.length"), [
        { value: "month", label: t("cal.month") }, { value: "quarter", label: t("cal.quarter") },
      ], { value: this.#length, onChange: (value) => {
        this.#length = value === "month" ? "month" : "quarter"
        this.#changed()
      } }),
      button(t("cal.earlier"), () => move(-1), { icon: "back", isDense: true }),
      button(t("cal.now"), () => {
        this.#month = monthOf(dayOf(Date.now()))
        this.#changed()
      }, { isDense: true }),
      button(t("cal.later"), () => move(1), { icon: "next", isDense: true }), this.#now),
    this.#place, cli("qix campaign list"))
    fill(this.#place, skeleton(["line", "line s", "line"]))
    if (session.may("report")) void this.#loadPace()
    this.follow("/v1/campaigns", ({ campaigns, more }) => {
      this.#campaigns = campaigns
      this.#more = more
      this.#draw()
    }, { query: { limit: MOST }, onState: ({ is, error }) => is === "refused" &&
      fill(this.#place, failed(error, null)) })
  }

  /** The calendar stands without it, too. */
  async #loadPace() {
    try {
      this.#pace = await loadPace(this.signal)
      this.#draw()
    } catch {
      if (!this.signal.aborted) this.append(note(t("cmp.no-pace")))
    }
  }

  /** Another part of time: it stands in the address. */
  #changed() {
    const query = new URLSearchParams({ from: this.#month, by: this.#length })
    history.replaceState(history.state, "", `${location.pathname}?${query}`)
    this.#draw()
  }

  #draw() {
    const now = Date.now()
    const [today, days] = [dayOf(now), windowOf(this.#month, this.#length)]
    const name = this.#length === "month"
      ? when(days.first, "month")
      : t("cal.window", { from: when(days.first, "month"), to: when(days.last, "month") })
    if (this.#now.textContent !== name) this.#now.textContent = name
    if (!this.#campaigns) return
    const spans = spansIn(this.#campaigns, days, now)
    const gaps = gapsIn(spans, days, today)
    const finding = this.#finding(spans, gaps, days, today, name)
    fill(this.#heading, finding)
    standing(this.#place, () => fill(this.#place, spans.length === 0
      ? h("section", { class: "card" }, empty(t("cal.empty"), t("cal.empty.text")))
      : [this.#picture({ spans, gaps, days, today }, finding), this.#table(spans, now)]))
  }

  /** @param {Span[]} spans @param {Days[]} gaps @param {Days} days @param {string} today @param {string} name */
  #finding(spans, gaps, days, today, name) {
    const { key, first, last } = findingOf(spans, gaps, days, today)
    return t(key, { name, from: first ? when(first, "day") : "", to: last ? when(last, "day") : "" })
  }

  /**
   * @param {{ spans: Span[], gaps: Days[], days: Days, today: string }} what
   * @param {string} finding
   */
  #picture(what, finding) {
    const { spans, gaps } = what
    const shown = spans.slice(0, DRAWN)
    const label = `${finding}. ${list(shown.map((span) => `${span.one.title}: ${said(span)}`))}`
    const days = gaps.map(({ first, last }) => first === last
      ? when(first, "day")
      : t("cmp.period.short", { from: when(first, "day"), to: when(last, "day") }))
    return h("section", { class: "card g4", "aria-label": t("cal.picture") },
      drawn(label, (HEAD + FOOT + ROW * shown.length) * EM, (size) => timeline(size, { ...what, spans: shown })),
      h("p", { class: "small soft row g5 wrap key" },
        ["now", "plan", "draft", "past"].filter((kind) => spans.some((span) => span.kind === kind)).map((kind) =>
          h("span", null, h("i", { class: `k ${kind}` }), t(`cal.key.${kind}`))),
        days.length > 0 && h("span", null, h("i", { class: "k hole" }), t("cal.key.hole", { days: list(days) }))),
      spans.length > DRAWN && h("p", { class: "small soft" }, t("cal.cut", { count: DRAWN })),
      this.#more && h("p", { class: "small soft" }, t("cal.more", { count: MOST })))
  }

  /** @param {Span[]} spans @param {number} now */
  #table(spans, now) {
    const rows = spans.map(({ one }) => ({ one, need: needOf(one, now, this.#pace(one, now)) }))
    /** @type {import("../../ground/parts/table.js").Column<typeof rows[number]>[]} */
    const columns = [
      { title: t("cmp.campaign"), value: ({ one }) => one.title,
        show: ({ one }) => h("a", { href: campaignAddress(one.campaign) }, one.title) },
      { title: t("cmp.state"), value: ({ one }) => stateName(one.state), show: ({ one }) => stateChip(one, now) },
      { title: t("cmp.from"), value: ({ one }) => dayOf(one.start), show: ({ one }) => dayShown(one.start, now, one.time_zone) },
      { title: t("cmp.to"), value: ({ one }) => (isOpen(one.end) ? null : dayOf(lastOf(one.end))),
        show: ({ one }) => (isOpen(one.end) ? "–" : dayShown(lastOf(one.end), now, one.time_zone)) },
      { title: t("cmp.available"), value: ({ one }) => one.available, isNumber: true },
      { title: t("cmp.needs"), value: ({ need }) => needText(need, now) || null,
        show: ({ need }) => needShown(need, now) },
    ]
    return h("section", { class: "card g3 camp-data" }, h("h2", null, t("cal.aside", {
      count: rows.reduce((sum, { one }) => sum + one.available, 0),
    })), new Table(t("cal.aside.name"), columns, { rows }).element)
  }
}
