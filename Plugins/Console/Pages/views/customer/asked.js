/** What the customer asks: a question is chosen, the answer is a sentence to read out, its proof, and the command. */

import { fill, h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { cli, say } from "../../../ground/parts/says.js"
import { failed, skeleton } from "../../../ground/parts/state.js"
import { act, fitting } from "./acts.js"
import { money } from "./money.js"
import { FIRST, questions } from "./questions.js"

/** @typedef {import("./person.js").Person} Person */

export class Asked {
  #person
  #onChange
  #chosen
  #all
  #chips = h("div", { class: "asked", role: "group", "aria-label": t("c.question") })
  #answer = h("div", { class: "stack g4", "aria-live": "polite" })
  #bar = h("div", { hidden: true })
  #proof = h("div", { class: "stack g4", hidden: true })
  #isWide = false
  /** What was asked last: an answer that comes too late is not shown. */
  #turn = 0

  /**
   * @param {Person} person
   * @param {() => void} onChange
   */
  constructor(person, onChange) {
    this.#person = person
    this.#onChange = onChange
    this.#all = questions.filter(({ needs }) => person.may(needs))
    this.#chosen = this.#all[0]
    this.element = h("section", { class: "card g4", "aria-labelledby": "asked-title" },
      h("h2", { class: "sr", id: "asked-title" }, t("c.asks", { name: person.name })), this.#chips, this.#answer,
      this.#bar, this.#proof)
    this.#show()
  }

  #show() {
    const shown = this.#isWide ? this.#all : this.#all.slice(0, FIRST)
    fill(this.#chips, shown.map((question) => h("button", {
      type: "button", class: "chip choice", "aria-pressed": String(question === this.#chosen),
      dataset: { question: question.id }, onclick: () => this.ask(question.id),
    }, t(`q.${question.id}`))), this.#all.length > FIRST && h("button", {
      type: "button", class: "chip choice", "aria-expanded": String(this.#isWide), dataset: { question: "" },
      onclick: () => {
        this.#isWide = !this.#isWide
        this.#show()
        const next = this.#chips.querySelectorAll("button")[this.#isWide ? FIRST : shown.length - 1]
        next?.focus()
      },
    }, t(this.#isWide ? "c.fewer-questions" : "c.more-questions")))
  }

  /** @param {any} wallet */
  showMoney(wallet) {
    this.#bar.hidden = false
    fill(this.#bar, money(wallet))
  }

  /** Asks a question, or the last one again. @param {string} [id] */
  async ask(id) {
    this.#chosen = this.#all.find((question) => question.id === id) ?? this.#chosen
    if (!this.#chosen) return
    for (const chip of this.#chips.querySelectorAll("[aria-pressed]")) {
      chip.setAttribute("aria-pressed", String(chip instanceof HTMLElement && chip.dataset.question === this.#chosen.id))
    }
    const turn = ++this.#turn
    const timer = setTimeout(() => fill(this.#answer, skeleton(["say", "line"])), 200)
    try {
      const { say: sentence, proof, lines, acts, aside } = await this.#chosen.answer(this.#person)
      const user = await this.#person.user()
      if (turn !== this.#turn) return
      const next = fitting(this.#person, user, acts ?? []).filter(({ may }) => may)
      fill(this.#answer, say(sentence), aside)
      this.#proof.hidden = false
      fill(this.#proof, proof, next.length > 0 && h("div", { class: "row g2 wrap" },
        next.map(({ deed, asks }) => button(
          asks ? t("c.ask-for", { what: t(`act.${deed.id}`) }) : t(`act.${deed.id}`),
          () => act(this.#person, deed.id, this.#onChange),
          { icon: deed.icon, isDense: true, kind: deed.isHarm ? "harm" : "" }))),
      lines.map((line) => cli(line)))
    } catch (error) {
      if (turn !== this.#turn || this.#person.signal.aborted) return
      this.#proof.hidden = true
      fill(this.#answer, failed(error, () => this.ask()))
    } finally {
      clearTimeout(timer)
    }
  }
}
