import { fill, h, svg } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button, iconButton } from "../../ground/parts/button.js"
import { blob, icon } from "../../ground/parts/icon.js"
import { ring } from "../../ground/parts/ring.js"
import { note } from "../../ground/parts/says.js"
import { cornersOf } from "../parts/corners.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"
import { NoCamera, openCamera } from "../senses/camera.js"
import { isConvex } from "../senses/paper.js"
import { PIECE } from "../model/upload.js"
import { NoPicture, Picture, shown } from "../senses/picture.js"

/** Parts of one receipt, at most. */
const MOST = 6
const PDF = "application/pdf"
/** What makes a picture hard to read, the worst first. */
const FAULTS = /** @type {const} */ (["isCut", "isDark", "isBlurred", "isSmall"])
/** Pixels of the longer side that a camera is asked for. */
const LONGEST = 3840

/** A receipt by the camera or from a file, its corners, its parts. Reports `hand-in` with the parts in order, and `home`. */
export default class Receipt extends Screen {
  static tag = "app-receipt"
  /** @override */
  isHeld = true
  /** What is shown now: the camera, the corners, the parts, or how far they are sent. */
  #place = h("div", { class: "shots" })
  #lamp = h("span")
  #video = h("video", { playsinline: true, muted: true, "aria-hidden": "true" })
  /** Ends the camera. */
  #camera = new AbortController()
  /** @type {Blob[]} */
  #parts = []

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    this.signal.addEventListener("abort", () => this.#camera.abort())
    const { picture, step } = this.data
    // The gallery shows each step alone.
    if (step) return void this.#start(step)
    void (picture ? this.#take(picture) : this.#look())
  }

  /** @override */
  head() {
    const [name, close] = playHead(this.data?.chance, () => this.report("home"))
    return [name, this.#lamp, close]
  }

  /** @override @param {{ chance: import("../coordinators/shake.js").Chance }} data */
  draw({ chance }) {
    this.title = chance.title
    return this.#place
  }

  /** @param {string} name of a heading @param {string} shape of the place @param {...import("../../ground/h.js").Child} children */
  #show(name, shape, ...children) {
    const heading = h("h1", { class: shape === "lens" ? "sr" : "title", tabindex: -1 }, t(name))
    const isFirst = !this.#place.firstChild
    fill(this.#place, h("div", { class: shape }, heading, children))
    if (!isFirst) heading.focus({ preventScroll: true })
  }

  /** Shows what the camera sees. */
  async #look() {
    this.#camera.abort()
    this.#camera = new AbortController()
    const { signal } = this.#camera
    const video = this.#video
    video.muted = true
    const count = this.#parts.length
    const snap = h("button", { type: "button", class: "snap", "aria-label": t("receipt.snap"), disabled: true,
      onclick: () => video.videoWidth > 0 && this.#take(video) })
    this.#show("receipt.title", "lens", video,
      h("div", { class: "frame" }, svg("svg", { viewBox: "0 0 300 400", "aria-hidden": "true" },
        svg("path", { d: "M2 48V22A20 20 0 0 1 22 2h26M252 2h26a20 20 0 0 1 20 20v26M298 352v26a20 20 0 0 1-20 20h-26M48 398H22a20 20 0 0 1-20-20v-26" }))),
      h("div", { class: "lens-foot stack g3" },
        this.data.isLost && note(t("receipt.lost"), "warn"),
        h("p", { class: "mid strong", role: "status" }, count > 0 ? t("receipt.overlap", { part: count + 1 }) : t("receipt.hint")),
        h("div", { class: "shutter" }, this.#choose("cards"), snap,
          count > 0 && button(t("app.back"), () => this.#list(), { kind: "bare" }))))
    try {
      const { light } = await openCamera(video, signal)
      // Letters are small: as many pixels as there are.
      const [track] = /** @type {MediaStream} */ (video.srcObject).getVideoTracks()
      await track?.applyConstraints({ width: { ideal: LONGEST }, height: { ideal: LONGEST * 9 / 16 } }).catch(() => undefined)
      snap.disabled = false
      let isLit = false
      const lamp = light && iconButton("sun", t("scan.light"), async () => {
        await light(isLit = !isLit)
        lamp?.setAttribute("aria-pressed", String(isLit))
      })
      lamp?.setAttribute("aria-pressed", "false")
      if (!signal.aborted) fill(this.#lamp, lamp)
    } catch (error) {
      if (!(error instanceof NoCamera)) throw error
      if (!signal.aborted) this.#lacks(error.why)
    }
  }

  /** There is no camera: why, and what can be done. @param {string} why */
  #lacks(why) {
    const isApple = /iPhone|iPad/.test(navigator.userAgent)
    const text = { none: "receipt.none", insecure: "receipt.insecure", denied: isApple ? "camera.denied.apple" : "camera.denied.text" }[why]
    this.#show("receipt.title", "stack", h("div", { class: "card stack g3" },
      this.data.isLost && note(t("receipt.lost"), "warn"),
      blob("warn", "warn"), h("h2", { class: "title" }, t(`camera.${why}`)), h("p", { class: "soft" }, t(text ?? `camera.${why}.text`)),
      this.#parts.length > 0 && note(t("receipt.overlap", { part: this.#parts.length + 1 })),
      this.#choose("receipt", "environment"), this.#choose("cards", ""),
      button(t("part.again"), () => this.#look(), { kind: "bare", isWide: true }),
      this.#parts.length > 0 && button(t("app.back"), () => this.#list(), { kind: "bare", isWide: true })))
  }

  /**
   * A button for a file: a picture, or a PDF; or for the phone's own camera.
   * @param {string} picture
   * @param {string} [capture] in words
   */
  #choose(picture, capture) {
    const input = h("input", {
      type: "file", accept: capture ? "image/*" : "image/*,application/pdf", capture: capture || undefined, class: "sr", tabindex: -1,
      "aria-hidden": "true", onchange: () => input.files?.[0] && void this.#take(input.files[0]),
    })
    const act = () => input.click()
    const name = t(capture ? "receipt.photo" : "receipt.choose")
    return [input, capture === undefined ? iconButton(picture, name, act)
      : button(name, act, { isWide: true, icon: picture, kind: capture ? "main" : "" })]
  }

  /** @param {HTMLVideoElement | Blob} source */
  async #take(source) {
    // A PDF has corners of its own.
    if (source instanceof Blob && source.type === PDF) {
      this.#stop()
      return this.#add(source)
    }
    try {
      const picture = await Picture.of(source)
      this.#stop()
      this.#crop(picture)
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error
      this.#stop()
      this.#show("receipt.broken", "stack", h("p", { class: "soft" }, t("receipt.broken.text")), this.#choose("cards", ""),
        button(t("receipt.again"), () => this.#look(), { isWide: true }))
    }
  }

  #stop() {
    this.data.isLost = false
    this.#camera.abort()
    fill(this.#lamp)
  }

  /** Is this the whole receipt? @param {Picture} picture */
  #crop(picture) {
    let corners = picture.find()
    const said = h("div", { role: "status" })
    const judge = () => fill(said, judged(picture, corners, this.#parts.length > 0))
    const cut = async () => {
      const file = isConvex(corners) ? await picture.cut(corners).catch(() => null) : null
      if (!file) fill(said, note([h("b", null, t("receipt.crossed")), " ", t("receipt.crossed.text")], "bad", { isAlert: true }))
      return file
    }
    const use = async (/** @type {boolean} */ isLonger) => {
      const file = await cut()
      if (file) this.#add(file, isLonger)
    }
    judge()
    this.#show("receipt.whole", "stack g4",
      cornersOf(picture, corners, (moved) => {
        corners = moved
        judge()
      }), said,
      h("div", { class: "row g3" }, button(t("receipt.again"), () => this.#look()),
        button(t("receipt.use"), () => use(false), { kind: "main", isWide: true }),
        iconButton("again", t("receipt.turn"), () => this.#crop(picture.turned()))),
      this.#parts.length + 1 < MOST && button(t("receipt.longer"), () => use(true), { kind: "bare", icon: "plus", isWide: true }))
  }

  /** @param {Blob} file @param {boolean} [isLonger] whether another part follows */
  #add(file, isLonger = false) {
    this.#parts.push(file)
    return isLonger ? this.#look() : this.#list()
  }

  /** All parts, before they are handed in. */
  #list() {
    const parts = this.#parts, count = parts.length
    if (count === 0) return void this.#look()
    const isPDF = parts.some(({ type }) => type === PDF)
    this.#show("receipt.ready", "stack g4",
      h("ol", { class: "thumbs" }, parts.map((file, at) => h("li", null,
        file.type === PDF ? h("span", { class: "row g2" }, icon("receipt"), "PDF") : shown(file, t("receipt.part", { part: at + 1, count })),
        iconButton("bin", t("receipt.drop", { part: at + 1 }), () => {
          parts.splice(at, 1)
          this.#list()
        })))),
      h("p", { class: "soft" }, t("receipt.private")),
      button(t("receipt.hand-in"), () => this.#send(), { kind: "win", isWide: true }),
      count < MOST && !isPDF && button(t("receipt.longer"), () => this.#look(), { kind: "bare", icon: "plus", isWide: true }))
  }

  async #send() {
    const files = [...this.#parts]
    const tell = this.#sending()
    const all = files.reduce((sum, { size }) => sum + size, 0)
    // What is sent at once is read at once.
    if (all <= PIECE) tell(1, true)
    const hear = (/** @type {Event} */ event) => {
      const { act, part } = /** @type {CustomEvent} */ (event).detail
      if (act.body.image?.[0] === files[0]) tell(part, (1 - part) * all <= PIECE)
    }
    this.data.queue.addEventListener("progress", hear, { signal: this.signal })
    try {
      await this.report("hand-in", files)
    } catch (error) {
      // What couldn't be sent or kept can be tried again.
      if (!this.signal.aborted) this.#list()
      throw error
    } finally {
      this.data.queue.removeEventListener("progress", hear)
    }
  }

  /** How far it is sent. */
  #sending() {
    const shape = ring(0), arc = shape.querySelector(".done"), said = h("b", { class: "tall-num" }, "0 %")
    const bar = h("div", { class: "big-ring", role: "progressbar", "aria-label": t("receipt.sent"), "aria-valuenow": 0, "aria-valuemin": 0, "aria-valuemax": 100 },
      shape, said)
    const text = h("p", { class: "soft", role: "status" }, t("receipt.sending.text"))
    this.#show("receipt.sending", "stage", bar, text)
    return (/** @type {number} */ part, /** @type {boolean} */ isLast) => {
      const percent = String(Math.round(part * 100))
      bar.setAttribute("aria-valuenow", percent)
      arc?.setAttribute("stroke-dasharray", `${part * 100} 100`)
      said.textContent = `${percent} %`
      if (isLast) text.textContent = t("receipt.reading")
    }
  }

  /** A step of the gallery. @param {{ name: string, picture: () => Promise<Picture>, part?: number, why?: string, count?: number }} step */
  async #start({ name, picture, part = 0, why = "none", count = 1 }) {
    if (name === "lacks") return this.#lacks(why)
    if (name === "sending") return this.#sending()(part, part > 0.9)
    const made = await picture()
    if (name === "corners") return this.#crop(made)
    for (let at = 0; at < count; at++) {
      const file = await new Promise((resolve) => made.canvas.toBlob(resolve, "image/jpeg"))
      this.#parts.push(/** @type {Blob} */ (file))
    }
    this.#list()
  }
}

/**
 * Whether the picture can be read, before it is sent.
 * @param {Picture} picture
 * @param {import("../senses/paper.js").Corners} corners
 * @param {boolean} isPart of a receipt, whose other parts show the other corners
 */
function judged(picture, corners, isPart) {
  if (!isConvex(corners)) return note([h("b", null, t("receipt.crossed")), " ", t("receipt.crossed.text")], "bad")
  const found = picture.quality(corners)
  if (picture.leavesOut(corners)) return note([h("b", null, t("receipt.isOut")), " ", t("receipt.isOut.text")], "warn")
  const faults = FAULTS.filter((one) => found[one] && !(isPart && one === "isCut"))
  if (faults.length === 0) return note([h("b", null, t("receipt.good")), " ", t("receipt.drag")], "good")
  return note([faults.map((one) => [h("b", null, t(`receipt.${one}`)), " ", t(`receipt.${one}.text`), " "]), t("receipt.anyway")], "warn")
}
