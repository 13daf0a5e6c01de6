/** Owns the history of the app: pushes, ends and presents what coordinators decide, and shows it. */

import { fill, h } from "../ground/h.js"
import { follow } from "../ground/follow.js"
import { t } from "../ground/i18n.js"
import { failed } from "../ground/parts/state.js"
import { announce, Router } from "../ground/router.js"
import { brand } from "../ground/brand.js"
import { tabs } from "./parts/tabs.js"
import { Screen } from "./parts/screen.js"

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
    return failed(error, () => this.report("again"))
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
  /** @type {HTMLDialogElement[]} */
  #sheets = []
  tabs = tabs((/** @type {string} */ tab) => this.root?.hear("tab", tab))
  /** Who decides what is shown at an address. @type {Coordinator | undefined} */
  root

  constructor() {
    this.#router = new Router({ base: BASE, routes: [], show: (_, place) => this.#open(place) })
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

  /** Leads on to an address of the app. @param {string} path below /app @param {{ replaces?: boolean }} [options] */
  push(path, options) {
    return this.#router.go(BASE + path, options)
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

  /** Shows another scene at the same place, such as what has become of a shake. @param {Scene} scene */
  swap(scene) {
    return this.#show({ ...this.#scene, load: undefined, data: undefined, follows: undefined, ...scene }, ++this.#turn)
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

  /** @param {import("../ground/router.js").Place} place */
  async #open(place) {
    const turn = ++this.#turn
    const path = place.url.pathname.slice(BASE.length).split("/").filter(Boolean).map(decoded)
    /** @type {Scene | undefined} */
    let scene
    try {
      scene = await this.root?.scene(path, place)
    } catch (error) {
      scene = { view: async () => ({ default: Failed }), data: error }
    }
    if (scene && turn === this.#turn) await this.#show(scene, turn)
  }

  /** @param {Scene} scene @param {number} turn */
  async #show(scene, turn) {
    /** @type {Screen} */
    let screen
    try {
      const [{ default: View }, loaded] = await Promise.all([scene.view(), this.#early(scene)])
      screen = made(View)
      if (loaded) screen.data = loaded.value
      else if (scene.load) {
        Promise.resolve(scene.load()).then((value) => (screen.data = value), (error) => this.#fail(error, scene, screen))
      } else if (scene.data !== undefined || !scene.follows) screen.data = scene.data ?? null
    } catch (error) {
      screen = made(Failed)
      screen.data = error
    }
    if (turn !== this.#turn) return
    this.#put(screen, scene)
    this.#follow(screen, scene)
  }

  /** What is there within a fifth of a second: the view then appears with it, and no skeleton flashes. @param {Scene} scene */
  async #early(scene) {
    if (!scene.load) return undefined
    const load = scene.load
    const asked = Promise.resolve(load())
    scene.load = () => asked
    const late = new Promise((resolve) => setTimeout(resolve, 200))
    return Promise.race([asked.then((value) => ({ value })), late.then(() => undefined)])
  }

  /** @param {Screen} screen @param {Scene} scene */
  #put(screen, scene) {
    screen.report = (name, detail) => {
      if (name === "again") return this.again()
      return (scene.by ?? this.root)?.hear(name, detail)
    }
    this.#screen?.remove()
    this.#screen = screen
    this.#scene = scene
    screen.className = ["app", scene.isTable && "table"].filter(Boolean).join(" ")
    document.body.className = scene.isTable ? "table" : ""
    const skip = h("a", { class: "skip", href: "#main" }, t("app.skip"))
    fill(document.body, skip, screen)
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

  /** @param {Screen} screen @param {Scene} scene */
  #follow(screen, scene) {
    const wanted = Object.entries(scene.follows ?? {})
    /** @type {Record<string, any>} */
    const values = { ...scene.data }
    for (const [name, path] of wanted) {
      follow(path, (value) => {
        values[name] = value
        if (wanted.every(([one]) => one in values)) screen.data = { ...values }
      }, {
        signal: screen.signal,
        onState: (state) => {
          if (state.is === "refused" && !(name in values)) this.#fail(state.error, scene, screen)
        },
      })
    }
  }
}

/** @param {import("./coordinators/coordinator.js").ViewClass} View */
function made(View) {
  if (!customElements.get(View.tag)) customElements.define(View.tag, View)
  return /** @type {Screen} */ (document.createElement(View.tag))
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
