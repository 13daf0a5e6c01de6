import { fill, h, svg } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { Field } from "../../ground/parts/field.js"
import { blob } from "../../ground/parts/icon.js"
import { note } from "../../ground/parts/says.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"
import { form } from "../parts/form.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"
import { findCode, NoCamera, openCamera, photo } from "../senses/camera.js"

/** A product's code in the camera, or its digits. Reports `found` with a code, `count` with what counts, and `home`. */
export default class Scan extends Screen {
  static tag = "app-scan"
  /** @override */
  isHeld = true
  /** Ends one look. */
  #look = new AbortController()
  #video = h("video", { playsinline: true, muted: true, "aria-hidden": "true" })
  #tools = h("div", { class: "row g3 center wrap" })
  #sheet = h("div", { class: "lens-foot", "aria-live": "polite" })

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    this.signal.addEventListener("abort", () => this.#look.abort())
    void this.#open()
  }

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /** @override @param {{ chance: import("../coordinators/shake.js").Chance }} data */
  draw({ chance }) {
    this.title = chance.title
    this.#video.muted = true
    return h("div", { class: "lens" }, h("h1", { class: "sr" }, t("scan.title")), this.#video,
      h("div", { class: "frame" }, svg("svg", { viewBox: "0 0 200 130", "aria-hidden": "true" },
        svg("path", { d: "M2 30V14A12 12 0 0 1 14 2h16M170 2h16a12 12 0 0 1 12 12v16M198 100v16a12 12 0 0 1-12 12h-16M30 128H14A12 12 0 0 1 2 116v-16" }))),
      this.#sheet)
  }

  async #open() {
    this.#say(h("p", { class: "strong" }, t("scan.opening")))
    try {
      const { light, zoom } = await openCamera(this.#video, this.signal)
      let isLit = false
      const lamp = light && button(t("scan.light"), async () => {
        await light(isLit = !isLit)
        lamp?.setAttribute("aria-pressed", String(isLit))
      }, { isDense: true })
      lamp?.setAttribute("aria-pressed", "false")
      fill(this.#tools, lamp, zoom && h("label", { class: "row g2" }, h("span", null, t("scan.zoom")),
        h("input", { type: "range", min: zoom.min, max: zoom.max, step: zoom.step, value: zoom.min,
          oninput: (/** @type {Event} */ event) => zoom.set(Number(/** @type {HTMLInputElement} */ (event.target).value)) })))
      await this.#search()
    } catch (error) {
      if (!(error instanceof NoCamera)) throw error
      if (!this.signal.aborted) this.#lacks(error.why)
    }
  }

  /** Looks until there is a code. */
  async #search() {
    this.#look = new AbortController()
    this.#say(h("p", { class: "strong" }, t("scan.hint")), this.#tools,
      button(t("scan.type"), () => this.#type(), { isWide: true, icon: "hand" }))
    const code = await findCode(this.#video, this.#look.signal)
    if (!code || this.signal.aborted) return
    const image = await photo(this.#video)
    await this.#show({ code, typed: false }, image ? { image } : { code })
  }

  /**
   * Shows the product, and what it is worth.
   * @param {{ code: string, typed: boolean }} found
   * @param {{ image?: Blob, code?: string }} shown what counts
   */
  async #show(found, shown) {
    this.#say(h("p", { class: "strong" }, t("scan.looking")))
    let product
    try {
      product = await this.report("found", found)
    } catch (error) {
      return this.#say(note(error instanceof ApiProblem ? [h("b", null, sentence(error.detail)), " ", error.hint && sentence(error.hint)]
        : t("state.offline"), "warn", { isAlert: true }), this.#others())
    }
    const { name, brand, least, most, refusal, sentence: why, hint } = product
    this.#say(h("div", { class: "row g3" }, blob("scan"), h("div", { class: "grow" },
      h("h2", null, name ?? t("scan.unknown")), h("p", { class: "small soft" }, brand ?? found.code)),
    !refusal && most > 0 && h("b", { class: "fig good" },
      most === least ? t("scan.worth", { count: most }) : t("scan.worth.most", { count: most }))),
    refusal && note([h("b", null, sentence(why)), " ", hint && sentence(hint)], "warn", { isAlert: true }),
    !refusal && button(t("scan.count"), () => this.report("count", shown), { kind: "win", isWide: true }),
    this.#others())
  }

  #others() {
    return [
      button(t("scan.another"), () => (this.#video.srcObject ? this.#search() : this.#open()), { isWide: true }),
      button(t("scan.type"), () => this.#type(), { kind: "bare", isWide: true }), this.#photo(),
    ]
  }

  #type() {
    this.#look.abort()
    const field = new Field(t("scan.number"), { attributes: { inputmode: "numeric", autocomplete: "off" } })
    const find = () => {
      const code = field.value
      if (field.check()) return this.#show({ code, typed: true }, { code })
    }
    this.#say(form([field.element], t("scan.find"), find),
      button(t("scan.another"), () => (this.#video.srcObject ? this.#search() : this.#open()), { isWide: true }), this.#photo())
    field.input.focus()
  }

  /** A photo of the phone's own camera, which the server reads. */
  #photo() {
    const input = h("input", { type: "file", accept: "image/*", capture: "environment", class: "sr", tabindex: -1, "aria-hidden": "true",
      onchange: () => input.files?.[0] && this.report("count", { image: input.files[0] }) })
    return [input, button(t("scan.photo"), () => input.click(), { isWide: true, icon: "scan" })]
  }

  /** There is no camera: why, and what can be done. @param {string} why */
  #lacks(why) {
    const isApple = /iPhone|iPad/.test(navigator.userAgent)
    this.#say(blob("warn", "warn"), h("h2", { class: "title" }, t(`camera.${why}`)),
      h("p", { class: "soft" }, t(why === "denied" && isApple ? "camera.denied.apple" : `camera.${why}.text`)),
      button(t("part.again"), () => this.#open(), { kind: "main", isWide: true }),
      button(t("scan.type"), () => this.#type(), { isWide: true }), this.#photo(),
      h("p", { class: "small soft" }, t("scan.forgotten")))
  }

  /** @param {...import("../../ground/h.js").Child} children */
  #say(...children) {
    fill(this.#sheet, h("div", { class: "card stack g3" }, children))
  }
}
