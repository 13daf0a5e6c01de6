import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { openDialog } from "../../ground/parts/dialog.js"
import { Field } from "../../ground/parts/field.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"

/**
 * Asks what one wants to tell the desk of something that one hasn't done, or of a code that someone else has seen.
 * @param {(note: string | undefined) => Promise<unknown>} send
 * @param {{ isSeen?: boolean }} [options]
 */
export function openDispute(send, { isSeen = false } = {}) {
  const field = new Field(t("dispute.note"), { rows: 4, isOptional: true, attributes: { maxlength: 500 } })
  const act = async (/** @type {(value?: any) => void} */ close) => {
    try {
      await send(field.value || undefined)
      close("sent")
    } catch (error) {
      field.error = error instanceof ApiProblem ? sentence(error.detail) : t("state.offline")
      field.input.focus()
    }
  }
  return openDialog(t(isSeen ? "voucher.seen" : "dispute.title"), {
    body: [h("p", { class: "soft" }, t(isSeen ? "dispute.seen" : "dispute.text")), field.element],
    foot: (close) => [
      button(t("part.cancel"), () => close()), button(t("dispute.send"), () => act(close), { kind: "main" }),
    ],
  })
}
