/**
 * A change, by the rules of the console: what it would do is shown first, as the server says it; then the reason, and
 * the command line that does the same. Who may only ask for it, asks.
 */

import { Act, ApiProblem } from "../../../ground/api.js"
import { fill, h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { openDialog } from "../../../ground/parts/dialog.js"
import { areFilled, Field } from "../../../ground/parts/field.js"
import { icon } from "../../../ground/parts/icon.js"
import { cli, copy, id, note } from "../../../ground/parts/says.js"
import { failed, sentence } from "../../../ground/parts/state.js"
import { toast } from "../../../ground/parts/toast.js"

/** @typedef {import("../../../ground/h.js").Child} Child */
/** @typedef {{ sign: "add" | "take" | "stop" | "same", text: Child }} Effect */
/**
 * @typedef {object} Change
 * @property {string} title
 * @property {string} command
 * @property {string} act what the button says to who may do it
 * @property {Child} [text]
 * @property {Field[]} fields
 * @property {string[]} reasons such as staff often give
 * @property {boolean} [isHarm]
 * @property {() => { path: string, body: Record<string, any> }} request
 * @property {(reason: string) => string} line
 * @property {(answer: any | undefined) => Effect[]} effects of the dry run's answer; without one, what is known anyway
 * @property {(answer: any) => string} done
 */

const SIGNS = { add: "plus", take: "minus", stop: "warn", same: "check" }
/** How long to wait after a key, before the dry run. */
const PAUSE = 350

/** What would be different, line by line. @param {Effect[]} effects */
export const diff = (effects) =>
  h("ul", { class: "diff" }, effects.map(({ sign, text }) =>
    h("li", { class: sign }, icon(SIGNS[sign], { isSmall: true }), h("span", null, text))))

/** Whether the server has made, or would make, a request instead of the change. @param {unknown} error */
export const isAsked = (error) => error instanceof ApiProblem && error.code === "coins.approval-needed"

/** The request that the server has made. @param {ApiProblem} error */
export const requestIn = (error) =>
  String(Object.values(error.fields).find((value) => /^apr_[0-9a-z]+$/.test(String(value))) ?? "") ||
  (/\bapr_[0-9a-z]+/.exec(error.detail)?.[0] ?? "")

/** Why something was not done, in a line. @param {unknown} error */
export function refused(error) {
  if (!(error instanceof ApiProblem)) return failed(error, null)
  return note([h("b", null, sentence(error.detail || error.message)), error.hint && ` ${sentence(error.hint)}`], "bad", {
    isAlert: true,
  })
}

/**
 * Opens the dialog of a change.
 * @param {Change} change
 * @param {boolean} asks whether the role may only ask for it
 * @returns {Promise<boolean>} whether something has changed, or was asked for
 */
export async function openChange(change, asks) {
  const [preview, news, line] = [h("div", { "aria-live": "polite" }), h("div"), h("div")]
  const reason = new Field(t("c.reason"), {
    rows: 2, hint: t(asks ? "c.reason.asks" : "c.reason.hint"), onInput: () => show(),
    above: change.reasons.length > 0 && h("div", { class: "choices" }, change.reasons.map((text) =>
      h("button", { type: "button", class: "chip choice", onclick: () => {
        reason.value = text
        reason.error = ""
        reason.input.focus()
        show()
      } }, text))),
  })
  const act = new Act()
  const first = new Act()
  /** The values whose dry run has answered. */
  let looked = ""
  let timer = 0
  const values = () => JSON.stringify(change.request())
  const show = () => {
    fill(line, cli(change.line(reason.value || "…"), { isTall: true }))
    clearTimeout(timer)
    if (looked !== values()) timer = setTimeout(look, PAUSE)
  }
  const isReady = () => change.fields.every((field) => field.isOptional || field.value !== "")
  /** @returns {Promise<boolean>} whether it can be done */
  const look = async () => {
    clearTimeout(timer)
    if (!isReady()) {
      fill(preview)
      return false
    }
    const asked = values()
    if (looked === asked) return true
    const { path, body } = change.request()
    try {
      const answer = await first.send("POST", path, { body: { ...body, dry_run: true }, reason: reason.value || t("c.dry-run") })
      if (values() !== asked) return false
      fill(preview, diff(change.effects(answer)))
      looked = asked
      return true
    } catch (error) {
      if (values() !== asked) return false
      if (isAsked(error)) {
        fill(preview, diff([...change.effects(undefined), { sign: "same", text: t("c.needs-approval") }]))
        looked = asked
        return true
      }
      fill(preview, refused(error))
      return false
    }
  }
  const go = button(asks ? t("c.ask-for-it") : change.act, async () => {
    if (!areFilled([...change.fields, reason])) return
    if (!await look()) return
    const { path, body } = change.request()
    try {
      const answer = await act.send("POST", path, { body, reason: reason.value })
      toast(change.done(answer))
      close(true)
    } catch (error) {
      if (isAsked(error) && error instanceof ApiProblem) fill(dialog, asked(requestIn(error)))
      else fill(news, refused(error))
    }
  }, { kind: change.isHarm ? "harm" : "main" })
  const form = h("form", { class: "stack g4", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault()
    go.click()
  } }, change.text && h("p", { class: "soft" }, change.text), change.fields.map((field) => field.element), reason.element,
  preview, line, news)
  form.addEventListener("input", show)
  const dialog = h("div", { class: "stack g5" }, form,
    h("div", { class: "row g2 wrap between" }, h("p", { class: "small soft" }, asks && t("c.somebody-else")),
      h("div", { class: "row g2 wrap" }, button(t("part.cancel"), () => close(false)), go)))
  const asked = (/** @type {string} */ request) => {
    wasAsked = true
    return [
      note([h("b", null, t("c.asked")), ` ${t("c.asked.then")}`], "good", { isAlert: true }),
      request && h("p", { class: "row g2 wrap" }, id(request),
        button(t("part.copy"), () => copy(request), { icon: "copy", isDense: true })),
      request && cli(`qix coins approval run ${request}`, { isTall: true }),
      h("div", { class: "row g2 wrap between" }, h("a", { href: "/console/approvals" }, t("c.to-approvals")),
        button(t("part.close"), () => close(true), { kind: "main" })),
    ]
  }
  let wasAsked = false
  const { close, closed } = openDialog(change.title, { body: dialog })
  show()
  const answer = await closed
  return answer === true || wasAsked
}
