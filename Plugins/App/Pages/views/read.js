import { h, svg } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button, iconButton } from "../../ground/parts/button.js"
import { icon } from "../../ground/parts/icon.js"
import { note } from "../../ground/parts/says.js"
import { sentence } from "../../ground/parts/state.js"
import { markdown } from "../parts/markdown.js"
import { Screen } from "../parts/screen.js"

/** The text. Reports `read` once it has been, and `back`. */
export default class Read extends Screen {
  static tag = "app-read"
  /** @override */
  isHeld = true

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    addEventListener("scroll", () => this.#progress(), { signal: this.signal, passive: true })
    const timer = setInterval(() => this.#clock(), 1000)
    this.signal.addEventListener("abort", () => clearInterval(timer))
  }

  /** @override */
  head() {
    this.left = h("span", { class: "row g2 strong num" })
    queueMicrotask(() => this.#clock())
    return [iconButton("close", t("app.close"), () => this.report("back")), this.left]
  }

  /** @override @param {{ title?: string, text: string, questions: any[], said?: string, hint?: string }} data */
  draw({ title, text, questions, said, hint }) {
    this.title = title ?? t("read.title")
    this.bar = svg("rect", { width: 0, height: 6 })
    const count = questions.filter((one) => one.kind !== "description").length
    this.act = button(t("read.done"), () => this.report("read"), { kind: "main", isWide: true })
    return [
      h("div", { class: "span slim", "aria-hidden": "true" }, svg("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none" }, this.bar)),
      h("article", { class: "stack g4 reader" },
        h("p", { class: "over row g2" }, icon("read", { isSmall: true }), t("read.then", { count })),
        said && note([h("b", null, sentence(said)), " ", hint && sentence(hint)], "warn", { isAlert: true }),
        h("h1", { class: "title" }, this.title), h("div", { class: "text stack g4" }, markdown(text))),
      h("div", { class: "last" }, this.act),
    ]
  }

  #progress() {
    const all = document.documentElement.scrollHeight - innerHeight
    this.bar?.setAttribute("width", String(all > 0 ? Math.min(100, scrollY / all * 100) : 100))
  }

  /** How long reading takes at least, or is open at most. */
  #clock() {
    if (!this.left || !this.data) return
    const [least, until] = [this.data.not_before, this.data.until].map((one) => (one ? Date.parse(one) - Date.now() : 0))
    const seconds = Math.ceil((least > 0 ? least : until) / 1000)
    this.left.replaceChildren(...(seconds > 0
      ? [icon("clock", { isSmall: true }), t(least > 0 ? "read.least" : "read.left",
        { time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` })]
      : []))
    this.#progress()
  }
}
