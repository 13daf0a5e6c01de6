import { h } from "../../ground/h.js"
import { language, t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { areFilled, Field } from "../../ground/parts/field.js"
import { note } from "../../ground/parts/says.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"
import { purse } from "../model/session.js"
import { form } from "../parts/form.js"
import { COUNTRIES } from "../parts/phone.js"
import { Screen } from "../parts/screen.js"

/** The likeliest country for each language. */
const FIRST = /** @type {Record<string, string>} */ ({ it: "+39", es: "+34", ca: "+34", ro: "+40", en: "+44" })

/** Where a code goes. Reports `ask-code` with a phone or an email, and `provider`. */
export default class SignIn extends Screen {
  static tag = "app-sign-in"
  /** @override */
  hasBack = true
  /** @override */
  isHeld = true
  #byEmail = false
  #along = h("p", { class: "soft" })

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    purse.addEventListener("change", () => this.#tell(), { signal: this.signal })
  }

  #tell() {
    this.#along.textContent = this.data?.isNew || !purse.available ? t("sign-in.text") : t("sign-in.along", { count: purse.available })
  }

  /** @override @param {{ isNew: boolean, providers: string[], problem?: unknown }} data */
  draw({ providers, problem }) {
    this.title = t("sign-in.title")
    this.#tell()
    const country = h("select", { class: "input", "aria-label": t("sign-in.country") },
      COUNTRIES.map((one) => h("option", { selected: one === (FIRST[language()] ?? "+39") }, one)))
    const phone = new Field(t("sign-in.phone"), {
      type: "tel", hint: t("sign-in.kept"), attributes: { autocomplete: "tel-national", inputmode: "tel" },
    })
    const email = new Field(t("sign-in.email"), {
      type: "email", hint: t("sign-in.kept"), attributes: { autocomplete: "email", inputmode: "email" },
    })
    const field = this.#byEmail ? email : phone
    if (!this.#byEmail) {
      const place = h("div", { class: "phone" })
      phone.input.replaceWith(place)
      place.append(country, phone.input)
    }
    const send = async () => {
      if (!areFilled([field])) return
      const typed = field.value.replaceAll(/[\s().-]/g, "")
      const number = typed.startsWith("+") ? typed : typed.startsWith("00") ? `+${typed.slice(2)}` : country.value + typed
      try {
        await this.report("ask-code", this.#byEmail ? { email: field.value } : { phone: number })
      } catch (error) {
        field.error = error instanceof ApiProblem ? sentence(error.detail) : t("state.offline")
        field.input.focus()
      }
    }
    return h("div", { class: "stack g6 slim" },
      this.#along,
      problem !== undefined && note([h("b", null, t("sign-in.refused")), " ",
        problem instanceof ApiProblem && problem.detail ? sentence(problem.detail) : ""], "bad", { isAlert: true }),
      form([field.element], t("sign-in.send"), send),
      h("p", { class: "small soft row g3", "aria-hidden": "true" }, h("span", { class: "grow rule" }), t("sign-in.or"),
        h("span", { class: "grow rule" })),
      h("div", { class: "stack g3" },
        button(t(this.#byEmail ? "sign-in.by-phone" : "sign-in.by-email"), () => {
          this.#byEmail = !this.#byEmail
          this.refresh()
        }, { isWide: true, icon: "mail" }),
        providers.map((one) => button(t("sign-in.provider", { name: capital(one) }), () => this.report("provider", one),
          { isWide: true, icon: "key" }))),
      h("p", { class: "small soft" }, t("sign-in.shop")))
  }
}

/** @param {string} name */
const capital = (name) => name[0].toUpperCase() + name.slice(1)
