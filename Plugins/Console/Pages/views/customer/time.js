/** The line of time: all that happened to a customer, narrowed by kind, each coin traced to its grant. */

import { fill, h } from "../../../ground/h.js"
import { number, rich, t, when } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { choices } from "../../../ground/parts/chip.js"
import { icon } from "../../../ground/parts/icon.js"
import { timeline } from "../../../ground/parts/list.js"
import { failed, loaded, skeleton } from "../../../ground/parts/state.js"
import { named, readable, word } from "./proof.js"

/** @typedef {import("./person.js").Person} Person */

/** As many as the server counts of a kind. */
const PAGE = 30

/**
 * The mark of an entry.
 * @param {any} entry
 * @returns {"plus" | "minus" | "no" | "open" | ""}
 */
export function mark(entry) {
  if (entry.held > 0 || ["held", "review", "waits"].includes(entry.state)) return "open"
  if (entry.what === "shake.refused" || entry.what === "referral.refused") return "no"
  if (entry.coins > 0) return "plus"
  return entry.coins < 0 ? "minus" : ""
}

/** What stands below the title: who did it, why, and to what. @param {any} entry */
function small(entry) {
  const parts = [
    entry.happened && t("time.happened", { when: when(entry.happened) }),
    entry.merged_from && [t("time.merged"), " ", named(entry.merged_from)],
    entry.by && rich("time.by", { by: entry.by }), entry.reason && `“${entry.reason}”`, named(entry.subject),
  ].filter(Boolean)
  return parts.flatMap((part, place) => (place === 0 ? [part] : [" · ", part]))
}

export class TimeLine {
  #person
  #kind = "all"
  /** @type {any[]} */
  #entries = []
  /** @type {string | null} */
  #next = null
  #filter = h("div")
  #list = h("div", { class: "stack g4" })

  /** @param {Person} person */
  constructor(person) {
    this.#person = person
    // A toggle doesn't rise to what is above.
    this.#list.addEventListener("toggle", (event) => this.#open(event), true)
    this.element = h("section", { class: "card g2", "aria-labelledby": "time-title" },
      h("div", { class: "stack g3" }, h("h2", { id: "time-title" }, t("time.title")), this.#filter), this.#list)
  }

  get #query() {
    return { limit: PAGE, kind: this.#kind === "all" ? undefined : this.#kind }
  }

  /** Loads it from the newest entry on. */
  async show() {
    await loaded(this.#list, async () => {
      const page = await this.#person.timeline(this.#query)
      this.#entries = page.entries
      this.#next = page.next
      if (page.counts) this.#narrow(page.counts)
      return page
    }, () => this.#shown(), { shape: skeleton(["line", "line s", "line", "line s"]), signal: this.#person.signal })
  }

  /** @param {{ kind: string, count: number, more: boolean }[]} counts */
  #narrow(counts) {
    if (this.#filter.childElementCount > 0) return
    const kinds = counts.filter(({ count }) => count > 0)
    fill(this.#filter, kinds.length > 1 && choices(t("time.kinds"), [
      { value: "all", label: t("time.all") },
      ...kinds.map(({ kind, count, more }) =>
        ({ value: kind, label: word("time.kind", kind), count: ` ${number(count)}${more ? "+" : ""}` })),
    ], { value: "all", onChange: (kind) => {
      this.#kind = kind
      void this.show()
    } }))
  }

  #shown() {
    if (this.#entries.length === 0) return h("p", { class: "soft" }, t("time.none"))
    return [
      timeline(this.#entries.map((entry) => this.#moment(entry))),
      this.#next && h("p", null, button(t("part.more"), () => this.#more(), { isDense: true })),
    ]
  }

  async #more() {
    try {
      const page = await this.#person.timeline({ ...this.#query, after: this.#next })
      this.#entries = [...this.#entries, ...page.entries]
      this.#next = page.next
      fill(this.#list, this.#shown())
    } catch (error) {
      this.#list.append(failed(error, null))
    }
  }

  /** @param {any} entry @returns {import("../../../ground/parts/list.js").Moment} */
  #moment(entry) {
    const amount = entry.held > 0 ? entry.held : entry.coins
    const below = small(entry)
    const isTraced = entry.kind === "coins" && entry.subject && this.#person.may("coins show")
    return {
      at: entry.at, kind: mark(entry), title: [readable(entry.told), isTraced && icon("down", { isSmall: true })], text: below.length > 0 && below,
      figure: !amount ? undefined
        : entry.held > 0 ? number(amount) : `${amount > 0 ? "+" : "−"}${number(Math.abs(amount))}`,
      more: isTraced ? h("div", { dataset: { trace: entry.subject } }) : undefined,
    }
  }

  /** Where coins came from and went: loaded when somebody looks. @param {Event} event */
  #open(event) {
    const details = event.target
    if (!(details instanceof HTMLDetailsElement) || !details.open) return
    const place = details.querySelector("[data-trace]")
    if (!(place instanceof HTMLElement) || place.childElementCount > 0) return
    void loaded(place, () => this.#person.get(["transfers", place.dataset.trace ?? ""]), traced, {
      shape: skeleton(["line"]), signal: this.#person.signal,
    })
  }
}

/**
 * The grants that coins came from, or what has become of a grant, in sentences.
 * @param {any} transfer
 */
function traced(transfer) {
  const draws = transfer.draws.map((/** @type {any} */ draw) => h("p", null, rich(draw.expires ? "time.draw" : "time.draw-never", {
    amount: draw.amount, grant: named(draw.granted_by) ?? "–", date: draw.expires ? when(draw.expires, "date") : "",
  })))
  const lots = transfer.lots.map((/** @type {any} */ lot) => h("p", null, rich(lot.expires ? "time.lot" : "time.lot-never", {
    amount: lot.amount, left: lot.remaining, date: lot.expires ? when(lot.expires, "date") : "",
  })))
  return h("div", { class: "stack g2" }, draws, lots,
    transfer.key && h("p", { class: "soft" }, `${t("c.key")}: `, named(transfer.key)),
    draws.length + lots.length === 0 && h("p", { class: "soft" }, t("time.no-trace")))
}
