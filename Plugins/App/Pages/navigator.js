/** Owns the history of the app: pushes, ends and presents what coordinators decide, and shows it. */

import { h } from "../ground/h.js"
import { signals } from "../ground/api.js"
import { follow } from "../ground/follow.js"
import { t } from "../ground/i18n.js"
import { failed } from "../ground/parts/state.js"
import { NoAnswer } from "../ground/problem.js"
import { announce, Router } from "../ground/router.js"
import { brand } from "../ground/brand.js"
import { tabs } from "./parts/tabs.js"
import { Screen } from "./parts/screen.js"
import { learnAll } from "./model/words.js"
import { first } from "./views/first.js"

/** @typedef {import("./coordinators/coordinator.js").Scene} Scene */
/** @typedef {import("./coordinators/coordinator.js").Coordinator} Coordinator */

export const BASE = "/app"

/** A view that couldn't be shown. */
class Failed extends Screen {
  static tag = "app-failed"
  /** @override */
  hasBack = true
  /** @override */
  draw(/** @type {unknown} */ error) {
    const shown = failed(error, () => this.report("again"))
    this.title = shown.querySelector("h2")?.textContent ?? ""
    return shown
  }
}

export class Navigator {
  #router
  /** @type {Screen | undefined} */
  #screen
  /** @type {Scene | undefined} */
  #scene
  #isFirst = true
  /** Of what was asked to be shown last: an answer that comes later shows nothing. */
  #turn = 0
  /** Of what is shown. */
  #shown = 0
  /** @type {HTMLDialogElement[]} */
  #sheets = []
  tabs = tabs((/** @type {string} */ tab) => this.root?.hear("tab", tab))
  /** Who decides what is shown at an address. @type {Coordinator | undefined} */
  root

  constructor() {
    this.#router = new Router({ base: BASE, routes: [], show: (_, place, isBack) => this.#open({ ...place, isBack }) })
    addEventListener("popstate", () => this.#sheets.pop()?.close("back"))
  }

  /** @param {Coordinator} root */
  start(root) {
    this.root = root
    return this.#router.start()
  }

  /** The view that is on screen. */
  get screen() {
    return this.#screen
  }

  /** Whether the user is at something from which a shake must not lead away. */
  get isHeld() {
    return this.#sheets.length > 0 || (this.#screen?.isHeld ?? false)
  }

  /** Leads on to an address of the app. @param {string} path below /app @param {{ replaces?: boolean }} [options] @returns {Promise<void>} */
  push(path, options) {
    return this.#router.go(`${BASE}${path || "/"}`, options)
  }

  /** Ends what is shown: back to what lies before it, or else to where it belongs. @param {string} [otherwise] */
  end(otherwise) {
    if ((history.state?.position ?? 0) > 0) return history.back()
    return this.push(otherwise ?? this.#scene?.back ?? "", { replaces: true })
  }

  /** Shows the place again, with other rights or in another language. */
  again() {
    return this.#router.again()
  }

  /**
   * Shows another scene at the same place, such as what has become of a shake; nothing once the user has gone on to
   * another section.
   * @param {Scene} scene
   * @returns {Promise<boolean>} whether it is shown
   */
  async swap(scene) {
    if (this.#turn !== this.#shown || section(scene.by) !== section(this.#scene?.by)) return false
    const bare = { isTable: undefined, load: undefined, data: undefined, follows: undefined, otherwise: undefined, keeps: undefined }
    await this.#show({ ...this.#scene, ...bare, ...scene }, ++this.#turn)
    return true
  }

  /**
   * Takes a dialog into the history, so that the way back closes it. The promise gives what it was closed with.
   * @param {{ element: HTMLDialogElement, closed: Promise<any> }} dialog
   */
  async present({ element, closed }) {
    history.pushState({ ...history.state, isSheet: true }, "")
    this.#sheets.push(element)
    const answer = await closed
    const place = this.#sheets.indexOf(element)
    // It was closed by itself: its place in the history goes with it.
    if (place >= 0) {
      this.#sheets.splice(place, 1)
      const gone = new Promise((resolve) => addEventListener("popstate", resolve, { once: true }))
      history.back()
      await gone
    }
    return answer === "" || answer === "back" ? undefined : answer
  }

  /** @param {import("./coordinators/coordinator.js").Place} place @returns {Promise<void>} */
  async #open(place) {
    const turn = ++this.#turn
    // A slow answer: something is under way.
    setTimeout(() => turn > this.#shown && document.body.setAttribute("aria-busy", "true"), 300)
    const path = place.url.pathname.slice(BASE.length).split("/").filter(Boolean).map(decoded)
    /** @type {Scene | null | undefined} */
    let scene
    try {
      scene = await this.root?.scene(path, place)
    } catch (error) {
      scene = { view: "failed", data: error }
    }
    if (!scene || turn !== this.#turn) return
    if (scene.leadsTo !== undefined) return this.push(scene.leadsTo, { replaces: true })
    await this.#show(scene, turn)
  }

  /** @param {Scene} scene @param {number} turn */
  async #show(scene, turn) {
    /** @type {Screen | undefined} */
    let screen
    try {
      screen = made(await viewNamed(scene.view ?? "nowhere"))
      await this.#gather(screen, scene)
    } catch (error) {
      screen?.leave()
      screen = made(Failed)
      screen.data = error
    }
    if (turn !== this.#turn) return screen.leave()
    this.#shown = turn
    this.#put(screen, scene)
  }

  /**
   * Gives a view what it shows, now and whenever it changes. The view appears with it if it is there within a fifth of a
   * second, so that no skeleton flashes.
   * @param {Screen} screen
   * @param {Scene} scene
   */
  async #gather(screen, scene) {
    if (!scene.load && !scene.follows) {
      screen.data = scene.data ?? null
      return
    }
    /** @type {Record<string, any>} */
    const values = { ...scene.data }
    const missing = new Set([...Object.keys(scene.follows ?? {}), ...scene.load ? ["load"] : []])
    /** @type {(value?: any) => void} */
    let arrive
    /** @type {(error: unknown) => void} */
    let fail = () => undefined
    const there = new Promise((resolve, reject) => [arrive, fail] = [resolve, reject])
    const take = (/** @type {string} */ name, /** @type {Record<string, any>} */ given) => {
      Object.assign(values, given)
      missing.delete(name)
      if (missing.size > 0) return
      show(values)
      scene.keeps?.(values)
    }
    const show = (/** @type {Record<string, any>} */ data) => {
      const isLate = screen.data === undefined && screen === this.#screen
      screen.data = { ...data }
      // Only now it has a title.
      if (isLate) announce(screen.title, brand.name, screen)
      arrive()
    }
    const refuse = (/** @type {unknown} */ error) => {
      fail(error)
      this.#fail(error, scene, screen)
    }
    // Without a network: what was kept, until there is an answer.
    const keep = async () => {
      const kept = await scene.otherwise?.()
      if (missing.size === 0 || screen.signal.aborted) return
      if (kept) show({ ...values, ...kept })
      else if (screen.data === undefined) {
        // It goes on by itself once there is a network.
        screen.failure = new NoAnswer("offline")
        arrive()
      }
    }
    for (const [name, path] of Object.entries(scene.follows ?? {})) {
      follow(path, (value) => take(name, { [name]: value }), {
        signal: screen.signal,
        onState: (state) => {
          if (state.is === "refused" && missing.has(name)) refuse(state.error)
          if (state.is === "waiting" && missing.has(name)) void keep()
        },
      })
    }
    if (scene.load) Promise.resolve(scene.load()).then((value) => take("load", value), refuse)
    await Promise.race([there, new Promise((resolve) => setTimeout(resolve, 200))])
  }

  /** @param {Screen} screen @param {Scene} scene */
  #put(screen, scene) {
    screen.report = (name, detail) => {
      if (name === "again") return this.again()
      return (scene.by ?? this.root)?.hear(name, detail)
    }
    this.#screen?.leave()
    this.#screen = screen
    // Once there is a network, what failed for want of it is shown by itself.
    if (screen instanceof Failed && screen.data instanceof NoAnswer) {
      signals.addEventListener("online", () => void this.again(), { once: true, signal: screen.signal })
    }
    this.#scene = scene
    screen.className = ["app", scene.isTable && "table"].filter(Boolean).join(" ")
    document.body.className = scene.isTable ? "table" : ""
    document.body.removeAttribute("aria-busy")
    // No place of its own in the history.
    const skip = h("a", { class: "skip", href: "#main", onclick: (/** @type {Event} */ event) => {
      event.preventDefault()
      screen.main.focus()
    } }, t("app.skip"))
    document.body.querySelectorAll(":scope > :not(.toasts)").forEach((one) => one.remove())
    document.body.prepend(skip, screen)
    if (scene.tab) {
      this.tabs.show(scene.tab)
      screen.append(this.tabs.element)
    }
    announce(screen.title, brand.name, screen, !this.#isFirst)
    this.#isFirst = false
  }

  /** @param {unknown} error @param {Scene} scene @param {Screen} screen */
  #fail(error, scene, screen) {
    if (screen !== this.#screen) return
    const other = made(Failed)
    other.data = error
    this.#put(other, scene)
  }
}

/** The coordinator below the app to which one belongs. @param {Coordinator | undefined} one @returns {Coordinator | undefined} */
const section = (one) => (one?.parent?.parent ? section(one.parent) : one)

/** @param {import("./coordinators/coordinator.js").ViewClass} View */
function made(View) {
  if (!customElements.get(View.tag)) customElements.define(View.tag, View)
  return /** @type {Screen} */ (document.createElement(View.tag))
}

/** @param {string} name @returns {Promise<import("./coordinators/coordinator.js").ViewClass>} */
async function viewNamed(name) {
  if (name === "failed") return Failed
  const view = first[name] ?? (await otherViews()).rest[name]
  if (!view) throw new TypeError(`app: there is no view '${name}'`)
  return view
}

/** All other views, with their words. */
async function otherViews() {
  const [views] = await Promise.all([import("./views/rest.js"), learnAll()])
  return views
}

/** Brings all other views while nothing else happens, so that none has to be waited for. */
export const bringViews = () => setTimeout(otherViews, 1000)

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
