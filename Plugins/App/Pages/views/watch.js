import { fill, h, svg } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { icon } from "../../ground/parts/icon.js"
import { note } from "../../ground/parts/says.js"
import { stayAwake } from "../model/awake.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** Milliseconds for which what is said stays at least. */
const READABLE = 4000

/** The video, and a ring of what has counted. Reports `beat` with where the player is, and `choose`. */
export default class Watch extends Screen {
  static tag = "app-watch"
  /** @override */
  isHeld = true
  /** @type {HTMLVideoElement | undefined} */
  #video
  #last = -Infinity
  #isTelling = false
  /** A beat that waits until the server takes one. @type {ReturnType<typeof setTimeout> | undefined} */
  #soon
  /** Milliseconds sooner than which another beat tells the server nothing. */
  #least = 1250
  /** When something was said last, milliseconds. */
  #said = -READABLE
  /** The question that was asked last, while the server waits for its answer. @type {string | undefined} */
  #question
  /** What is said of the watching, and beside it the question: neither takes the other's place. */
  says = h("div", { "aria-live": "polite" })
  asks = h("div", { "aria-live": "polite" })

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    stayAwake(this.signal)
    const every = (this.data.video.heartbeat_seconds ?? 5) * 1000
    this.#least = every / 4
    const timer = setInterval(() => void this.#beat(), every)
    this.signal.addEventListener("abort", () => {
      clearInterval(timer)
      clearTimeout(this.#soon)
      this.#video?.pause()
    })
    // What is hidden or jumps is told as soon as the server takes it, so that as little as possible is lost.
    document.addEventListener("visibilitychange", () => void this.#beat(), { signal: this.signal })
  }

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /** @override @param {{ video: any, watched: number, needed: number, chance: any }} data */
  draw({ video, watched, needed, chance }) {
    this.title = chance.title
    this.#video ??= h("video", {
      src: video.url, playsinline: true, preload: "metadata", controls: true, "aria-label": chance.title,
      onseeked: () => void this.#beat(), onplay: () => void this.#beat(), onpause: () => this.#show(),
      onended: () => void this.#beat(), onerror: () => this.#say(t("watch.broken")),
    })
    this.count = h("b", { class: "tall-num" })
    this.arc = svg("circle", { class: "done butt", cx: 50, cy: 50, r: 42, pathLength: 100, "stroke-dasharray": "0 100" })
    queueMicrotask(() => this.#show(watched, needed))
    return h("div", { class: "watch" }, h("h1", { class: "sr" }, this.title),
      h("div", { class: "player" }, this.#video),
      h("div", { class: "stack g3" }, this.says, this.asks),
      h("div", { class: "tally" }, h("div", { class: "big-ring mid-ring" },
        svg("svg", { class: "ring", viewBox: "0 0 100 100", "aria-hidden": "true" },
          svg("circle", { class: "track", cx: 50, cy: 50, r: 42 }), this.arc),
        h("p", { class: "mid" }, this.count, h("span", { class: "soft small" }, t("watch.seconds"))))),
      h("div", { class: "stack g1 mid" }, h("p", { class: "row g2 strong center" }, icon("eye", { isSmall: true }), t("watch.open")),
        h("p", { class: "soft small" }, t("watch.text"))))
  }

  /** Tells where the player is. What comes too soon waits: a jump that is never told takes with it what is seen after it. */
  async #beat() {
    const video = this.#video
    if (!video || this.signal.aborted || (video.paused && video.currentTime === 0)) return
    clearTimeout(this.#soon)
    const wait = this.#isTelling ? this.#least : this.#last + this.#least - performance.now()
    if (wait > 0) {
      this.#soon = setTimeout(() => void this.#beat(), wait)
      return
    }
    this.#last = performance.now()
    this.#isTelling = true
    try {
      await this.#tell(video)
    } finally {
      this.#isTelling = false
    }
  }

  /** @param {HTMLVideoElement} video */
  async #tell(video) {
    const told = await this.report("beat", {
      position: Math.round(video.currentTime * 1000) / 1000, rate: video.playbackRate, visible: !document.hidden,
      muted: video.muted || video.volume === 0,
    })
    if (!told || this.signal.aborted) return
    if (told.isOffline) return this.#say(t("watch.offline"))
    this.#show(told.watched_seconds, told.needed_seconds)
    this.#ask(told.step === "answer" ? told : {})
    const why = told.not_counted
    // The server has not looked at where the player is.
    if (why === "repeated" || why === "too-soon") return
    if (why) return this.#say(t(`watch.${why}`))
    if (performance.now() - this.#said < READABLE) return
    // The end of the video isn't the end of the watching where a part was missed.
    this.#say(video.ended && told.watched_seconds < told.needed_seconds ? t("watch.again") : "")
  }

  /** @param {number} [watched] @param {number} [needed] seconds */
  #show(watched, needed) {
    if (watched !== undefined && needed !== undefined && this.count) {
      this.count.textContent = String(Math.max(0, Math.ceil(needed - watched)))
      this.arc?.setAttribute("stroke-dasharray", `${Math.min(100, watched / Math.max(0.001, needed) * 100)} 100`)
    }
  }

  /** @param {string} text */
  #say(text) {
    if (text) this.#said = performance.now()
    fill(this.says, text && note(text, "", { picture: "pause" }))
  }

  /**
   * The campaign's question, while the video goes on and it can be answered.
   * @param {{ question?: string, choices?: string[] }} asked
   */
  #ask({ question, choices = [] }) {
    if (this.#question === question) return
    this.#question = question
    fill(this.asks, question && h("section", { class: "card stack g3" }, h("h2", null, question),
      choices.map((choice) => button(choice, async () => {
        await this.report("choose", choice)
        fill(this.asks)
        this.#say(t("watch.thanks"))
      }, { isWide: true }))))
  }
}
