import { api, ApiProblem } from "../../ground/api.js"
import { csv, save } from "../../ground/csv.js"
import { fill, h } from "../../ground/h.js"
import { dayOf, t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { Filters } from "../../ground/parts/filters.js"
import { Pager } from "../../ground/parts/pager.js"
import { cli, note } from "../../ground/parts/says.js"
import { failed, nothingFound, skeleton } from "../../ground/parts/state.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { told } from "./commands/answer.js"
import { dayName, entryRow } from "./house/log.js"
import { asked, lineOf } from "./house/subject.js"

/** @typedef {import("./house/log.js").Entry} Entry */

const PAGE = 50

/** Who changed what, when and why; and whether the log is whole. */
export default class Audit extends View {
  /** @type {Entry[]} */
  #entries = []
  #round = 0
  #heading = h("h1", null, t("nav.audit"))
  #text = h("p", { class: "soft", role: "status" }, t("aud.text"))
  #proof = h("div", { class: "stack g3", "aria-live": "polite" })
  #list = h("div")
  #pager = h("div")
  #line = h("div")

  /** @override */
  show() {
    this.title = t("nav.audit")
    const filters = new Filters("audit", [
      { name: "actor", label: t("aud.who"), kind: "text" },
      { name: "action", label: t("aud.what"), kind: "text" },
      { name: "subject", label: t("aud.about"), kind: "text" },
      { name: "since", label: t("aud.since"), kind: "date" },
      { name: "until", label: t("aud.until"), kind: "date" },
    ], { query: this.query, onChange: (values) => void this.#load(values) })
    fill(this, h("header", { class: "row between wrap" }, h("div", { class: "stack g1" }, this.#heading, this.#text),
      h("div", { class: "row g2 wrap" },
        session.may("audit verify") && button(t("aud.check"), () => this.#check(), { icon: "chain", isDense: true }),
        button(t("part.csv"), () => this.#save(), { icon: "load", isDense: true }))),
    this.#proof, h("div", { class: "log-filters" }, filters.element), this.#list, this.#pager, this.#line)
    return this.#load(filters.values)
  }

  /** @param {Record<string, string>} values */
  async #load(values) {
    const round = ++this.#round
    const list = h("ol", { class: "log" })
    let last = ""
    this.#entries = []
    fill(this.#line, cli(lineOf(asked(values))))
    fill(this.#pager)
    const timer = setTimeout(() => fill(this.#list, skeleton(["line", "line s", "line"])), 200)
    const pager = new Pager({
      load: async (before) => {
        const { entries, next } = await api.get("/v1/audit", {
          query: { ...asked(values), limit: PAGE, before }, signal: this.signal,
        })
        return { rows: /** @type {Entry[]} */ (entries), next: next && String(next) }
      },
      add: (entries) => {
        const now = Date.now()
        this.#entries.push(...entries)
        for (const entry of entries) {
          const day = dayOf(entry.at)
          if (day !== last) list.append(h("li", { class: "day" }, dayName(entry.at, now)))
          last = day
          list.append(entryRow(entry))
        }
      },
    })
    try {
      await pager.start()
      if (round !== this.#round) return
      fill(this.#list, this.#entries.length > 0
        ? h("section", { class: "card flush", "aria-label": t("aud.entries") }, list)
        : h("section", { class: "card" }, nothingFound(t("aud.none"), t("aud.none.text"))))
      fill(this.#pager, pager.element)
    } catch (error) {
      if (round === this.#round && !this.signal.aborted) {
        fill(this.#list, failed(error, () => this.#load(values)))
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Reads the whole log: each entry seals the one before it. */
  async #check() {
    try {
      const [{ entries, head }, first] = await Promise.all([
        api.get("/v1/audit/verify", { seconds: 300, signal: this.signal }),
        api.get("/v1/audit", { query: { before: 2, limit: 1 }, signal: this.signal }),
      ])
      fill(this.#heading, t("aud.whole", { time: when(first.entries[0]?.at ?? Date.now(), "date") }))
      fill(this.#text, t("aud.whole.text", { count: entries, time: when(Date.now(), "time") }))
      fill(this.#proof, h("p", { class: "small soft sealed" }, t("aud.head"), " ", h("code", { class: "mono seal" }, head)),
        cli("qix audit verify"))
    } catch (error) {
      if (this.signal.aborted) return
      if (!(error instanceof ApiProblem) || !error.detail) {
        fill(this.#proof, failed(error, null))
        return
      }
      fill(this.#heading, t("aud.broken"))
      fill(this.#proof, note([h("b", null, told(error.detail)), " ", t("aud.broken.text")], "bad", { isAlert: true }),
        cli("qix audit verify"))
    }
  }

  #save() {
    const names = /** @type {const} */ (["entry", "at", "actor", "action", "subject", "reason"])
    save("audit.csv", csv([[...names], ...this.#entries.map((entry) => names.map((name) => entry[name]))]))
  }
}
