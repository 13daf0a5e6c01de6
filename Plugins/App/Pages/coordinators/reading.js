import { step } from "../model/steps.js"
import { Coordinator } from "./coordinator.js"

/** Reading: the text, its questions one after the other, and handing in. */
export class Reading extends Coordinator {
  /** @type {any} */
  #chance
  /** What is read: text, questions, and the numbers without an answer. @type {any} */
  #reading
  /** Numbers of questions not to ask again, which the server may count as open. @type {Set<number>} */
  #skipped = new Set()
  #key = ""

  /** @param {any} chance @returns {Promise<import("./coordinator.js").Scene>} */
  async begin(chance) {
    this.#chance = chance
    this.#key = crypto.randomUUID()
    this.#skipped.clear()
    const answer = await step(chance, { step: "open" })
    if (answer.outcome !== "needs-more") return this.#ended(answer)
    this.#reading = { ...answer.next, until: answer.until }
    return { view: "read", data: { chance, ...this.#reading }, by: this, back: "" }
  }

  /** @param {any} answer @returns {import("./coordinator.js").Scene} */
  #ended(answer) {
    const view = answer.outcome === "won" ? "won" : "refused"
    return { view, isTable: true, by: this.parent, data: { chance: this.#chance, sentence: answer.message, ...answer } }
  }

  /**
   * The next question without an answer, or handing in.
   * @param {any} [feedback] on the one before
   * @returns {Promise<unknown>}
   */
  async #next(feedback) {
    const { questions, open } = this.#reading
    const question = questions.find((/** @type {any} */ { number }) =>
      open.includes(number) && !this.#skipped.has(number))
    if (!question) return this.#submit()
    const asked = questions.filter((/** @type {any} */ one) => one.kind !== "description")
    const place = asked.indexOf(question)
    // What explains a question stands before it.
    const before = questions.slice(0, questions.indexOf(question)).findLast((/** @type {any} */ one) => one.kind === "description")
    await this.navigator.swap({
      view: "question", isTable: true, by: this,
      data: { chance: this.#chance, question, before, feedback, place, count: asked.length, until: this.#reading.until,
        maySkip: this.#reading.may_skip },
    })
  }

  /** @returns {Promise<unknown>} */
  async #submit() {
    const answer = await step(this.#chance, { step: "submit" }, this.#key)
    // Under the same key the same is answered.
    this.#key = crypto.randomUUID()
    if (answer.outcome === "refused" && ["readshake.too-fast", "readshake.incomplete"].includes(answer.refusal)) {
      return this.navigator.swap({
        view: "read", by: this,
        data: { chance: this.#chance, ...this.#reading, said: answer.message, hint: answer.hint },
      })
    }
    return this.parent?.hear("outcome", answer)
  }

  /** @override */
  hears = {
    read: () => this.#next(),
    answer: async (/** @type {{ question: number, answer: any }} */ given) => {
      const answer = await step(this.#chance, { step: "answer", answers: [given] })
      // It was answered before, by a request whose own answer was lost.
      if (answer.refusal === "readshake.already-answered") {
        this.#skipped.add(given.question)
        return this.#next()
      }
      if (answer.outcome !== "needs-more") return this.parent?.hear("outcome", answer)
      Object.assign(this.#reading, answer.next)
      const [feedback] = answer.next.feedback ?? []
      return this.#next(feedback)
    },
    skip: (/** @type {number} */ number) => {
      this.#skipped.add(number)
      return this.#next()
    },
  }
}
