import { fill, h, uniqueID } from "../../ground/h.js"
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

/** One question. Reports `answer` with its number and the answer, `skip` and `home`. */
export default class Question extends Screen {
  static tag = "app-question"
  /** @override */
  isHeld = true
  /** Made once, so that another drawing keeps what was answered. @type {ReturnType<typeof fields> | undefined} */
  #fields
  #said = h("div")
  #isSending = false

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
    const { element, value } = this.#fields ??= fields(question, this.title, () => fill(this.#said))
    return h("div", { class: "quest" },
      h("p", { class: "soft" }, t("question.place", { place: place + 1, count })),
      h("div", { class: "stack g3" },
        feedback?.right !== undefined && feedback?.right !== null && note([
          h("b", null, t(feedback.right ? "question.right" : "question.wrong")), " ", plain(feedback.text)],
        feedback.right ? "good" : "warn", { isAlert: true }),
        before && h("p", { class: "soft" }, plain(before.text)), h("h1", { class: "title" }, this.title)),
      element,
      h("div", { class: "stack g3" }, this.#said,
        button(t("question.answer"), () => this.#send(question.number, value()), { kind: "win", isWide: true }),
        maySkip && button(t("question.skip"), () => this.#isSending || this.report("skip", question.number),
          { kind: "bare", isWide: true }),
        h("p", { class: "small soft mid" }, t("question.once"))))
  }

  /** @param {number} question @param {any} answer */
  async #send(question, answer) {
    if (this.#isSending) return
    if (answer === undefined) return this.#say(t("question.missing"))
    this.#isSending = true
    try {
      await this.report("answer", { question, answer })
    } catch (error) {
      this.#say(error instanceof ApiProblem ? sentence(error.detail) : t("state.offline"))
    } finally {
      this.#isSending = false
    }
  }

  /** @param {string} text */
  #say(text) {
    fill(this.#said, note(text, "bad", { isAlert: true }))
  }
}

/**
 * What a question is answered by, and the answer; undefined while it lacks something.
 * @param {any} question
 * @param {string} title
 * @param {() => void} onChange
 * @returns {{ element: Element, value: () => any }}
 */
function fields({ kind, choices = [], left = [] }, title, onChange) {
  const labels = choices.map(plain)
  if (kind === "true-false") {
    const { element, chosen } = list(title, [t("question.true"), t("question.false")], onChange)
    return { element, value: () => chosen[0] && chosen[0] === 1 }
  }
  if (kind === "single" || kind === "scale") {
    const { element, chosen } = list(title, labels, onChange)
    return { element, value: () => chosen[0] }
  }
  if (kind === "several") {
    const { element, chosen } = list(title, labels, onChange, { isSeveral: true })
    return { element, value: () => (chosen.length > 0 ? chosen : undefined) }
  }
  if (kind === "ordering") {
    const { element, chosen } = list(title, labels, onChange, { isSeveral: true, isOrder: true })
    return {
      element: h("div", { class: "stack g3" }, h("p", { class: "small soft" }, t("question.order")), element),
      value: () => (chosen.length === labels.length ? chosen : undefined),
    }
  }
  if (kind === "matching") {
    const options = [{ value: "", label: "–" }, ...labels.map((/** @type {string} */ label, /** @type {number} */ at) =>
      ({ value: String(at + 1), label }))]
    /** @type {Field[]} */
    const selects = left.map((/** @type {any} */ one) => new Field(plain(one), { options }))
    return {
      element: h("div", { class: "card stack g4" }, selects.map((one) => one.element)),
      value: () => (selects.every((one) => one.value) ? selects.map((one) => Number(one.value)) : undefined),
    }
  }
  const isNumber = kind === "number"
  const field = new Field(t("question.yours"), kind === "essay" ? { rows: 6 } : {
    attributes: { inputmode: isNumber ? "decimal" : "text", autocomplete: "off" },
  })
  return {
    element: h("div", { class: "card" }, field.element),
    value: () => {
      const text = isNumber ? field.value.replace(",", ".") : field.value
      return text === "" || isNumber && Number.isNaN(Number(text)) ? undefined : isNumber ? Number(text) : text
    },
  }
}

/**
 * Answers with a letter each, and the numbers of those that are chosen: from 1, in the order of choosing.
 * @param {string} title
 * @param {string[]} labels
 * @param {() => void} onChange
 * @param {{ isSeveral?: boolean, isOrder?: boolean }} [options] isOrder: the place of an answer stands for its letter
 */
function list(title, labels, onChange, { isSeveral = false, isOrder = false } = {}) {
  /** @type {number[]} */
  const chosen = []
  const name = uniqueID("answers")
  const letters = labels.map((_, at) =>
    h("span", { class: "letter", "aria-hidden": "true" }, isOrder ? "·" : LETTERS[at] ?? at + 1))
  const choose = (/** @type {number} */ number, /** @type {boolean} */ isChosen) => {
    if (!isSeveral) chosen.length = 0
    if (isChosen) chosen.push(number)
    else chosen.splice(chosen.indexOf(number), 1)
    if (isOrder) letters.forEach((letter, at) => showPlace(letter, chosen.indexOf(at + 1) + 1))
    onChange()
  }
  const element = h("div", { class: "answers", role: isSeveral ? "group" : "radiogroup", "aria-label": title },
    labels.map((label, at) => h("label", { class: ["answer hue", `q-${"abcd"[at % 4]}`] },
      h("input", {
        type: isSeveral ? "checkbox" : "radio", name, onchange: (/** @type {Event} */ event) =>
          choose(at + 1, /** @type {HTMLInputElement} */ (event.target).checked),
      }), letters[at], h("span", null, label), icon("check"))))
  return { element, chosen }
}

/**
 * Shows the place of an answer, which belongs to its name.
 * @param {HTMLElement} letter
 * @param {number} number 0 for none
 */
function showPlace(letter, number) {
  letter.textContent = number > 0 ? String(number) : "·"
  if (number > 0) letter.removeAttribute("aria-hidden")
  else letter.setAttribute("aria-hidden", "true")
}
