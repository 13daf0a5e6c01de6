/** What one may do with a thing: each act is a command with a dry run. */

import { h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { icon } from "../../../ground/parts/icon.js"
import { toast } from "../../../ground/parts/toast.js"
import { session } from "../../session.js"
import { openCommand } from "../commands/run.js"

/** @typedef {import("../../../ground/h.js").Child} Child */
/** @typedef {import("../commands/declared.js").Values} Values */
/**
 * @typedef {object} Offer
 * @property {string} label key of what it is called
 * @property {string} [title] of the dialog, and the button's for readers
 * @property {string} command
 * @property {string} icon
 * @property {Values} [fixed]
 * @property {Values} [values] these fields stand open, even if empty
 * @property {Child} [text]
 * @property {boolean} [isHarm]
 * @property {(answer: any) => Child} [effects] of the dry run
 */

/**
 * Runs an act in a dialog, then `again` shows the page again, with the focus where it was.
 * @param {Offer} offer
 * @param {(answer: any) => unknown} again
 */
export async function act({ label, command, ...options }, again) {
  const name = t(label)
  const before = document.activeElement
  const mark = before instanceof HTMLElement ? before.dataset.act : undefined
  const answer = await openCommand(command, { title: name, ...options, act: name, asks: session.may(command)?.asks })
  if (answer === undefined) return
  toast(t("goods.done", { act: name }))
  await again(answer)
  if (before?.isConnected) return
  const same = mark && document.querySelector(`main [data-act="${CSS.escape(mark)}"]`)
  const target = same || document.querySelector("main h1")
  if (!(target instanceof HTMLElement)) return
  if (!same) target.tabIndex = -1
  target.focus()
}

/**
 * A button for an act, where the role has it.
 * @param {Offer} offer
 * @param {(answer: any) => unknown} again
 * @param {import("../../../ground/parts/button.js").ButtonOptions & { mark?: string }} [options]
 */
export function actButton(offer, again, { mark = offer.label, ...options } = {}) {
  if (!session.may(offer.command)) return null
  const element = button(t(offer.label), () => act(offer, again), {
    icon: offer.icon, isDense: true, name: offer.title, ...options,
  })
  element.dataset.act = mark
  return element
}

/**
 * The card of what one may do; null without a right.
 * @param {(Offer | false | null | undefined)[]} offers
 * @param {(answer: any) => unknown} again
 * @param {...Child} more below
 */
export function actCard(offers, again, ...more) {
  const open = offers.filter((one) => one).map((one) => /** @type {Offer} */ (one))
    .filter((one) => session.may(one.command))
  if (open.length === 0 && !more.some(Boolean)) return null
  return h("section", { class: "card g2" }, h("h2", null, t("goods.you-can")),
    open.length > 0 && h("ul", { class: "acts" }, open.map((one) => h("li", null, h("button", {
      type: "button", class: one.isHarm && "bad", dataset: { act: one.label }, onclick: () => act(one, again),
    }, icon(one.icon), h("span", null, t(one.label)),
    session.may(one.command)?.asks && h("small", null, t("goods.asks")))))), more)
}

/** Lines of what would be different. @param {...Child} lines */
export const diff = (...lines) => h("ul", { class: "diff" }, lines.filter(Boolean).map((line) =>
  h("li", { class: "add" }, icon("plus", { isSmall: true }), h("span", null, line))))
