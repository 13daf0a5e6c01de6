import { h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { button, buttonLink } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { openDialog } from "../../ground/parts/dialog.js"
import { Field } from "../../ground/parts/field.js"
import { icon } from "../../ground/parts/icon.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"
import { save } from "../../ground/csv.js"
import { lacking } from "../parts/lacking.js"
import { Screen } from "../parts/screen.js"

/** Fields that one may fill by oneself; phone and email are proved by a code. */
const FIELDS = /** @type {[string, import("../../ground/parts/field.js").FieldOptions][]} */ ([
  ["given_name", { attributes: { autocomplete: "given-name" } }],
  ["family_name", { attributes: { autocomplete: "family-name" } }],
  ["gender", {}], ["birth_date", { type: "date", attributes: { autocomplete: "bday" } }],
  ["address", { rows: 3, attributes: { autocomplete: "street-address" } }], ["interests", {}],
])

/** What is known about one, and what is one's own. Reports `set`, `present`, `export`, `sign-in`. */
export default class Profile extends Screen {
  static tag = "app-profile"
  /** @override */
  hasBack = true
  /** @override */
  isHeld = true

  /** @override */
  head() {
    this.title = t("profile.title")
    return super.head()
  }

  /** @override @param {{ user: any }} data */
  draw({ user }) {
    const { profile } = user
    const lacks = lacking(user)
    const mode = t(`mode.${user.mode === "trial" ? "signed" : "pro"}`)
    const needed = (/** @type {string} */ name) => lacks.has(name.replaceAll("_", "-")) && !profile[name] &&
      chip(t("profile.needed", { mode }), "warn")
    return h("div", { class: "stack g6 slim" },
      h("ul", { class: "rows tight" },
        ["phone", "email"].map((name) => h("li", null, h("div", { class: "grow" },
          h("span", { class: "small soft" }, t(`profile.${name}`), profile.proved?.includes(name) && ` · ${t("profile.proved")}`),
          h("br"), h("span", null, shown(name, profile[name])), " ", needed(name)),
        button(t(profile[name] ? "profile.other" : "profile.prove"), () => this.report("sign-in"), { isDense: true }))),
        FIELDS.map(([name, options]) => h("li", null, h("div", { class: "grow" },
          h("span", { class: "small soft" }, t(`profile.${name}`)), h("br"),
          h("span", null, shown(name, profile[name])), " ", needed(name)),
        h("button", {
          type: "button", class: "btn icon bare", "aria-label": t("profile.change", { name: t(`profile.${name}`) }),
          onclick: () => this.#change(name, options, profile[name]),
        }, icon(profile[name] ? "pen" : "plus", { isSmall: true }))))),
      h("section", { class: "stack g3" }, h("h2", null, t("profile.yours")),
        h("p", { class: "soft" }, t("profile.yours.text")),
        button(t("profile.export"), () => this.#export(), { isWide: true, icon: "load" }),
        buttonLink(t("profile.erase"), "/app/me/erase", { kind: "harm", isDense: false, icon: "bin" })))
  }

  async #export() {
    const everything = await this.report("export")
    save("my-data.json", JSON.stringify(everything, null, 2), "application/json")
  }

  /** @param {string} name @param {import("../../ground/parts/field.js").FieldOptions} options @param {any} value */
  async #change(name, options, value) {
    const field = new Field(t(`profile.${name}`), {
      ...options, isOptional: true, value: Array.isArray(value) ? value.join(", ") : value ?? "",
      ...(name === "gender" ? { options: ["", "female", "male", "other", "not-said"].map((one) =>
        ({ value: one, label: one ? t(`gender.${one}`) : "–" })) } : {}),
    })
    /** @type {Promise<any> | undefined} */
    let sent
    const act = async (/** @type {(value?: any) => void} */ close) => {
      const parameter = name.replaceAll("_", "-")
      try {
        sent = this.report("set", field.value ? { [name]: field.value } : { clear: [parameter] })
        close(await sent)
      } catch (error) {
        if (!dialog.element.isConnected) return
        sent = undefined
        field.error = error instanceof ApiProblem ? sentence(error.detail) : t("state.offline")
        field.input.focus()
      }
    }
    const dialog = openDialog(t(`profile.${name}`), {
      body: field.element,
      foot: (close) => [button(t("part.cancel"), () => close()), button(t("profile.save"), () => act(close), { kind: "main" })],
    })
    await this.report("present", dialog)
    const user = await sent
    if (user) this.data = { user }
  }
}

/** @param {string} name @param {any} value */
function shown(name, value) {
  if (!value || value.length === 0) return h("span", { class: "soft" }, t("profile.none"))
  if (name === "gender") return t(`gender.${value}`)
  if (name === "birth_date") return when(value, "date")
  return Array.isArray(value) ? value.join(", ") : value
}
