/** Personal data, masked until somebody says what for: one field at a time, for five minutes, on this screen alone. */

import { api, path } from "../../../ground/api.js"
import { fill, h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { openDialog } from "../../../ground/parts/dialog.js"
import { Field, picks } from "../../../ground/parts/field.js"
import { cli, note, quoted } from "../../../ground/parts/says.js"
import { refused } from "../commands/run.js"

const MINUTES = 5

/**
 * @typedef {object} Uncovering
 * @property {string} field as the server calls it
 * @property {string} name as staff call it
 * @property {string | null | undefined} masked
 * @property {string} command whose answer has it
 * @property {string[]} path of the answer
 * @property {Record<string, any>} [query]
 * @property {(answer: any) => string | null | undefined} find takes it out of the answer
 */

/**
 * A masked value with a button that uncovers it.
 * @param {import("./person.js").Person} person
 * @param {Uncovering} what
 */
export function uncoverable(person, what) {
  const place = h("span", { class: "row g2 wrap" })
  const cover = () => {
    fill(place, h("span", { class: "num" }, what.masked ?? "–"), what.masked && person.reveals(what.command) &&
      button(t("c.uncover"), open, { icon: "eye", isDense: true, name: t("c.uncover-what", { field: what.name }) }))
  }
  const open = async () => {
    const shown = await ask(person, what)
    if (shown === undefined) return
    const timer = setTimeout(cover, MINUTES * 60_000)
    person.signal.addEventListener("abort", () => clearTimeout(timer))
    fill(place, h("span", { class: "num strong", role: "status" }, shown), button(t("c.cover"), () => {
      clearTimeout(timer)
      cover()
    }, { isDense: true, name: t("c.cover-what", { field: what.name }) }))
    place.querySelector("button")?.focus()
  }
  cover()
  return place
}

/**
 * The reason that the audit log keeps.
 * @param {string} chosen
 * @param {string} typed
 */
export const reasonOf = (chosen, typed) => [chosen, typed].filter(Boolean).join(", ")

/**
 * @param {import("./person.js").Person} person
 * @param {Uncovering} what
 * @returns {Promise<string | undefined>}
 */
async function ask(person, what) {
  const reasons = ["compare", "call-back", "other"].map((one) => ({ value: one, label: t(`c.uncover.${one}`) }))
  let chosen = "compare"
  const news = h("div")
  const line = h("div")
  const details = new Field(t("c.case"), { isOptional: true, hint: t("c.case.hint"), onInput: () => show() })
  const reason = () => reasonOf(chosen === "other" ? "" : t(`c.uncover.${chosen}`), details.value)
  const show = () => {
    const who = what.query?.user ?? what.path.at(-1)
    fill(line, cli(`qix ${what.command} ${who} --reveal=${what.field} --reason ${quoted(reason() || "…")}`, { isTall: true }))
  }
  show()
  const form = h("form", { class: "stack g4", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault()
    act.click()
  } },
  h("p", { class: "soft" }, t("c.uncover.long", { count: MINUTES })),
  picks(t("c.uncover.why"), reasons, { value: chosen, onChange: (value) => {
    chosen = value
    details.isOptional = value !== "other"
    details.error = ""
    show()
  } }),
  details.element, note(t("c.uncover.kept"), "", { picture: "eye" }), line, news)
  const act = button(t("c.uncover"), async () => {
    if (!details.check()) {
      details.input.focus()
      return
    }
    try {
      const answer = await api.get(path(...what.path), {
        query: { ...what.query, reveal: what.field }, reason: reason(), signal: person.signal,
      })
      close(what.find(answer) ?? t("c.empty"))
    } catch (error) {
      fill(news, refused(error))
    }
  }, { kind: "main" })
  const { close, closed } = openDialog(t("c.uncover.title", { field: what.name, name: person.name }), {
    body: form, foot: (shut) => [button(t("c.uncover.leave"), () => shut()), act],
  })
  return await closed
}

