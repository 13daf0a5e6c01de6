import { fill, h, svg } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { blob, icon } from "../../ground/parts/icon.js"
import { ring } from "../../ground/parts/ring.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"
import { NoMicrophone, openMicrophone } from "../senses/microphone.js"

/** Seconds after which what was recorded is sent; the last one ends it. */
const LOOKS = [10, 16, 22, 30]
/** Below this level nothing but hush is heard. */
const QUIET = 0.25
const BARS = 15

/** Listens to the stadium's music. Reports `recorded` with what was heard so far, and `home`. */
export default class Listen extends Screen {
  static tag = "app-listen"
  /** @override */
  isHeld = true
  /** Ends one listening. */
  #end = new AbortController()

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    this.signal.addEventListener("abort", () => this.#end.abort())
  }

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /** @override @param {{ chance: import("../coordinators/shake.js").Chance, isLost?: boolean, why?: string }} data */
  draw({ chance, isLost, why }) {
    this.title = chance.title
    const start = button(t(isLost ? "listen.again" : "listen.start"), () => this.#listen(), { kind: "win", isWide: true, icon: "listen" })
    const foot = [start, h("p", { class: "small soft" }, t("listen.forgotten"))]
    if (why) return this.#stage(t(`microphone.${why}`), h("p", { class: "soft" }, t(`microphone.${why}.text`)), blob("warn", "warn"), foot)
    if (!isLost) return this.#stage(t("listen.title"), h("p", { class: "soft" }, t("listen.text")), h("div", { class: "big-ring still" }, ring(0), icon("listen")), foot)
    return this.#stage(t("listen.lost"), h("p", { class: "soft" }, t("listen.lost.text", { count: LOOKS[LOOKS.length - 1] })),
      h("ul", { class: "card rows" }, ["nearer", "case"].map((one) =>
        h("li", null, icon(one === "case" ? "hand" : "listen"), h("p", null, t(`listen.${one}`))))), foot)
  }

  /**
   * @param {string} title
   * @param {import("../../ground/h.js").Child} text
   * @param {import("../../ground/h.js").Child} middle
   * @param {import("../../ground/h.js").Child} foot
   */
  #stage(title, text, middle, foot) {
    return h("div", { class: "stage" }, h("div", { class: "stack g2" }, h("h1", { class: "title", tabindex: -1 }, title), text), middle,
      h("div", { class: "stack g3" }, foot))
  }

  async #listen() {
    this.#end = new AbortController()
    const { signal } = this.#end
    let heard
    try {
      heard = await openMicrophone(signal)
    } catch (error) {
      if (!(error instanceof NoMicrophone)) throw error
      this.data = { ...this.data, why: error.why, isLost: false }
      return
    }
    const bars = Array.from({ length: BARS }, (_, at) =>
      svg("rect", { x: 4 + at * 6.3, y: 48, width: 3.2, height: 4, rx: 1.6 }))
    const shape = ring(0), arc = shape.querySelector(".done")
    const title = h("h1", { class: "title", "aria-live": "polite" }, t("listen.title"))
    const said = h("p", { class: "strong", "aria-live": "polite" }, t("listen.more"))
    const time = h("p", { class: "small soft num" })
    fill(this.main, h("div", { class: "stage" }, title,
      h("div", { class: "big-ring hearing", role: "img", "aria-label": t("listen.level") }, shape,
        svg("svg", { class: "bars", viewBox: "0 0 100 100", "aria-hidden": "true" }, bars)),
      h("div", { class: "stack g2" }, said, time, h("p", { class: "small soft" }, t("listen.forgotten")))))
    const began = performance.now()
    /** @type {number[]} */
    let levels = []
    const show = setInterval(() => {
      const seconds = (performance.now() - began) / 1000, most = LOOKS[LOOKS.length - 1]
      levels = [heard.level(), ...levels].slice(0, 20)
      bars.forEach((bar, at) => {
        const height = 4 + 70 * (levels[Math.abs(at - (BARS >> 1))] ?? 0)
        bar.setAttribute("height", String(height))
        bar.setAttribute("y", String(50 - height / 2))
      })
      arc?.setAttribute("stroke-dasharray", `${Math.min(100, seconds / most * 100)} 100`)
      time.textContent = t("listen.time", { time: clock(Math.min(most, seconds)), most: clock(most) })
      const isQuiet = seconds > 3 && levels.every((one) => one < QUIET)
      put(title, t(isQuiet ? "listen.nearer.title" : "listen.title"))
      put(said, t(isQuiet ? "listen.quiet" : "listen.more"))
    }, 100)
    signal.addEventListener("abort", () => clearInterval(show))
    try {
      for (const look of LOOKS) {
        await slept(look * 1000 - (performance.now() - began), signal)
        if (signal.aborted) return
        const goesOn = await this.report("recorded", await heard.recorded())
        if (signal.aborted || !goesOn) return
      }
    } catch (error) {
      // A recording counts at once or not at all: it begins again.
      this.refresh()
      throw error
    } finally {
      this.#end.abort()
    }
    this.data = { ...this.data, isLost: true, why: undefined }
  }
}

/** Changes a text only when it is another one, so that readers tell it once. @param {HTMLElement} element @param {string} text */
function put(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** @param {number} seconds */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`

/** @param {number} milliseconds @param {AbortSignal} signal */
const slept = (milliseconds, signal) => new Promise((resolve) => {
  setTimeout(resolve, Math.max(0, milliseconds))
  signal.addEventListener("abort", resolve, { once: true })
})
