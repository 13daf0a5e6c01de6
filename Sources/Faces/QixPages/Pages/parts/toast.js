import { h } from "../h.js"
import { t } from "../i18n.js"
import { button, iconButton } from "./button.js"

/** @type {HTMLElement | undefined} */
let shelf

/** Where toasts stand: above dialogs too, and read out as they come. */
function place() {
  if (!shelf?.isConnected) {
    shelf = h("div", { class: "toasts", popover: "manual", role: "status", "aria-live": "polite" })
    document.body.append(shelf)
  }
  // Shown anew, it is above a dialog that was opened later.
  if (shelf.matches(":popover-open")) shelf.hidePopover()
  shelf.showPopover()
  return shelf
}

/**
 * News that go by themselves, and may be undone. Never the only place where something stands.
 * @param {import("../h.js").Child} text
 * @param {{ undo?: () => unknown, label?: string, seconds?: number }} [options] label: what the button says in place of Undo
 */
export function toast(text, { undo, label, seconds = undo ? 10 : 5 } = {}) {
  const close = () => {
    clearTimeout(timer)
    element.remove()
    if (shelf?.childElementCount === 0) shelf.hidePopover()
  }
  const element = h("div", { class: "toast" }, h("span", { class: "grow" }, text),
    undo && button(label ?? t("part.undo"), async () => {
      await undo()
      close()
    }, { isDense: true }),
    iconButton("close", t("part.close"), close))
  let timer = setTimeout(close, seconds * 1000)
  // Nobody has to hurry: it stays while it is pointed at or has the focus.
  const wait = () => clearTimeout(timer)
  const go = () => (timer = setTimeout(close, seconds * 1000))
  element.addEventListener("pointerenter", wait)
  element.addEventListener("focusin", wait)
  element.addEventListener("pointerleave", go)
  element.addEventListener("focusout", go)
  place().append(element)
  return close
}
