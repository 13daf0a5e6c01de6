/** What stands beside the form: the sentence, a user's phone, the server's checks, the file, the command line. */

import { save } from "../../../ground/csv.js"
import { fill, h } from "../../../ground/h.js"
import { t, when } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { chip } from "../../../ground/parts/chip.js"
import { icon } from "../../../ground/parts/icon.js"
import { cli, copy } from "../../../ground/parts/says.js"
import { sentence } from "../../../ground/parts/state.js"
import { told } from "../commands/answer.js"
import { isOpen, sectionOf } from "./faults.js"
import { asText, isObject, pathOf, read, textOf, written } from "./file.js"
import { Phone } from "./phone.js"
import { sentenceOf } from "./sentence.js"

/** @typedef {import("./faults.js").Fault} Fault */
/** @typedef {import("../../../ground/h.js").Child} Child */
/**
 * @typedef {object} Checked
 * @property {"waiting" | "good" | "bad" | "unknown" | "same"} is
 * @property {Fault[]} faults
 * @property {Child} [said] what would happen, or why it can't
 * @property {string | number} [time]
 * @property {boolean} [isScheduleFirst] the period has to change before the rules
 */

const MOST_BYTES = 1 << 20

export class Side {
  #sentence = h("div")
  #checks = h("div", { class: "stack g3" })
  #chip = h("span")
  #live = h("p", { class: "sr", "aria-live": "polite" })
  #code = h("code", { tabindex: 0 })
  #news = h("div", { "aria-live": "polite" })
  #line = h("div")
  #phone
  #options

  /**
   * @param {import("./form.js").Form} form
   * @param {object} options
   * @param {Child} options.act the main act, with what belongs to it
   * @param {string} options.heading of the checks
   * @param {((file: any, news: string) => void) | undefined} options.onFile
   * @param {string} [options.news] about the file
   * @param {Map<string, string>} options.pictures
   */
  constructor(form, options) {
    this.form = form
    this.#options = options
    this.#phone = new Phone(options.pictures)
    if (options.news) fill(this.#news, h("p", { class: "small" }, options.news))
    const picker = h("input", { type: "file", class: "sr", accept: ".json,application/json", id: "cf-file",
      onchange: () => {
        const [file] = picker.files ?? []
        picker.value = ""
        if (file) void this.#open(file)
      } })
    this.element = h("aside", { class: "stack g5 hand cf-side", "aria-label": t("cf.side") },
      h("section", { class: "card g3", "aria-labelledby": "cf-sentence" },
        h("h2", { id: "cf-sentence" }, t("cf.in-one-sentence")), this.#sentence),
      this.#phone.element,
      h("section", { class: "card g3", "aria-labelledby": "cf-checks" },
        h("div", { class: "row between wrap" }, h("h2", { id: "cf-checks" }, options.heading), this.#chip),
        this.#live, this.#checks, options.act),
      h("section", { class: "card g3", "aria-labelledby": "cf-the-file" },
        h("h2", { id: "cf-the-file" }, t("cf.file")), h("p", { class: "small soft" }, t("cf.file.text")),
        h("div", { class: "row g2 wrap" },
          button(t("cf.file.copy"), () => copy(written(form.file)), { icon: "copy", isDense: true }),
          button(t("cf.file.save"), () => save(fileName(form.file), `${written(form.file)}\n`, "application/json"),
            { icon: "load", isDense: true }),
          options.onFile && [picker, h("label", { class: "btn dense", for: "cf-file" }, icon("join", { isSmall: true }),
            t("cf.file.open"))]),
        this.#news,
        h("details", null, h("summary", null, t("cf.file.show")), h("pre", { class: "cf-code" }, this.#code))),
      this.#line)
  }

  /** @param {string[]} lines of a shell */
  show(lines) {
    fill(this.#sentence, sentenceOf(this.form.file))
    fill(this.#code, written(this.form.file))
    this.#phone.show(this.form.file)
    fill(this.#line, lines.length > 0 && cli(lines.join("\n"), { isTall: true }))
  }

  /** @param {Checked} checked */
  showChecks({ is, faults, said, time }) {
    const signs = /** @type {const} */ ({ waiting: "", good: "good", bad: "bad", unknown: "warn", same: "" })
    const { form } = this
    const wrong = faults.filter((fault) => !isOpen(fault, form.file))
    const open = faults.filter((fault) => isOpen(fault, form.file))
    const isOnlyOpen = is === "bad" && wrong.length === 0 && open.length > 0
    fill(this.#chip, chip(t(isOnlyOpen ? "cf.is.open" : `cf.is.${is}`), isOnlyOpen ? "" : signs[is]))
    if (is === "waiting") return
    this.#live.textContent = faults.length > 0 ? t("cf.faults", { count: faults.length }) : t(`cf.is.${is}`)
    const focus = this.#checks.contains(document.activeElement) &&
      /** @type {HTMLElement} */ (document.activeElement).dataset.pointer
    fill(this.#checks, faults.length > 0 && h("ul", { class: "stack g2 checks" },
      [...wrong, ...open].map((fault) => this.#fault(fault))), said,
      time && h("p", { class: "tiny soft" }, t("cf.checked-at", { time: when(time, "time") })))
    const again = focus && this.#checks.querySelector(`[data-pointer="${CSS.escape(focus)}"]`)
    if (again instanceof HTMLElement) again.focus()
  }

  /** @param {Fault} fault */
  #fault(fault) {
    const isMissing = isOpen(fault, this.form.file)
    const name = placeName(fault.pointer, this.form)
    const lead = (/** @type {Event} */ event) => {
      if (this.form.lead(fault.pointer)) event.preventDefault()
    }
    return h("li", { class: ["cf-fault", isMissing ? "open" : "wrong"] },
      icon(isMissing ? "minus" : "warn", { isSmall: true }), h("div", { class: "stack g1" },
        h("a", { href: `#cf-${sectionOf(fault.pointer)}`, "data-pointer": fault.pointer, onclick: lead }, name),
        !isMissing && h("span", { class: "small" }, told(sentence(fault.text)))))
  }

  /** @param {File} file */
  async #open(file) {
    fill(this.#news)
    try {
      if (file.size > MOST_BYTES) throw new RangeError("too large")
      const value = read((await file.text()).replace(/^\u{feff}/u, ""))
      if (!isObject(value)) throw new TypeError("not an object")
      this.#options.onFile?.(value, t("cf.file.opened", { name: file.name }))
    } catch {
      fill(this.#news, h("p", { class: "small bad" }, t("cf.file.bad", { name: file.name })))
    }
  }
}

/**
 * What a place is called: by its field, else by its path.
 * @param {string} pointer
 * @param {import("./form.js").Form} form
 */
function placeName(pointer, form) {
  if (pointer === "") return t("cf.whole")
  return form.places.get(pointer)?.field.label ?? pathOf(pointer).join(" › ")
}

/** The name of the file. @param {any} file */
export const fileName = (file) => `${asText(textOf(file.name)) ?? "campaign"}.json`
