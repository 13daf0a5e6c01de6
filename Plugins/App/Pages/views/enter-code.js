import { h } from "../../ground/h.js"
import { rich, t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { areFilled, Field } from "../../ground/parts/field.js"
import { ring } from "../../ground/parts/ring.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"
import { form } from "../parts/form.js"
import { spaced } from "../parts/phone.js"
import { Screen } from "../parts/screen.js"

/** Seconds before another code may be asked for. */
const PAUSE = 30

/** The six digits. Reports `code`, `ask-again`, `back`. */
export default class EnterCode extends Screen {
  static tag = "app-enter-code"
  /** @override */
  hasBack = true
  /** @override */
  isHeld = true

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    this.#read()
    // After the navigator has led to the view.
    setTimeout(() => this.field?.input.focus())
    const timer = setInterval(() => this.#count(), 1000)
    this.signal.addEventListener("abort", () => clearInterval(timer))
  }

  /** Takes the code out of the message where the phone may (WebOTP). */
  async #read() {
    if (!("OTPCredential" in globalThis)) return
    const found = await /** @type {any} */ (navigator.credentials)
      .get({ otp: { transport: ["sms"] }, signal: this.signal }).catch(() => undefined)
    if (!found?.code || !this.field) return
    this.field.value = found.code
    await this.#send()
  }

  /**
   * @override
   * @param {{ to: string, given?: { phone?: string, email?: string }, request: string, at: number, agrees?: boolean }} data
   */
  draw({ to, given, agrees }) {
    this.title = t("code-entry.title")
    this.field = new Field(t("code-entry.code"), {
      attributes: { class: "input otp", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 6 },
      onInput: (value) => {
        if (/^\d{6}$/.test(value)) void this.#send()
      },
    })
    this.wait = h("div", { class: "row g3" })
    queueMicrotask(() => this.#count())
    return h("div", { class: "stack g6 slim" },
      h("p", { class: "soft" }, rich("code-entry.to", { to: agrees ? to : spaced(given?.phone ?? given?.email ?? to) }), " ",
        agrees && [t("code-entry.agrees"), " "],
        button(t("code-entry.not-yours"), () => this.report("back"), { kind: "bare", isDense: true })),
      form([this.field.element], t("code-entry.act"), () => this.#send()), this.wait)
  }

  #isSending = false
  async #send() {
    const field = this.field
    if (!field || this.#isSending || !areFilled([field])) return
    this.#isSending = true
    try {
      await this.report("code", { request: this.data.request, code: field.value.replaceAll(/\s/g, "") })
    } catch (error) {
      // Without an answer the code may still be right.
      if (error instanceof ApiProblem) field.value = ""
      field.error = error instanceof ApiProblem ? sentence(error.detail) : t("state.offline")
      field.input.focus()
    } finally {
      this.#isSending = false
    }
  }

  #count() {
    if (!this.wait) return
    const left = Math.max(0, Math.ceil(PAUSE - (Date.now() - this.data.at) / 1000))
    if (left > 0) {
      this.wait.replaceChildren(ring(left / PAUSE), h("div", { class: "grow" },
        h("p", { class: "strong" }, t("code-entry.nothing")), h("p", { class: "small soft" }, t("code-entry.wait", { count: left }))))
    } else if (!this.wait.querySelector("button")) {
      this.wait.replaceChildren(button(t("code-entry.again"), async () => {
        try {
          this.data = await this.report("ask-again")
        } catch (error) {
          if (this.field) this.field.error = error instanceof ApiProblem ? sentence(error.detail) : t("state.offline")
        }
      }, { isWide: true, icon: "again" }))
    }
  }
}
