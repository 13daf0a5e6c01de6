import { Act, path } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { number, t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { choices } from "../../ground/parts/chip.js"
import { openDialog } from "../../ground/parts/dialog.js"
import { Field } from "../../ground/parts/field.js"
import { icon } from "../../ground/parts/icon.js"
import { ring } from "../../ground/parts/ring.js"
import { cli, quoted } from "../../ground/parts/says.js"
import { empty, failed, skeleton } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { toast } from "../../ground/parts/toast.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { named } from "./commands/answer.js"
import { openCommand, refused } from "./commands/run.js"
import { isUrgent, left, notesFor, what, whose } from "./lists/parcels.js"

/**
 * @typedef {object} Redemption
 * @property {string} redemption
 * @property {string} reward
 * @property {string} user
 * @property {string} state
 * @property {number} quantity
 * @property {number} coins
 * @property {string} at
 * @property {string | null} held_until
 * @property {string} [title] of the reward
 * @property {string | null} [external_id] of the user, as `username`
 * @property {string | null} [username]
 */

/** Which redemptions a choice shows. @type {Record<string, string>} */
const STATES = { send: "held", sent: "fulfilled", back: "refunded", over: "timed-out" }

/** Redemptions to fulfil, those whose time ends first above; several at once. */
export default class ToSend extends View {
  #tab = "send"
  /** @type {Redemption[]} */
  #rows = []
  /** @type {Set<string>} */
  #chosen = new Set()
  /** @type {(() => void) | undefined} */
  #stop
  #heading = h("h1", null, t("nav.to-send"))
  #list = h("div", { class: "stack g4" })
  #bulk = h("div", { "aria-live": "polite" })
  #line = h("div")
  #note = new Field(t("red.note"),
    { isOptional: true, hint: t("red.note.hint"), attributes: { placeholder: "4712, 4713" } })

  /** @override */
  show() {
    fill(this, h("header", { class: "row between wrap" }, this.#heading,
      choices(t("red.which"), Object.keys(STATES).map((value) => ({ value, label: t(`red.${value}`) })), {
        value: this.#tab, onChange: (value) => {
          this.#tab = value
          this.#chosen.clear()
          this.#follow()
        },
      })), this.#list, this.#bulk, this.#line)
    this.#follow()
  }

  #follow() {
    this.#stop?.()
    const state = STATES[this.#tab]
    fill(this.#list, skeleton(["line", "line s", "line"]))
    fill(this.#bulk)
    fill(this.#line, cli(`qix redemption list --state ${state}`))
    this.#stop = this.follow("/v1/redemptions", ({ redemptions, more }) => this.#take(redemptions, more), {
      query: { state, limit: 200 }, onState: ({ is, error }) => is === "refused" &&
        fill(this.#list, failed(error, null)),
    })
  }

  /** @param {Redemption[]} redemptions @param {boolean} more */
  #take(redemptions, more) {
    const now = Date.now()
    const isOpen = this.#tab === "send"
    this.#rows = isOpen
      ? [...redemptions].sort((one, other) => (one.held_until ?? "9").localeCompare(other.held_until ?? "9"))
      : redemptions
    const ids = new Set(redemptions.map((one) => one.redemption))
    for (const id of this.#chosen) if (!ids.has(id)) this.#chosen.delete(id)
    const urgent = redemptions.filter((one) => isUrgent(one, now)).length
    if (isOpen) {
      fill(this.#heading, urgent > 0
        ? t("red.title.urgent", { count: redemptions.length, urgent })
        : t("red.title", { count: redemptions.length }))
    } else {
      fill(this.#heading, t(`red.${this.#tab}`))
    }
    if (this.#rows.length === 0) {
      fill(this.#list, h("section", { class: "card" }, empty(t(`red.none.${this.#tab}`), t("red.none.text"))))
    } else {
      const focused = this.#list.contains(document.activeElement) ? document.activeElement?.id : undefined
      fill(this.#list, h("section", { class: "card flush pickable" }, this.#table(now).element),
        more && h("p", { class: "small soft" }, t("red.more")))
      if (focused) document.getElementById(focused)?.focus()
    }
    this.#choose()
  }

  /** @param {number} now */
  #table(now) {
    const isOpen = this.#tab === "send"
    const confirms = Boolean(session.may("reward confirm"))
    /** @type {import("../../ground/parts/table.js").Column<Redemption>[]} */
    const columns = [
      ...isOpen && confirms ? [{ title: t("red.choose"), isFixed: true, value: () => "", show: this.#tick }] : [],
      isOpen
        ? { title: t("red.held-until"), value: (row) => row.held_until, show: (row) => h("span", { class: "row g3" },
          ring(left(row, now)), h("span", { class: isUrgent(row, now) && "warn strong" },
            row.held_until ? when(row.held_until, "date") : "–")) }
        : { title: t("red.at"), value: (row) => row.at, show: (row) => when(row.at) },
      { title: t("red.what"), value: what, show: (row) => [what(row), Boolean(row.title) && h("span", {
        class: "soft" }, ` ${row.reward}`)] },
      { title: t("red.user"), value: whose, show: (row) => named(row.user, whose(row)) },
      { title: t("red.coins"), value: (row) => row.coins, isNumber: true },
      { title: t("red.id"), value: (row) => row.redemption, show: (row) => named(row.redemption) },
      ...isOpen && session.may("reward cancel") ? [{
        title: t("red.cancel"), isFixed: true, value: () => "",
        show: (/** @type {Redemption} */ row) => button(t("red.cancel.act"), () => this.#cancel(row), {
          isDense: true, kind: "bare", name: t("red.cancel.name", { reward: row.reward }),
        }),
      }] : [],
    ]
    return new Table(t("nav.to-send"), columns, { rows: this.#rows })
  }

  /** @param {Redemption} row */
  #tick = (row) => {
    const input = h("input", {
      type: "checkbox", id: `tick-${row.redemption}`, checked: this.#chosen.has(row.redemption), onchange: () => {
        if (input.checked) this.#chosen.add(row.redemption)
        else this.#chosen.delete(row.redemption)
        this.#choose()
      },
    })
    return h("label", { class: "tickbox" }, input,
      h("span", { class: "sr" }, t("red.choose.one", { reward: row.reward })))
  }

  get #picked() {
    return this.#rows.filter((row) => this.#chosen.has(row.redemption))
  }

  #choose() {
    for (const row of this.#list.querySelectorAll("tbody tr")) {
      const input = row.querySelector("input")
      if (input) row.setAttribute("aria-selected", String(input.checked))
    }
    const picked = this.#picked
    if (picked.length === 0) return fill(this.#bulk)
    const coins = picked.reduce((sum, one) => sum + one.coins, 0)
    const text = [h("b", null, t("red.chosen", { count: picked.length })), " ",
      h("span", { class: "soft" }, t("red.become-spent", { count: coins }))]
    const standing = this.#bulk.querySelector("p")
    if (standing) return fill(standing, text)
    fill(this.#bulk, h("form", { class: "bulk", "aria-label": t("red.with-chosen"),
      onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      void this.#send()
    } }, h("p", null, text), h("div", { class: "grow" }, this.#note.element),
    button(t("red.mark"), () => this.#send(), { kind: "main", isDense: true })))
  }

  /** What would happen with each, then it is done, one after the other. */
  async #send() {
    const picked = this.#picked
    const notes = notesFor(this.#note.value, picked.length)
    if (!notes) {
      this.#note.error = t("red.note.count", { count: picked.length })
      this.#note.input.focus()
      return
    }
    const reason = new Field(t("lists.reason"), { isOptional: true, hint: t("lists.reason.hint") })
    const list = h("ul", { class: "diff" },
      picked.map(() => h("li", null, icon("clock", { isSmall: true }), h("span", null, "…"))))
    /** @param {number} place @param {"add" | "stop"} sign @param {import("../../ground/h.js").Child} child */
    const say = (place, sign, child) => {
      list.children[place].className = sign
      fill(list.children[place], icon(sign === "add" ? "plus" : "warn", { isSmall: true }), h("span", null, child))
    }
    const acts = picked.map(() => new Act())
    let isDone = false
    /** @param {boolean} isDryRun */
    const all = async (isDryRun) => {
      let failures = 0
      for (const [place, row] of picked.entries()) {
        const body = { note: notes[place] || undefined, dry_run: isDryRun || undefined }
        try {
          await (isDryRun ? new Act() : acts[place]).send("POST", path("rewards", row.redemption, "confirm"), {
            body, reason: reason.value || undefined,
          })
          say(place, "add", t(isDryRun ? "red.would" : "red.did", { reward: row.reward, count: row.coins }))
        } catch (error) {
          failures += 1
          say(place, "stop", [`${row.reward}: `, refused(error).textContent])
        }
      }
      return failures
    }
    const act = button(t("red.mark"), async () => {
      if (isDone) return close(true)
      const failures = await all(false)
      isDone = true
      if (failures > 0) return
      toast(t("red.done", { count: picked.length }))
      this.#note.value = ""
      close(true)
    }, { kind: "main" })
    const lines = picked.map((row, place) =>
      `qix reward confirm ${row.redemption}${notes[place] ? ` --note ${quoted(notes[place])}` : ""}`)
    const { close, closed } = openDialog(t("red.mark.title", { count: picked.length }), {
      isWide: true, body: h("div", { class: "stack g5" },
        h("section", { "aria-live": "polite" }, h("h3", null, t("cmd.would-happen")),
        list), reason.element, cli(lines.join("\n"), { isTall: true })),
      foot: (shut) => [button(t("part.cancel"), () => shut()), act],
    })
    act.setAttribute("aria-disabled", "true")
    await all(true)
    act.removeAttribute("aria-disabled")
    await closed
    this.querySelector("input")?.focus()
  }

  /** @param {Redemption} row */
  async #cancel(row) {
    const answer = await openCommand("reward cancel", {
      title: t("red.cancel.title", { reward: row.reward }), act: t("red.cancel.act"), isHarm: true,
      text: t("red.cancel.text", { coins: number(row.coins) }), fixed: { redemption: row.redemption },
    })
    if (answer) toast(t("red.cancelled"))
  }
}
