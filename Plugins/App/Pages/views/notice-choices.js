import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button, buttonLink } from "../../ground/parts/button.js"
import { Field } from "../../ground/parts/field.js"
import { Screen } from "../parts/screen.js"

const WAYS = ["page", "phone", "email"]

/** The user chooses the ways for each kind of notice, and quiet hours. Reports `choose` and `quiet`. */
export default class NoticeChoices extends Screen {
  static tag = "app-notice-choices"
  /** @override */
  hasBack = true
  /** @override */
  isHeld = true

  /** @override */
  head() {
    this.title = t("notices.choose")
    return super.head()
  }

  /** @override @param {{ told: { quiet: string | null, quiet_own: boolean, choices: any[] }, user: any }} data */
  draw({ told, user }) {
    const proved = user?.profile.proved ?? []
    const missing = WAYS.slice(1).filter((way) => !proved.includes(way))
    return h("div", { class: "stack g6 slim" },
      h("div", { class: "stack g3" },
        h("p", { class: "soft" }, t("notices.text")),
        missing.length > 0 && h("p", { class: "soft" }, t(`notices.missing.${missing.join("-")}`)),
        missing.length > 0 && buttonLink(t("notices.prove"), "/app/me/sign-in", { isDense: false })),
      told.choices.map((choice) => this.#kind(choice, proved)),
      this.#quiet(told))
  }

  /** @param {any} choice @param {string[]} proved */
  #kind(choice, proved) {
    const boxes = WAYS.map((way) => h("input", {
      type: "checkbox", checked: choice[way], disabled: way !== "page" && !proved.includes(way) && !choice[way],
      onchange: async () => {
        const by = WAYS.filter((_, place) => boxes[place]?.checked)
        try {
          const after = await this.report("choose", { kind: choice.kind, by: by.join(",") || "none" })
          Object.assign(choice, after)
        } catch (error) {
          this.refresh()
          throw error
        }
      },
    }))
    return h("fieldset", { class: "stack g2" },
      h("legend", { class: "legend" }, choice.title[0].toUpperCase() + choice.title.slice(1)),
      WAYS.map((way, place) => h("label", { class: "switch" }, boxes[place], t(`notices.by.${way}`))))
  }

  /** @param {{ quiet: string | null, quiet_own: boolean }} told */
  #quiet({ quiet, quiet_own: isOwn }) {
    const [from = "", until = ""] = (quiet ?? "").split("-")
    const fields = [["notices.quiet.from", from], ["notices.quiet.until", until]].map(([name, value]) =>
      new Field(t(name ?? ""), { type: "time", value }))
    const set = (/** @type {string} */ hours) => async () => {
      const { quiet: after } = await this.report("quiet", hours)
      this.data = { ...this.data, told: { ...this.data.told, quiet: after, quiet_own: hours !== "default" } }
    }
    const save = () => {
      const [one, other] = fields.map((field) => field.value)
      const lacking = fields.find((field) => !field.value)
      if (lacking) {
        lacking.error = t("notices.quiet.lacking")
        return lacking.input.focus()
      }
      return set(`${one}-${other}`)()
    }
    return h("section", { class: "stack g3" }, h("h2", null, t("notices.quiet")),
      h("p", { class: "soft" }, quiet ? t("notices.quiet.text") : t("notices.quiet.none")),
      h("div", { class: "row g3" }, fields.map((field) => field.element)),
      button(t("notices.quiet.save"), save, { isWide: true }),
      quiet && button(t("notices.quiet.never"), set("none"), { kind: "bare", isWide: true }),
      isOwn && button(t("notices.quiet.usual"), set("default"), { kind: "bare", isWide: true }))
  }
}
