import { fill, h, uniqueID } from "../h.js"
import { t } from "../i18n.js"
import { fit, marked } from "./found.js"
import { icon } from "./icon.js"

/**
 * @typedef {object} Entry
 * @property {string} group
 * @property {string} label
 * @property {string} [picture]
 * @property {string} [also] other words by which it is found
 * @property {string} [beside] a figure, or why it is locked
 * @property {boolean} [isCode] a command
 * @property {boolean} [isLocked] shown, but not for this role
 * @property {() => unknown} act
 */

/** How many are shown of each group. */
const MOST = 6

/**
 * The palette: what is typed finds pages, acts and commands (combobox with a listbox, WAI-ARIA APG).
 * @param {Entry[]} entries
 * @param {{ more?: (typed: string) => Entry[] }} [options] entries made of what was typed, such as an id to go to
 * @returns {Promise<void>} when it is closed
 */
export function openPalette(entries, { more } = {}) {
  const [list, before] = [uniqueID("palette"), document.activeElement]
  /** @type {{ entry: Entry, element: HTMLElement }[]} */
  let shown = []
  let chosen = 0
  const input = h("input", {
    class: "input", type: "text", role: "combobox", "aria-expanded": "true", "aria-controls": list,
    "aria-autocomplete": "list", "aria-label": t("palette.title"), placeholder: t("palette.title"),
    autocomplete: "off", spellcheck: "false", oninput: () => show(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => key(event),
  })
  const answers = h("div", { class: "answers-list", id: list, role: "listbox", "aria-label": t("palette.answers") })
  const none = h("p", { class: "soft small center", role: "status" })
  const dialog = h("dialog", { class: "sheet palette", "aria-label": t("palette.title"), onclick: (
    /** @type {MouseEvent} */ event) => event.target === dialog && dialog.close() },
  h("div", { class: "find" }, icon("search"), input, h("kbd", null, "Esc")), answers, none,
  h("p", { class: "foot-line small soft" }, h("span", null, h("kbd", null, "↑"), " ", h("kbd", null, "↓"), " ",
    t("palette.choose")), h("span", null, h("kbd", null, "↵"), " ", t("palette.go"))))

  function show() {
    const typed = input.value.trim()
    const found = [...more?.(typed) ?? [], ...entries.map((entry) => ({
      entry, fits: Math.max(fit(typed, entry.label), entry.also && typed ? fit(typed, entry.also) / 2 : 0),
    })).filter(({ fits }) => fits > 0).sort((one, other) => other.fits - one.fits).map(({ entry }) => entry)]
    shown = []
    fill(answers, [...new Set(found.map((entry) => entry.group))].map((group) => {
      const head = uniqueID("group")
      return h("div", { role: "group", "aria-labelledby": head },
        h("p", { class: "group", id: head }, group),
        found.filter((entry) => entry.group === group).slice(0, MOST).map((entry) => option(entry, typed)))
    }))
    fill(none, shown.length === 0 && t("palette.none"))
    choose(0)
  }

  /** @param {Entry} entry @param {string} typed */
  function option(entry, typed) {
    const element = h("div", {
      role: "option", id: uniqueID("option"), "aria-selected": "false",
      "aria-disabled": entry.isLocked ? "true" : undefined,
      onclick: () => take(entry),
    }, icon(entry.isLocked ? "lock" : entry.picture ?? "next", { isSmall: true }),
    h("span", { class: ["grow", entry.isCode && "mono"] }, marked(typed, entry.label).map((piece, place) =>
      place === 1 ? h("mark", null, piece) : piece)),
    entry.beside && h("span", { class: "soft small" }, entry.beside))
    shown.push({ entry, element })
    return element
  }

  /** @param {number} place */
  function choose(place) {
    shown[chosen]?.element.setAttribute("aria-selected", "false")
    chosen = (place + shown.length) % Math.max(shown.length, 1)
    const element = shown[chosen]?.element
    element?.setAttribute("aria-selected", "true")
    element?.scrollIntoView({ block: "nearest" })
    if (element) input.setAttribute("aria-activedescendant", element.id)
    else input.removeAttribute("aria-activedescendant")
  }

  /** @param {Entry} entry */
  function take(entry) {
    if (entry.isLocked) return
    dialog.close()
    void entry.act()
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.isComposing || (!step && event.key !== "Enter")) return
    event.preventDefault()
    if (step) choose(chosen + step)
    else if (shown[chosen]) take(shown[chosen].entry)
  }

  document.body.append(dialog)
  show()
  dialog.showModal()
  input.focus()
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
      resolve()
    }, { once: true })
  })
}
