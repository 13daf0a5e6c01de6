import { fill, h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { copy, note } from "../../../ground/parts/says.js"

/**
 * A secret, shown this once: the page keeps it nowhere else, and it goes with its view.
 * @param {string} secret
 * @param {string} name of the token
 * @param {AbortSignal} signal of the view
 * @param {import("../../../ground/h.js").Child} [foot]
 */
export function secretCard(secret, name, signal, foot) {
  const code = h("code", { class: "secret", tabindex: 0, "aria-label": t("tok.secret.label") }, secret)
  const title = h("h2", { tabindex: -1 }, t("tok.secret.title", { name }))
  const card = h("section", { class: "card g4 no-print", "aria-label": t("tok.secret.label") }, title, code,
    note([h("b", null, t("tok.secret.once")), " ", t("tok.secret.text")], "warn"),
    h("div", { class: "row g3 wrap" },
      button(t("tok.secret.copy"), () => copy(code.textContent ?? ""), { icon: "copy", kind: "main" }),
      button(t("tok.secret.hide"), () => {
        fill(card, h("h2", { tabindex: -1 }, t("tok.secret.gone")), foot)
        card.querySelector("h2")?.focus()
      })))
  signal.addEventListener("abort", () => fill(card), { once: true })
  queueMicrotask(() => title.focus())
  return card
}
