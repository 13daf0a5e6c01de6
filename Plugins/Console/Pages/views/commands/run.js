/**
 * A command as the console runs it: what it would do is shown first, as the server says it, then it is done; beside it
 * stands the line that does the same. The form of each command and the dialogs of work lists are this.
 */

import { Act, ApiProblem } from "../../../ground/api.js"
import { brand } from "../../../ground/brand.js"
import { fill, h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { chip } from "../../../ground/parts/chip.js"
import { openDialog } from "../../../ground/parts/dialog.js"
import { icon } from "../../../ground/parts/icon.js"
import { cli, note } from "../../../ground/parts/says.js"
import { failed } from "../../../ground/parts/state.js"
import { named, shown, told, withIDs } from "./answer.js"
import { declaration } from "./catalogue.js"
import { lineOf, missing, requestOf, withPurpose, words } from "./declared.js"
import { CommandForm } from "./form.js"
import { send } from "./send.js"

/** @typedef {import("../../../ground/h.js").Child} Child */
/** @typedef {import("./declared.js").Declared} Declared */
/** @typedef {import("./declared.js").Values} Values */

/** How long to wait after a key, before the dry run. */
const PAUSE = 400
/** Members that every answer has. */
const SILENT = new Set(["schema", "dry_run", "replayed"])

/** What a dry run says, line by line. @param {any} answer @param {string} [zone] by whose clock times are */
export function effectsOf(answer, zone = answer?.time_zone ?? brand.zone) {
  const members = Object.entries(answer ?? {}).filter(([key, value]) =>
    !SILENT.has(key) && value !== null && value !== false && !(Array.isArray(value) && value.length === 0))
  return h("ul", { class: "diff many" }, members.map(([key, value]) =>
    h("li", { class: "add" }, icon("plus", { isSmall: true }), h("span", null, `${words(key)} `, h("b", null,
      Array.isArray(value) && typeof value[0] === "object" ? t("part.rows", { count: value.length }) : shown(value, zone))))))
}

/** Why something was not done. @param {unknown} error */
export function refused(error) {
  if (!(error instanceof ApiProblem) || error.status >= 500) return failed(error, null)
  return note([h("b", null, withIDs(told(error.detail || error.message))), error.hint && ` ${told(error.hint)}`],
    "bad", {
    isAlert: true,
  })
}

/** Whether another person has to approve first. @param {unknown} error @returns {error is ApiProblem} */
export const isAsked = (error) => error instanceof ApiProblem && error.code === "coins.approval-needed"

/** The request that the server has made instead of the change. @param {ApiProblem} error */
export const requestIn = (error) => /\bapr_[0-9a-z]+/.exec(`${Object.values(error.fields).join(" ")} ${error.detail}`)?.[0]

/** What follows when a request was made instead of the change. @param {ApiProblem} error */
function asked(error) {
  const request = requestIn(error)
  return [note([h("b", null, t("cmd.asked")), ` ${t("cmd.asked.text")}`], "good", { isAlert: true }),
    h("p", { class: "row g3 wrap" }, request && named(request),
      h("a", { href: "/console/approvals" }, t("cmd.to-approvals"))),
    request && cli(`qix coins approval run ${request}`, { isTall: true })]
}

/** @typedef {{ sign: "add" | "take" | "stop" | "same", text: Child }} Effect */
const SIGNS = { add: "plus", take: "minus", stop: "warn", same: "check" }

/** What would be different, line by line. @param {Effect[]} effects */
export const diff = (effects) =>
  h("ul", { class: "diff" }, effects.map(({ sign, text }) =>
    h("li", { class: sign }, icon(SIGNS[sign], { isSmall: true }), h("span", null, text))))

export class CommandRun {
  #first = new Act()
  #act = new Act()
  /** The values whose dry run is shown. */
  #looked = ""
  #timer = 0
  #isTouched = false
  #options
  #form
  #line = h("div")
  #chip = h("span")
  #preview = h("div", { class: "stack g3", "aria-live": "polite" })
  #news = h("div", { class: "stack g3" })

  /**
   * @param {Declared} command
   * @param {object} options
   * @param {(onChange: () => void) => { element: HTMLElement, values: Values, check: () => boolean,
   *   isReady?: boolean }} [options.form] a form of the command's own; isReady: the dry run may begin
   * @param {Values} [options.values] to begin with
   * @param {Values} [options.fixed] given already, and not shown
   * @param {boolean} [options.asks] the role may only ask for it
   * @param {boolean} [options.isHarm]
   * @param {string} [options.act] what the button says
   * @param {Record<string, import("../../../ground/parts/field.js").Field>} [options.fields] instead of the declaration's
   * @param {string[]} [options.reasons] such as staff often give
   * @param {boolean} [options.needsReason]
   * @param {(answer: any) => Child} [options.effects] of the dry run
   * @param {() => Child} [options.known] effects that are known without an answer, where approval is needed
   * @param {(error: ApiProblem) => void} [options.onAsked] a request was made instead
   * @param {(answer: any, values: Values) => void} options.onDone
   * @param {AbortSignal} [options.signal]
   * @param {"h2" | "h3"} [options.heading] of what would happen
   */
  constructor(command, options) {
    this.command = command
    this.#options = options
    this.changes = command.effect === "changes"
    this.canLook = this.changes && Boolean(withPurpose(command, "dry-run"))
    const onChange = () => {
      this.#isTouched = true
      this.#changed()
    }
    this.#form = options.form?.(onChange)
    this.form = this.#form ?? new CommandForm(command, {
      values: options.values, fixed: options.fixed, fields: options.fields, reasons: options.reasons,
      needsReason: options.needsReason ?? options.asks, asks: options.asks, onChange,
    })
    const label = options.asks ? t("cmd.ask") : options.act ?? t(this.changes ? "cmd.do" : "cmd.show")
    this.go = button(label, () => this.run(), { kind: options.isHarm ? "harm" : "main" })
    this.look = this.canLook && button(t("cmd.look"), () => this.#look(true), { icon: "again" })
    this.element = h("form", { class: "stack g5", novalidate: true, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      this.go.click()
    } }, this.form.element)
    this.preview = h("section", { class: "stack g3" },
      h("div", { class: "row between" }, h(options.heading ?? "h2", null, t("cmd.would-happen")), this.#chip),
      this.#preview)
    this.line = this.#line
    this.news = this.#news
    options.signal?.addEventListener("abort", () => clearTimeout(this.#timer))
    this.#changed()
  }

  get #isReady() {
    return missing(this.command, this.form.values).length === 0 && (this.#form?.isReady ?? true)
  }

  /** What the values are, files by their names. A reason changes nothing of what would happen. */
  get #state() {
    return JSON.stringify({ ...this.form.values, reason: undefined }, (_, value) =>
      (value instanceof File ? [value.name, value.size] : value))
  }

  /** Whether a dry run asks by itself: something is given, and no file that would be sent at each key. */
  get #isToldAtOnce() {
    const given = Object.values(this.form.values).filter((one) => one && !(Array.isArray(one) && one.length === 0))
    return given.length > 0 && !given.some((one) => one instanceof File)
  }

  /** The values of a dry run: some commands ask for a reason even then. */
  get #tried() {
    const { values } = this.form
    return this.#options.needsReason && !values.reason ? { ...values, reason: t("cmd.look") } : values
  }

  #changed() {
    fill(this.#line, cli(lineOf(this.command, this.form.values), { isTall: true }))
    clearTimeout(this.#timer)
    if (!this.canLook || this.#looked === this.#state) return
    fill(this.#chip, chip(t("cmd.nothing-yet")))
    // What is shown is of other values until the dry run has answered.
    this.#preview.removeAttribute("aria-busy")
    if (this.#isReady && this.#isToldAtOnce) {
      this.#preview.setAttribute("aria-busy", "true")
      this.#timer = setTimeout(() => void this.#look(false), this.#isTouched ? PAUSE : 0)
    }
    if (!this.#isTouched || !this.#isReady) fill(this.#preview, h("p", { class: "small soft" }, t("cmd.fill-in")))
  }

  /**
   * The dry run.
   * @param {boolean} mustAnswer leads to what is missing
   * @returns {Promise<boolean>} whether it can be done
   */
  async #look(mustAnswer) {
    clearTimeout(this.#timer)
    if (mustAnswer ? !this.form.check() : !this.#isReady) return false
    const state = this.#state
    if (state === this.#looked) return true
    /** @param {Child} child @param {Child} sign */
    const say = (child, sign) => {
      this.#preview.removeAttribute("aria-busy")
      fill(this.#preview, child)
      fill(this.#chip, sign)
    }
    try {
      const answer = await send(requestOf(this.command, this.#tried, { isDryRun: true }), {
        act: this.#first, signal: this.#options.signal,
      })
      if (this.#state !== state) return false
      this.#looked = state
      say(this.#options.effects?.(answer) ?? effectsOf(answer), chip(t("cmd.nothing-yet")))
      return true
    } catch (error) {
      if (this.#state !== state || this.#options.signal?.aborted) return false
      if (isAsked(error)) {
        this.#looked = state
        say([this.#options.known?.(), h("ul", { class: "diff" }, h("li", { class: "same" },
          icon("users", { isSmall: true }), h("span", null, t("cmd.needs-approval"))))], chip(t("cmd.nothing-yet")))
        return true
      }
      // What isn't filled in yet is no fault.
      this.#preview.removeAttribute("aria-busy")
      if (this.#isTouched || mustAnswer) say(refused(error), chip(t("cmd.cannot"), "bad"))
      return false
    }
  }

  /** Does it; what it would do has to stand there first. */
  async run() {
    fill(this.#news)
    if (!this.form.check()) return
    if (this.canLook && this.#looked !== this.#state) {
      if (await this.#look(true)) fill(this.#news, note(t("cmd.look-first"), "", { isAlert: true }))
      return
    }
    const { values } = this.form
    try {
      const answer = await send(requestOf(this.command, values), { act: this.#act, signal: this.#options.signal })
      this.#looked = ""
      this.#options.onDone(answer, values)
    } catch (error) {
      if (this.#options.signal?.aborted) return
      fill(this.#news, isAsked(error) ? asked(error) : refused(error))
      if (isAsked(error)) this.#options.onAsked?.(error)
    }
  }
}

/**
 * A command in a dialog.
 * @param {string} name
 * @param {object} options
 * @param {string} options.title
 * @param {string} options.act
 * @param {Values} [options.values]
 * @param {Values} [options.fixed]
 * @param {boolean} [options.asks]
 * @param {boolean} [options.isHarm]
 * @param {Child} [options.text]
 * @param {(answer: any) => Child} [options.effects]
 * @param {() => Child} [options.known]
 * @param {Record<string, import("../../../ground/parts/field.js").Field>} [options.fields] instead of the declaration's
 * @param {string[]} [options.reasons]
 * @param {boolean} [options.needsReason]
 * @param {() => void} [options.onAsked]
 * @returns {Promise<any>} the answer; undefined if it wasn't done
 */
export async function openCommand(name, { title, text, ...options }) {
  const command = await declaration(name)
  if (!command) throw new TypeError(`there is no command '${name}'`)
  const end = new AbortController()
  const body = h("div", { class: "stack g5" })
  const { close, closed } = openDialog(title, { body, isWide: true, class: "command-sheet" })
  const run = new CommandRun(command, {
    ...options, heading: "h3", signal: end.signal, onDone: (answer) => close(answer ?? {}), onAsked: () => {
      options.onAsked?.()
      fill(body, run.news, h("div", { class: "row end" }, button(t("part.close"), () => close(), { kind: "main" })))
    },
  })
  fill(body, text && h("p", { class: "soft" }, text), run.element, run.canLook && run.preview, run.line, run.news,
    h("div", { class: "row g2 wrap end" }, button(t("part.cancel"), () => close()), run.go))
  const first = run.element.querySelector("input, select, textarea")
  if (first instanceof HTMLElement) first.focus()
  const answer = await closed
  end.abort()
  return answer
}
