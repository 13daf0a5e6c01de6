import { ApiProblem } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { note } from "../../ground/parts/says.js"
import { failed, nothingFound, sentence, skeleton } from "../../ground/parts/state.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { withIDs } from "./commands/answer.js"
import { actList, fitting } from "./customer/acts.js"
import { Asked } from "./customer/asked.js"
import { app, badges, expiring, friends, notes, signedIn } from "./customer/hand.js"
import { head } from "./customer/head.js"
import { Person } from "./customer/person.js"
import { presence } from "./presence.js"
import { TimeLine } from "./customer/time.js"

/** A customer on one page: who they are, what they ask, what happened, and what one may do. */
export default class Customer extends View {
  #head = h("div")
  #acts = h("section", { class: "card g2", "aria-labelledby": "acts-title" })
  #expires = h("section", { class: "card g3" })
  #stale = h("div", { role: "status", hidden: true })
  #waiting = h("div", { class: "stack g3" })
  /** @type {any} */
  #user
  /** @type {any} */
  #wallet

  /** @override */
  show() {
    this.#wallet = undefined
    return this.#load()
  }

  async #load() {
    const { signal } = this
    const person = new Person(this.params.id, session.current?.commands ?? [], signal)
    const timer = setTimeout(() => fill(this, skeleton(["h", "chips", "say", "line"])), 200)
    try {
      const user = await person.user()
      if (!signal.aborted) await this.#fill(person, user)
    } catch (error) {
      if (signal.aborted) return
      const isNobody = error instanceof ApiProblem && error.status === 404
      fill(this, h("h1", null, t(isNobody ? "c.nobody" : "c.title")), isNobody
        ? nothingFound(t("c.nobody-text", { id: this.params.id }), t("c.nobody-hint"))
        : failed(error, () => this.#load()))
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * @param {Person} person
   * @param {any} user
   */
  async #fill(person, user) {
    this.#user = user
    const asked = new Asked(person, () => this.#again(person, asked, line))
    const line = new TimeLine(person)
    const hasLine = person.may("user timeline")
    const other = h("div", { class: "stack g5" })
    fill(this, presence(person.id, person.signal), this.#head, this.#waiting, this.#stale,
      h("div", { class: "split-work" },
        h("div", { class: "stack g5" }, asked.element, hasLine && line.element),
        h("aside", { class: "stack g5 hand", "aria-label": t("c.beside") }, this.#acts, this.#expires, notes(person),
          other)))
    this.#showHead(person)
    this.#showActs(person, asked, line)
    void this.#showWaiting(person)
    document.title = document.title.replace(/^.*(?= · )/, person.name)
    if (hasLine) void line.show()
    void asked.ask()
    person.followWallet((wallet) => {
      const isFirst = !this.#wallet
      this.#wallet = wallet
      fill(this.#expires, expiring(wallet))
      asked.showMoney(wallet)
      this.#showActs(person, asked, line)
      if (!isFirst) void this.#again(person, asked, line)
      if (!other.contains(document.activeElement)) {
        fill(other, badges(person), friends(person), signedIn(person), app(person, wallet))
      }
    }, (state) => {
      this.#stale.hidden = state.is !== "waiting"
      fill(this.#stale, state.is === "waiting" &&
        note(t("state.stale", { time: when(Date.now(), "time") }), "warn", { picture: "offline" }))
    })
  }

  /** @param {Person} person */
  async #showHead(person) {
    fill(this.#head, head(person, this.#user, undefined))
    if (!person.may("tier of")) return
    const tier = await person.get(["tiers", person.id, "of"]).catch(() => undefined)
    if (tier && !person.signal.aborted) fill(this.#head, head(person, this.#user, tier))
  }

  /** What was asked for about them, and waits for another person. @param {Person} person */
  async #showWaiting(person) {
    if (!person.may("coins approvals")) return
    const { approvals } = await person.get(["coins", "approvals"], { pending: true, limit: 200 })
      .catch(() => ({ approvals: [] }))
    if (person.signal.aborted) return
    const own = approvals.filter((/** @type {{ operation: string }} */ one) => one.operation.includes(person.id))
    fill(this.#waiting, own.map((/** @type {{ operation: string }} */ one) =>
      note([h("b", null, t("c.waits")), " ", withIDs(sentence(one.operation)), " ",
        h("a", { href: "/console/approvals" }, t("cmd.to-approvals"))], "warn", { picture: "clock" })))
  }

  /**
   * @param {Person} person
   * @param {Asked} asked
   * @param {TimeLine} line
   */
  #showActs(person, asked, line) {
    // A change of the wallet must not take the focus from a button.
    const focused = document.activeElement instanceof HTMLElement && this.#acts.contains(document.activeElement)
      ? document.activeElement.dataset.act : undefined
    // Who may do nothing, as auditors, isn't shown a card of locks.
    this.#acts.hidden = !fitting(person, this.#user).some(({ may }) => may)
    fill(this.#acts, h("h2", { id: "acts-title" }, t("c.you-can")),
      actList(person, this.#user, this.#wallet, () => this.#again(person, asked, line)))
    const again = focused && this.#acts.querySelector(`[data-act="${focused}"]`)
    if (again instanceof HTMLElement) again.focus()
  }

  /**
   * After a change: all that may be different.
   * @param {Person} person
   * @param {Asked} asked
   * @param {TimeLine} line
   */
  async #again(person, asked, line) {
    person.forget()
    const user = await person.user().catch(() => undefined)
    if (!user || person.signal.aborted) return
    const isOther = user.standing !== this.#user.standing
    this.#user = user
    if (isOther) {
      void this.#showHead(person)
      this.#showActs(person, asked, line)
    }
    void this.#showWaiting(person)
    void asked.ask()
    if (person.may("user timeline")) void line.show()
  }
}
