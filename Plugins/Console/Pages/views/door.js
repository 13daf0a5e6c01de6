import { ApiProblem } from "../../ground/problem.js"
import { fill, h, svg } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { areFilled, Field } from "../../ground/parts/field.js"
import { logo } from "../../ground/parts/icon.js"
import { note } from "../../ground/parts/says.js"
import { sentence } from "../../ground/parts/state.js"
import { brand } from "../../ground/brand.js"
import { session } from "../session.js"

/** Signing in: by a token, or an account at a provider. */
export class Door extends HTMLElement {
  #said = h("div")
  #providers = h("div", { class: "stack g3" })
  #token = new Field(t("door.token"), {
    type: "password", hint: t("door.token.hint"),
    attributes: { autocomplete: "off", spellcheck: "false", class: "input mono" },
  })

  /**
   * @param {() => unknown} onIn
   * @param {import("../../ground/h.js").Child} [said] why one is here
   */
  constructor(onIn, said) {
    super()
    this.onIn = onIn
    fill(this.#said, said)
  }

  connectedCallback() {
    this.className = "door"
    const form = h("form", {
      class: "stack g5", novalidate: true,
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault()
        void enter.click()
      },
    },
    h("div", { class: "stack g2" }, h("h1", { class: "title" }, t("door.title")),
      h("p", { class: "soft" }, t("door.where", { name: brand.name, host: location.host }))),
    this.#said, this.#providers, this.#token.element)
    const enter = button(t("door.enter"), () => this.#enter(), { isWide: true })
    form.append(enter, h("p", { class: "tiny soft" }, t("door.foot")))
    this.append(
      h("header", { class: "table" },
        svg("svg", { class: "bigring", viewBox: "0 0 400 400", "aria-hidden": "true" },
          svg("circle", { cx: 180, cy: 200, r: 130, "stroke-width": 70 }),
          svg("path", { class: "y", d: "M262 282l74 74", "stroke-width": 70, "stroke-linecap": "round" })),
        h("p", { class: "brandmark" }, brand.logo
          ? h("img", { src: brand.logo, alt: "", class: "brand-logo" })
          : logo(), t("console.name", { name: brand.name })),
        h("p", { class: "title" }, t("door.motto"))),
      h("main", { id: "main" }, form))
    this.#token.input.focus()
    void this.#offerProviders()
  }

  async #enter() {
    if (!areFilled([this.#token])) return
    try {
      await session.signIn(this.#token.value)
      this.#token.value = ""
      await this.onIn()
    } catch (error) {
      this.#refused(error)
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    const isWrong = error instanceof ApiProblem && error.status < 500
    const [fact, advice] = isWrong ? [sentence(error.detail), t("door.ask")] : [t("state.failed"), t("state.failed.text")]
    fill(this.#said, note([h("b", null, fact), " ", advice], "bad", { isAlert: true }))
    if (this.#token.input instanceof HTMLInputElement) this.#token.input.select()
  }

  async #offerProviders() {
    // Where none can be asked for, a token is the way.
    const providers = await session.providers().catch(() => [])
    if (providers.length === 0) return
    fill(this.#providers, providers.map((name) =>
      button(t("door.provider", { name }), () => session.leave(name).catch((error) => this.#refused(error)),
        { kind: "main", isWide: true, icon: "key" })),
    h("p", { class: "small soft row" }, h("span", { class: "grow rule" }), t("door.or"), h("span", { class: "grow rule" })))
  }
}

customElements.define("qix-door", Door)
