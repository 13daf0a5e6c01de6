import { Act, api, path } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { ago, t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { choices, chip } from "../../ground/parts/chip.js"
import { blob } from "../../ground/parts/icon.js"
import { cli, id } from "../../ground/parts/says.js"
import { empty, failed, sentence, skeleton } from "../../ground/parts/state.js"
import { toast } from "../../ground/parts/toast.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { answerOf, told, withIDs } from "./commands/answer.js"
import { effectsOf, openCommand, refused } from "./commands/run.js"
import { kindOf, tabOf } from "./lists/requests.js"

/** @typedef {import("./lists/requests.js").Request} Request */
/** @typedef {import("../../ground/h.js").Child} Child */

/** How many requests are followed at once. */
const MOST = 200

/** Requests that wait, what they would do, and those that only have to be finished. */
export default class Approvals extends View {
  #tab = "waiting"
  /** @type {Request[]} */
  #requests = []
  /** What would happen, by request and state, for as long as the view is there. @type {Map<string, Promise<any>>} */
  #previews = new Map()
  /** What running has answered, by request. @type {Map<string, Child>} */
  #results = new Map()
  #heading = h("h1", null, t("nav.approvals"))
  #choices = h("div")
  #list = h("div")

  /** @override */
  show() {
    fill(this, h("header", { class: "row between wrap reqs" }, this.#heading, this.#choices), this.#list,
      h("div", { class: "reqs" }, cli("qix coins approvals --pending")))
    fill(this.#list, skeleton(["line", "line s", "line"]))
    this.follow("/v1/coins/approvals", (answer) => this.#take(answer.approvals), {
      query: { limit: MOST },
      onState: ({ is, error }) => is === "refused" && fill(this.#list, failed(error, null)),
    })
  }

  /** @param {Request[]} requests */
  #take(requests) {
    this.#requests = requests
    const me = session.current?.name ?? ""
    const waiting = requests.filter((one) => one.state === "pending").length
    fill(this.#heading, t("apr.title", { count: waiting }))
    const tabs = ["waiting", "mine", "decided"].map((value) => ({
      value, label: t(`apr.${value}`), count: String(requests.filter((one) => tabOf(one, value, me)).length),
    }))
    const focused = this.#choices.contains(document.activeElement)
    fill(this.#choices, choices(t("apr.which"), tabs, { value: this.#tab, onChange: (value) => {
      this.#tab = value
      this.#draw()
    } }))
    if (focused) /** @type {HTMLElement | null} */ (this.#choices.querySelector("[aria-pressed=true]"))?.focus()
    this.#draw()
  }

  #draw() {
    const shown = this.#requests.filter((one) => tabOf(one, this.#tab, session.current?.name ?? ""))
    const focus = document.activeElement instanceof HTMLElement && this.#list.contains(document.activeElement)
      ? document.activeElement.dataset.act
      : undefined
    fill(this.#list, shown.length === 0
      ? h("section", { class: "card reqs" }, empty(t(`apr.none.${this.#tab}`), t("apr.none.text")))
      : h("ul", { class: "stack g4 reqs" }, shown.map((one) => this.#card(one))))
    // The focus stays with its request while others come and go.
    const again = focus && this.#list.querySelector(`[data-act="${CSS.escape(focus)}"]`)
    if (again instanceof HTMLElement) again.focus()
  }

  /** @param {Request} request */
  #card(request) {
    const { picture, sign } = kindOf(request)
    const effects = h("div", { class: "stack g2" })
    const acts = h("div", { class: "acts" })
    this.#acts(request, acts)
    if (request.state === "pending" && session.may("coins approval preview")) void this.#preview(request, effects, acts)
    return h("li", { class: "card req" }, blob(picture, sign), h("div", { class: "body" },
      h("h2", null, withIDs(sentence(request.operation).replace(/\.$/, ""))),
      request.reason && h("p", null, `“${request.reason}”`), effects, this.#results.get(request.approval),
      request.answer && h("p", { class: "small" },
        t("apr.answer", { name: request.decided_by ?? "", text: request.answer })),
      h("p", { class: "row g2 wrap small soft" }, this.#state(request),
        h("span", null, t("apr.by", { name: request.requested_by, time: ago(request.requested_at) })),
          id(request.approval)),
      request.line && cli(request.line)), acts)
  }

  /** @param {Request} request */
  #state({ state, decided_by: by, expires }) {
    if (state === "pending") return chip(t("apr.until", { time: ago(expires) }), "warn")
    const sign = state === "declined" ? "bad" : state === "expired" ? "" : "good"
    return chip(t(`apr.state.${state}`, { name: by ?? "" }), sign)
  }

  /**
   * What would happen now; what can't any more, can't be approved.
   * @param {Request} request
   * @param {Element} place
   * @param {HTMLElement} acts
   */
  async #preview(request, place, acts) {
    const key = `${request.approval} ${request.state}`
    const asked = this.#previews.get(key) ??
      api.get(path("coins", "approvals", request.approval, "preview"), { signal: this.signal })
    this.#previews.set(key, asked)
    try {
      const { possible, why_not: why, answer } = await asked
      if (possible && answer) fill(place, h("p", { class: "small soft" }, t("cmd.would-happen")), effectsOf(answer))
      if (!possible && why) {
        fill(place, h("p", { class: "small warn strong" }, t("apr.cannot"), " ", withIDs(told(why))))
        this.#acts(request, acts, why)
      }
    } catch (error) {
      this.#previews.delete(key)
      if (!this.signal.aborted) fill(place, refused(error))
    }
  }

  /** @param {Request} request @param {HTMLElement} acts @param {string} [why] it can't be approved */
  #acts(request, acts, why) {
    const isMine = request.requested_by === session.current?.name
    /** @param {HTMLElement} element @param {string} name */
    const marked = (element, name) => {
      element.dataset.act = `${name} ${request.approval}`
      return element
    }
    if (request.state === "approved" && isMine && session.may("coins approval run")) {
      fill(acts, marked(button(t("apr.finish"), () => this.#finish(request), { kind: "main", isDense: true }), "run"))
    } else if (request.state === "pending") {
      const locked = isMine ? t("apr.own") : session.may("coins approve") ? why && sentence(why) : t("apr.not-yours")
      fill(acts,
        marked(button(t("apr.approve"), () => this.#decide(request, "coins approve"), {
          kind: "main", isDense: true, isDisabled: Boolean(locked), why: locked || undefined,
        }), "approve"),
        session.may("coins decline") && marked(button(t(isMine ? "apr.take-back" : "apr.decline"),
          () => this.#decide(request, "coins decline"), { isDense: true }), "decline"))
    }
  }

  /** @param {Request} request @param {string} command */
  async #decide(request, command) {
    const isApproval = command === "coins approve"
    const preview = await this.#previews.get(`${request.approval} ${request.state}`)?.catch(() => undefined)
    const answer = await openCommand(command, {
      title: t(isApproval ? "apr.approve.title" : "apr.decline.title"), isHarm: !isApproval,
      text: withIDs(sentence(request.operation)), act: t(isApproval ? "apr.approve" : "apr.decline"),
      fixed: { approval: request.approval },
      effects: (answer) => effectsOf(isApproval && preview?.answer || { state: t(`apr.state.${answer.state}`, {
        name: answer.decided_by ?? "",
      }) }),
    })
    if (answer) toast(t(isApproval ? "apr.approved" : "apr.declined"))
  }

  /** Runs what was approved, under the name of who asked for it. @param {Request} request */
  async #finish(request) {
    try {
      const { answer } = await new Act().send("POST", path("coins", "approvals", request.approval, "run"), { body: {} })
      this.#results.set(request.approval,
        h("details", null, h("summary", { class: "small strong good" }, t("apr.finished")),
        answerOf(answer, request.approval)))
      toast(t("apr.finished"))
    } catch (error) {
      this.#results.set(request.approval, refused(error))
    }
    if (!this.signal.aborted) this.#draw()
  }
}
