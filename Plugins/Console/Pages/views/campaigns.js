import { address, api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { number, t } from "../../ground/i18n.js"
import { buttonLink } from "../../ground/parts/button.js"
import { Filters } from "../../ground/parts/filters.js"
import { Pager } from "../../ground/parts/pager.js"
import { cli, note, quoted } from "../../ground/parts/says.js"
import { empty, failed, nothingFound, skeleton } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { isOpen, lastOf } from "./campaigns/forecast.js"
import { counted, needOf, ordered, typesOf } from "./campaigns/needs.js"
import { loadPace } from "./campaigns/pace.js"
import { standing } from "./campaigns/standing.js"
import {
  campaignAddress, dayShown, needShown, needText, stateChip, stateName, typeName, typeNames,
} from "./campaigns/words.js"

/** @typedef {import("./campaigns/needs.js").Campaign} Campaign */
/** @typedef {import("./campaigns/needs.js").Row} Row */

/** How many campaigns are followed at once; older ones come page by page. */
const MOST = 500
const STATES = ["running", "paused", "draft", "ended"]

/** All campaigns, those that need something above. */
export default class Campaigns extends View {
  /** @type {Campaign[]} */
  #followed = []
  /** @type {Campaign[]} */
  #older = []
  /** Coins a day, for roles that may see them. @type {(one: Campaign, now: number) => number} */
  #pace = () => 0
  /** @type {Filters | undefined} */
  #filters
  /** @type {Pager<Campaign> | undefined} */
  #pager
  #heading = h("h1", null, t("nav.campaigns"))
  #filterPlace = h("div")
  #place = h("div", { class: "stack g4" })
  #line = h("div")
  /** @type {Table<Row>} */
  #table = new Table(t("nav.campaigns"), this.#columns)

  /** @override */
  show() {
    fill(this, h("header", { class: "row between wrap" }, this.#heading,
      session.may("campaign create") &&
        buttonLink(t("cmp.new"), "/console/campaigns/new", { icon: "plus", kind: "main" })),
    this.#filterPlace, this.#place, this.#line)
    fill(this.#place, skeleton(["line", "line s", "line"]))
    this.follow("/v1/campaigns", ({ campaigns, next }) => this.#take(campaigns, next), {
      query: { limit: MOST }, onState: ({ is, error }) => is === "refused" && fill(this.#place, failed(error, null)),
    })
    if (session.may("report")) void this.#loadPace()
  }

  /** The list stands without it, too. */
  async #loadPace() {
    try {
      this.#pace = await loadPace(this.signal)
      if (this.#filters) this.#draw()
    } catch {
      if (!this.signal.aborted) this.append(note(t("cmp.no-pace")))
    }
  }

  /** @param {Campaign[]} campaigns @param {string | null} next */
  #take(campaigns, next) {
    this.#followed = campaigns
    if (next && !this.#pager) this.#pager = this.#pagerFrom(next)
    this.#makeFilters()
    this.#draw()
  }

  /** @param {string} next */
  #pagerFrom(next) {
    let after = next
    return new Pager({
      load: async (cursor) => {
        const answer = await api.get(address("/v1/campaigns", { limit: MOST, after: cursor ?? after }))
        after = answer.next
        return { rows: answer.campaigns, next: answer.next }
      },
      add: (rows) => {
        this.#older.push(...rows)
        this.#draw()
      },
    })
  }

  get #all() {
    const names = new Set(this.#followed.map((one) => one.id))
    return [...this.#followed, ...this.#older.filter((one) => !names.has(one.id))]
  }

  #makeFilters() {
    if (this.#filters) return
    const all = this.#all
    const brands = [...new Set(all.map((one) => one.brand))].sort()
    const types = [...new Set(all.flatMap(typesOf))].sort()
    const any = { value: "", label: t("cmp.all") }
    this.#filters = new Filters("campaigns", [
      { name: "state", label: t("cmp.state"), kind: "choice",
        options: [any, ...STATES.map((value) => ({ value, label: stateName(value) }))] },
      { name: "type", label: t("cmp.type"), kind: "choice",
        options: [any, ...types.map((value) => ({ value, label: typeName(value) }))] },
      { name: "brand", label: t("cmp.brand"), kind: "select",
        options: [any, ...brands.map((value) => ({ value, label: value }))] },
      { name: "text", label: t("cmp.text"), kind: "text" },
    ], { query: this.query, onChange: () => this.#draw() })
    fill(this.#filterPlace, this.#filters.element)
  }

  #draw() {
    const [now, all] = [Date.now(), this.#all]
    const { state = "", type = "", brand = "", text = "" } = this.#filters?.values ?? {}
    const fits = all.filter((one) => (!brand || one.brand === brand) &&
      `${one.title} ${one.campaign} ${one.id}`.toLowerCase().includes(text.toLowerCase()))
    const ofState = fits.filter((one) => !state || one.state === state)
    const ofType = (/** @type {Campaign} */ one) => !type || typesOf(one).includes(type)
    if (!this.#pager) {
      this.#filters?.count("state", counted(fits.filter(ofType).map((one) => [one.state]), STATES))
      this.#filters?.count("type", counted(ofState.map(typesOf), all.flatMap(typesOf)))
    }
    const rows = ordered(ofState.filter(ofType).map((one) => ({
      one, need: needOf(one, now, this.#pace(one, now)),
    })))
    const running = all.filter((one) => one.state === "running").length
    const needing = rows.filter(({ need }) => need?.sign).length
    fill(this.#heading, all.length === 0
      ? t("cmp.none")
      : needing > 0 ? t("cmp.title.need", { count: needing }) : t("cmp.title.well", { count: running }))
    fill(this.#line, cli(["qix campaign list", state && `--state ${state}`, brand && `--brand ${quoted(brand)}`,
      type && `--type ${quoted(type)}`].filter(Boolean).join(" ")))
    if (rows.length === 0) {
      fill(this.#place, h("section", { class: "card" }, all.length === 0
        ? empty(t("cmp.none"), t("cmp.none.text"))
        : nothingFound(t("cmp.none.filter"), t("cmp.none.filter.text"))))
    } else {
      standing(this.#place, () => {
        this.#table.rows = rows
        if (!this.#place.contains(this.#table.element)) {
          fill(this.#place, h("section", { class: "card flush camp-data" }, this.#table.element), this.#pager?.element)
          void this.#pager?.start().catch((error) => this.#place.append(failed(error, null)))
        }
      })
    }
  }

  /** @returns {import("../../ground/parts/table.js").Column<Row>[]} */
  get #columns() {
    const now = Date.now()
    return [
      { title: t("cmp.campaign"), value: ({ one }) => one.title, show: ({ one }) => [
        h("a", { href: campaignAddress(one.campaign) }, one.title), h("br"),
        h("span", { class: "mono soft small" }, one.campaign)] },
      { title: t("cmp.state"), value: ({ one }) => stateName(one.state), show: ({ one }) => stateChip(one, now) },
      { title: t("cmp.needs"), value: ({ need }) => needText(need, now) || null,
        show: ({ need }) => needShown(need, now) },
      { title: t("cmp.available"), value: ({ one }) => one.available, show: ({ one }) => number(one.available),
        isNumber: true },
      { title: t("cmp.from"), value: ({ one }) => one.start,
        show: ({ one }) => dayShown(one.start, now, one.time_zone) },
      { title: t("cmp.to"), value: ({ one }) => (isOpen(one.end) ? null : one.end),
        show: ({ one }) => (isOpen(one.end) ? "–" : dayShown(lastOf(one.end), now, one.time_zone)) },
      { title: t("cmp.type"), value: ({ one }) => typeNames(one) },
      { title: t("cmp.brand"), value: ({ one }) => one.brand },
    ]
  }
}
