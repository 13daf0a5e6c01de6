import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { Field } from "../../ground/parts/field.js"
import { icon } from "../../ground/parts/icon.js"
import { note } from "../../ground/parts/says.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"
import { playHead } from "../parts/heads.js"
import { plain } from "../parts/markdown.js"
import { Screen } from "../parts/screen.js"

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/** One question. Reports `answer` with its number and the answer, `skip` and `back`. */
export default class Question extends Screen {
  static tag = "app-question"
  /** What is chosen: numbers from 1, in the order of choosing. @type {number[]} */
  #chosen = []
  #said = ""

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /**
   * @override
   * @param {{ question: any, before?: any, feedback?: any, place: number, count: number, maySkip?: boolean }} data
   */
  draw({ question, before, feedback, place, count, maySkip }) {
    this.title = plain(question.text)
    const { element, value } = this.#answers(question)
    const send = async () => {
      const answer = value()
      if (answer === undefined) {
        this.#said = t("question.missing")
        return this.refresh()
      }
      try {
        await this.report("answer", { question: question.number, answer })
      } catch (error) {
        this.#said = error instanceof ApiProblem ? sentence(error.detail) : t("state.offline")
        this.refresh()
      }
    }
    return h("div", { class: "quest" },
      h("p", { class: "soft" }, t("question.place", { place: place + 1, count })),
      h("div", { class: "stack g3" },
        feedback?.right !== undefined && feedback?.right !== null && note([
          h("b", null, t(feedback.right ? "question.right" : "question.wrong")), " ", plain(feedback.text)],
        feedback.right ? "good" : "warn", { isAlert: true }),
        before && h("p", { class: "soft" }, plain(before.text)), h("h1", { class: "title" }, this.title)),
      element,
      h("div", { class: "stack g3" }, this.#said && note(this.#said, "bad", { isAlert: true }),
        button(t("question.answer"), send, { kind: "win", isWide: true }),
        maySkip && button(t("question.skip"), () => this.report("skip", question.number), { kind: "bare", isWide: true }),
        h("p", { class: "small soft mid" }, t("question.once"))))
  }

  /** @param {any} question @returns {{ element: Element, value: () => any }} */
  #answers(question) {
    const { kind } = question
    const choices = (question.choices ?? []).map(plain)
    if (kind === "true-false") {
      return { element: this.#list([t("question.true"), t("question.false")], false),
        value: () => (this.#chosen.length ? this.#chosen[0] === 1 : undefined) }
    }
    if (kind === "single" || kind === "scale") {
      return { element: this.#list(choices, false), value: () => this.#chosen[0] }
    }
    if (kind === "several") {
      return { element: this.#list(choices, true), value: () => (this.#chosen.length ? this.#chosen : undefined) }
    }
    if (kind === "ordering") {
      return { element: h("div", { class: "stack g3" }, h("p", { class: "small soft" }, t("question.order")),
        this.#list(choices, true, true)),
      value: () => (this.#chosen.length === choices.length ? this.#chosen : undefined) }
    }
    if (kind === "matching") {
      const selects = (question.left ?? []).map((/** @type {any} */ left) => new Field(plain(left), {
        options: [{ value: "", label: "–" }, ...choices.map((/** @type {string} */ label, /** @type {number} */ at) =>
          ({ value: String(at + 1), label }))],
      }))
      return { element: h("div", { class: "card stack g4" }, selects.map((/** @type {Field} */ one) => one.element)),
        value: () => selects.every((/** @type {Field} */ one) => one.value)
          ? selects.map((/** @type {Field} */ one) => Number(one.value)) : undefined }
    }
    const field = new Field(t("question.yours"), kind === "essay" ? { rows: 6 } : {
      attributes: { inputmode: kind === "number" ? "decimal" : "text", autocomplete: "off" },
    })
    return {
      element: h("div", { class: "card" }, field.element),
      value: () => {
        if (!field.value) return undefined
        return kind === "number" ? Number(field.value.replace(",", ".")) : field.value
      },
    }
  }

  /**
   * Answers with a letter each.
   * @param {string[]} labels
   * @param {boolean} isSeveral
   * @param {boolean} [isOrder] the letter shows the place that was chosen
   */
  #list(labels, isSeveral, isOrder = false) {
    return h("div", { class: "answers", role: isSeveral ? "group" : "radiogroup", "aria-label": this.title },
      labels.map((label, at) => {
        const number = at + 1
        const place = this.#chosen.indexOf(number)
        return h("button", {
          type: "button", role: isSeveral ? "checkbox" : "radio", "aria-checked": String(place >= 0),
          class: ["answer hue", `q-${"abcd"[at % 4]}`], onclick: () => {
            if (!isSeveral) this.#chosen = [number]
            else if (place >= 0) this.#chosen = this.#chosen.filter((one) => one !== number)
            else this.#chosen = [...this.#chosen, number]
            this.#said = ""
            this.refresh()
          },
        }, h("span", { class: "letter", "aria-hidden": "true" },
          isOrder ? (place >= 0 ? String(place + 1) : "·") : LETTERS[at] ?? String(number)),
        h("span", null, label), place >= 0 && icon("check"))
      }))
  }
}
