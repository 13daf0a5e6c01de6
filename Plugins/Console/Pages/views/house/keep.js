import { Act, ApiProblem, path, request } from "../../../ground/api.js"
import { fill, h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { openDialog } from "../../../ground/parts/dialog.js"
import { Field } from "../../../ground/parts/field.js"
import { icon } from "../../../ground/parts/icon.js"
import { cli } from "../../../ground/parts/says.js"
import { told } from "../commands/answer.js"
import { lineOf } from "./settings.js"

/** @typedef {import("./settings.js").Change} Change */

/**
 * @param {Change} change
 * @param {{ isDryRun?: boolean, reason?: string }} options
 * @returns {[string, string, { body: Record<string, any> }]}
 */
function asked({ name, after, isReset }, { isDryRun = false, reason }) {
  const body = { dry_run: isDryRun || undefined, reason: reason || undefined }
  return isReset
    ? ["POST", path("settings", name, "reset"), { body }]
    : ["PATCH", path("settings", name), { body: { ...body, value: after } }]
}

/** Why a change can't be made; empty if it can. @param {Change} change @param {AbortSignal} signal */
export async function wrongWith(change, signal) {
  const [method, address, options] = asked(change, { isDryRun: true })
  try {
    await request(method, address, { ...options, signal })
    return ""
  } catch (error) {
    return reasonOf(error, change)
  }
}

/** The name of the setting stands beside it already. @param {unknown} error @param {Change} change */
const reasonOf = (error, { name }) => error instanceof ApiProblem
  ? told(error.detail.startsWith(`${name}: `) ? error.detail.slice(name.length + 2) : error.detail)
  : t("state.failed.text")

/**
 * Shows what several changes would do, and makes them, with one reason.
 * @param {Change[]} changes
 * @returns {Promise<string[]>} the names of those that were made
 */
export async function keepChanges(changes) {
  const reason = new Field(t("lists.reason"), {
    isOptional: true, hint: t("lists.reason.hint"), onInput: () => showLine(),
  })
  const list = h("ul", { class: "diff" },
    changes.map(({ name }) => h("li", null, icon("clock", { isSmall: true }), h("span", null, name))))
  const line = h("div")
  const showLine = () => fill(line, cli(changes.map((one) => lineOf(one, reason.value)).join("\n"), { isTall: true }))
  /** @param {number} place @param {boolean} isGood @param {import("../../../ground/h.js").Child} child */
  const say = (place, isGood, child) => {
    list.children[place].className = isGood ? "add" : "stop"
    fill(list.children[place], icon(isGood ? "pen" : "warn", { isSmall: true }),
      h("span", null, h("b", null, changes[place].name), " ", child))
  }
  const acts = changes.map(() => new Act())
  /** @type {Set<string>} */
  const made = new Set()
  /** @param {boolean} isDryRun */
  const all = async (isDryRun) => {
    let failures = 0
    for (const [place, change] of changes.entries()) {
      if (made.has(change.name)) continue
      try {
        const answer = await (isDryRun ? new Act() : acts[place])
          .send(...asked(change, { isDryRun, reason: reason.value }))
        if (!isDryRun) made.add(change.name)
        say(place, true, [shown(answer.before), " → ", shown(answer.after), !isDryRun && ` ${t("set.kept")}`])
      } catch (error) {
        failures += 1
        say(place, false, reasonOf(error, change))
      }
    }
    return failures
  }
  const keep = button(t("set.keep"), async () => {
    if (await all(false) === 0) close()
  }, { kind: "main" })
  showLine()
  const { close, closed } = openDialog(t("set.keep.title", { count: changes.length }), {
    isWide: true, class: "command-sheet",
    body: h("div", { class: "stack g5" },
      h("section", { class: "stack g3", "aria-live": "polite" }, h("h3", null, t("cmd.would-happen")), list),
      reason.element, line),
    foot: (shut) => [button(t("part.cancel"), () => shut()), keep],
  })
  keep.setAttribute("aria-disabled", "true")
  await all(true)
  keep.removeAttribute("aria-disabled")
  await closed
  return [...made]
}

/** @param {string} value */
const shown = (value) => value || "–"
