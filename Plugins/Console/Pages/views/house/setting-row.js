import { fill, h, svg, uniqueID } from "../../../ground/h.js"
import { t, when } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { icon } from "../../../ground/parts/icon.js"
import { fieldOf, isForOwner } from "./settings.js"

/** @typedef {import("./settings.js").Setting} Setting */

/** A setting in its line: what it is for, its value to edit, and what it was at first. */
export class SettingRow {
  /** What is wrong with what was typed. */
  #error = ""
  #isReset = false
  #beside = h("div")
  #place = h("dd", { class: "small", "aria-live": "polite" })
  /** @type {(HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) | undefined} */
  #input
  #options

  /**
   * @param {Setting} setting
   * @param {object} options
   * @param {boolean} options.mayEdit
   * @param {() => void} options.onChange
   * @param {(change: import("./settings.js").Change) => Promise<string>} options.check what is wrong; empty if nothing
   * @param {(row: SettingRow) => import("../../../ground/h.js").Child} [options.beside] shows what a value looks like
   */
  constructor(setting, options) {
    this.setting = setting
    this.#options = options
    const [id, hint, note] = [uniqueID("setting"), uniqueID("about"), uniqueID("note")]
    const isEdited = options.mayEdit && !isForOwner(setting)
    this.#place.id = note
    const value = isEdited ? this.#field(id, `${hint} ${note}`) : this.#still()
    this.element = h("div", null,
      h("dt", null, isEdited ? h("label", { for: id }, setting.setting) : h("span", null, setting.setting),
        h("span", { class: "soft about", id: hint }, setting.summary)),
      h("dd", { class: "stack g2" }, value, this.#beside), this.#place)
    this.#show()
  }

  get #before() {
    return this.setting.value ?? ""
  }

  /** What is typed, or the value as it is. */
  get value() {
    if (!this.#input) return this.#before
    if (this.#input.type === "checkbox") return /** @type {HTMLInputElement} */ (this.#input).checked ? "yes" : "no"
    return this.#input.value.trim()
  }

  /** @returns {import("./settings.js").Change | undefined} */
  get change() {
    if (!this.#input) return undefined
    const [{ setting }, before] = [this.setting, this.#before]
    if (this.#isReset) return { name: setting, before, after: this.setting.default, isReset: true }
    return this.value === before.trim() ? undefined : { name: setting, before, after: this.value, isReset: false }
  }

  get isWrong() {
    return this.#error !== ""
  }

  /** Shows what stands beside it again, which depends on another setting. */
  redraw() {
    fill(this.#beside, this.#options.beside?.(this))
  }

  /** Leaves it as it was. */
  undo() {
    this.#set(this.#before, false)
  }

  /** @param {string} value @param {boolean} isReset */
  #set(value, isReset) {
    const input = this.#input
    if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = value === "yes"
    else if (input) input.value = value
    this.#isReset = isReset
    this.#error = ""
    this.#show()
    this.#options.onChange()
  }

  #typed() {
    this.#isReset = false
    this.#error = ""
    this.#show()
    this.#options.onChange()
  }

  /** Asks the server, once the value is there: it knows what each setting takes. */
  async #check() {
    const { change } = this
    if (!change) return
    const error = await this.#options.check(change)
    if (this.change?.after !== change.after) return
    this.#error = error
    this.#show()
    this.#options.onChange()
  }

  /** @param {string} id @param {string} describedBy */
  #field(id, describedBy) {
    const { setting } = this
    const { kind, choices } = fieldOf(setting)
    const common = {
      id, class: "input", "aria-describedby": describedBy, autocomplete: "off", spellcheck: "false",
      oninput: () => this.#typed(), onchange: () => void this.#check(),
    }
    if (kind === "switch") {
      this.#input = h("input", { ...common, class: undefined, type: "checkbox", role: "switch",
        checked: setting.value === "yes" })
      return h("span", { class: "switch" }, this.#input)
    }
    this.#input = kind === "choice"
      ? h("select", common, choices.map((one) => h("option", { value: one, selected: one === setting.value }, one)))
      : kind === "lines"
        ? h("textarea", { ...common, rows: 3, value: this.#before })
        : h("input", { ...common, type: "text", inputmode: kind === "number" ? "numeric" : undefined,
          value: this.#before })
    if (kind === "number") this.#input.classList.add("short")
    return this.#input
  }

  #still() {
    return h("span", { class: "row g2" }, isForOwner(this.setting) && icon("lock", { isSmall: true }),
      h("span", { class: "value" }, this.setting.value === null ? t("set.hidden") : this.setting.value || "–"))
  }

  #show() {
    const { setting, change } = this
    const is = change !== undefined
    this.element?.classList.toggle("changed", is)
    if (this.#error) this.#input?.setAttribute("aria-invalid", "true")
    else this.#input?.removeAttribute("aria-invalid")
    this.redraw()
    fill(this.#place, this.#error
      ? h("span", { class: "bad row g2" }, icon("warn", { isSmall: true }), h("span", null, this.#error))
      : is
        ? h("span", null, t("set.until-now", { value: setting.value || "–" }))
        : this.#told(), this.#canReset && h("div", null, button(t("set.reset"), () => {
      this.#set(setting.default, true)
      this.#input?.focus()
    }, { isDense: true, kind: "bare", name: t("set.reset.name", { name: setting.setting }) })))
  }

  get #canReset() {
    return this.#input && this.setting.changed && !this.#isReset
  }

  /** Where the value comes from. */
  #told() {
    const { setting } = this
    return h("span", { class: "soft" },
      setting.changed
        ? [t("set.default", { value: setting.default || "–" }), h("br"), setting.set_by && setting.set_at
          ? t("set.by", { name: setting.set_by.replace(/^token:/, ""), time: when(setting.set_at) })
          : t("set.by.unknown")]
        : t("set.as-came"),
      h("br"), t(`set.kind.${setting.kind}`), isForOwner(setting) && [". ", t("set.owner")])
  }
}

/** Every thirtieth hue, and where the value lies. @param {number} hue @param {number} chroma in hundredths */
export function hueBar(hue, chroma) {
  return h("div", { class: "stack g2 hues", style: { "--brand-c": String(chroma / 100) } },
    svg("svg", { class: "huebar", viewBox: "0 0 360 16", preserveAspectRatio: "none", "aria-hidden": "true" },
      Array.from({ length: 12 }, (_, place) => svg("rect", {
        class: `hue hs hb-${place * 30}`, x: place * 30, width: 31, height: 16,
      })), svg("path", { class: "hpin", d: `M${hue} 0v16` })),
    h("div", { class: "hue swatches", "aria-hidden": "true",
      style: { "--brand-h": String(hue), "--brand-c": String(chroma / 100) } },
    ["table", "brand", "tint"].map((name) => h("span", { class: `on-${name}` }, "Aa"))))
}
