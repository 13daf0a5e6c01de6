import { api } from "../../ground/api.js"
import { csv, save } from "../../ground/csv.js"
import { fill, h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { Filters } from "../../ground/parts/filters.js"
import { cli } from "../../ground/parts/says.js"
import { nothingFound } from "../../ground/parts/state.js"
import { toast } from "../../ground/parts/toast.js"
import { View } from "../../ground/view.js"
import { brand } from "../../ground/brand.js"
import { navigation } from "../navigation.js"
import { session } from "../session.js"
import { word } from "./customer/proof.js"
import { keepChanges, wrongWith } from "./house/keep.js"
import { hueBar, SettingRow } from "./house/setting-row.js"
import { fits, grouped } from "./house/settings.js"

/** @typedef {import("./house/settings.js").Setting} Setting */

/** All settings by their modules, to edit in place; what was changed waits until it is kept. */
export default class Settings extends View {
  /** @type {Map<string, SettingRow>} */
  #rows = new Map()
  #heading = h("h1", null, t("nav.settings"))
  #text = h("p", { class: "soft" })
  #list = h("div")
  #line = h("div")
  #bulk = h("div", { class: "bulk-place", "aria-live": "polite" })
  #mayEdit = Boolean(session.may("setting set"))
  /** @type {Filters | undefined} */
  #filters

  /** @override */
  async show() {
    this.title = t("nav.settings")
    this.#filters = new Filters("settings", [
      { name: "show", label: t("set.which"), kind: "choice", options: ["", "changed"].map((value) =>
        ({ value, label: t(`set.show.${value || "all"}`) })) },
      { name: "text", label: t("set.search"), kind: "text" },
    ], { query: this.query, onChange: () => this.#draw() })
    fill(this, h("header", { class: "row between wrap" }, h("div", { class: "stack g1" }, this.#heading, this.#text),
      button(t("part.csv"), () => this.#save(), { icon: "load", isDense: true })),
    this.#filters.element, this.#list, this.#bulk, this.#line)
    await this.#load()
  }

  async #load() {
    await this.load(this.#list, () => api.get("/v1/settings", { signal: this.signal }), ({ settings }) => {
      this.#take(settings)
      return undefined
    })
    this.#draw()
  }

  /** @param {Setting[]} settings */
  #take(settings) {
    this.#rows = new Map(settings.map((one) => [one.setting, new SettingRow(one, {
      mayEdit: this.#mayEdit, onChange: () => this.#changed(one.setting),
      check: (change) => wrongWith(change, this.signal),
      beside: one.setting === "server.brand-hue" ? (row) => this.#hues(row) : undefined,
    })]))
    const changed = settings.filter((one) => one.changed).length
    this.#filters?.count("show", { "": settings.length, changed })
    fill(this.#heading, t(changed > 0 ? "set.title" : "set.title.none", { count: changed, all: settings.length }))
    fill(this.#text, t(this.#mayEdit ? "set.text" : "set.text.read"))
    this.#changed("")
  }

  #draw() {
    if (this.#rows.size === 0) return
    const values = this.#filters?.values ?? {}
    const rows = [...this.#rows.values()].filter((row) => fits(row.setting, values))
    const groups = grouped(rows.map((row) => row.setting))
    fill(this.#line, cli(`qix setting list${values.show === "changed" ? " --changed" : ""}`))
    fill(this.#list, groups.length === 0
      ? h("section", { class: "card" }, nothingFound(t("set.none"), t("set.none.text")))
      : h("div", { class: "set" },
        h("nav", { "aria-label": t("set.groups") }, h("ul", null, groups.map(([group, all]) =>
          h("li", null, h("a", { href: `#set-${group}` }, word("set.group", group),
            h("span", { class: "count soft num" }, all.length)))))),
        h("div", { class: "stack g5" }, groups.map(([group, all]) =>
          h("section", { class: "card g2", id: `set-${group}`, "aria-labelledby": `set-h-${group}` },
            h("h2", { id: `set-h-${group}` }, word("set.group", group)),
            h("dl", { class: "opts settings" }, all.map((one) => this.#rows.get(one.setting)?.element)))))))
  }

  /** @param {SettingRow} row */
  #hues(row) {
    const chroma = Number(this.#rows.get("server.brand-chroma")?.value ?? 100)
    const hue = Number(row.value)
    return Number.isInteger(hue) && hue >= 0 && hue <= 360 && hueBar(hue, chroma >= 0 ? chroma : 100)
  }

  /** Says how many changes wait. @param {string} name */
  #changed(name) {
    // The strength of the colour shows in the bar of hues.
    if (name === "server.brand-chroma") this.#rows.get("server.brand-hue")?.redraw()
    const rows = [...this.#rows.values()].filter((row) => row.change)
    const wrong = rows.filter((row) => row.isWrong).length
    navigation.hasChanges(rows.length > 0)
    if (rows.length === 0) {
      fill(this.#bulk)
      return
    }
    // While one types, what was there stays: a button that is new would lose the press that leaves the field.
    const said = h("p", { class: "grow" }, h("b", null, t("set.changes", { count: rows.length })), " ",
      h("span", { class: "soft" }, wrong > 0 ? t("set.wrong", { count: wrong }) : t("set.changes.text")))
    const shown = this.#bulk.querySelector("p")
    if (shown) {
      shown.replaceWith(said)
    } else {
      fill(this.#bulk, h("div", { class: "bulk", role: "group", "aria-label": t("set.changes.label") }, said,
        button(t("set.leave"), () => this.#leave(), { isDense: true }),
        button(t("set.keep"), () => this.#keep(), { isDense: true, kind: "main" })))
    }
  }

  #leave() {
    for (const row of this.#rows.values()) if (row.change) row.undo()
    this.#list.querySelector("input")?.focus()
  }

  async #keep() {
    const changes = [...this.#rows.values()].flatMap((row) => row.change ?? [])
    const made = await keepChanges(changes)
    if (made.length === 0) return
    toast(t("set.done", { count: made.length }))
    navigation.hasChanges(false)
    if (!made.some((name) => name.startsWith("server.brand-") || name === "upkeep.time-zone")) return this.#load()
    // The looks hold at once: name, logo and colours of the page that one sees.
    await brand.load()
    await brand.show()
    await navigation.again()
  }

  #save() {
    const names = /** @type {const} */ (["setting", "value", "default", "kind", "set_by", "set_at", "summary"])
    const values = this.#filters?.values ?? {}
    save("settings.csv", csv([[...names], ...[...this.#rows.values()].map((row) => row.setting)
      .filter((one) => fits(one, values)).map((one) => names.map((name) => one[name]))]))
  }
}
