import { h, uniqueID } from "../h.js"
import { t } from "../i18n.js"
import { button, iconButton } from "./button.js"

/**
 * @typedef {object} DialogOptions
 * @property {import("../h.js").Child} [body]
 * @property {(close: (value?: any) => void) => import("../h.js").Child} [foot]
 * @property {boolean} [isWide]
 * @property {boolean} [mustAnswer] Escape doesn't close it
 * @property {string} [class]
 * @property {() => boolean | Promise<boolean>} [mayClose] asks before what was typed is lost
 */

/**
 * A dialog above all else. The promise gives what it is closed with, after the focus is back where it was.
 * @param {string} title
 * @param {DialogOptions} options
 * @returns {{ element: HTMLDialogElement, close: (value?: any) => void, closed: Promise<any> }}
 */
export function openDialog(title, options) {
  const [id, before] = [uniqueID("dialog"), document.activeElement]
  /** @type {any} */
  let answer
  const close = (/** @type {any} */ value = undefined) => {
    answer = value
    element.close()
  }
  const leave = async () => {
    if (await (options.mayClose?.() ?? true)) close()
  }
  const element = h("dialog", {
    class: ["sheet stack g5", options.isWide && "wide-sheet", options.class], "aria-labelledby": id,
    oncancel: (/** @type {Event} */ event) => {
      event.preventDefault()
      if (!options.mustAnswer) void leave()
    },
  },
  h("header", { class: "head" }, h("h2", { id, tabindex: -1 }, title),
    !options.mustAnswer && iconButton("close", t("part.close"), leave)),
  options.body, options.foot && h("div", { class: "foot" }, options.foot(close)))
  const closed = new Promise((resolve) => {
    element.addEventListener("close", () => {
      element.remove()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      resolve(answer)
    }, { once: true })
  })
  document.body.append(element)
  element.showModal()
  const first = element.querySelector("[autofocus]") ??
    element.querySelector(":is(input, select, textarea):not([type=hidden])") ?? element.querySelector("h2")
  if (first instanceof HTMLElement) first.focus()
  return { element, close, closed }
}

/**
 * Asks for a yes.
 * @param {string} title
 * @param {{ text?: import("../h.js").Child, act: string, isHarm?: boolean, cancel?: string }} options
 * @returns {Promise<boolean>}
 */
export async function ask(title, { text, act, isHarm = false, cancel = t("part.cancel") }) {
  const { closed } = openDialog(title, {
    body: text && h("p", null, text),
    foot: (close) => [
      button(cancel, () => close(false)), button(act, () => close(true), { kind: isHarm ? "harm" : "main" }),
    ],
  })
  return await closed === true
}
