/** Moves between the views of one page: addresses, titles, focus, and the place to which one had scrolled. */

import { match } from "./paths.js"

/**
 * @typedef {object} Place
 * @property {URL} url
 * @property {Record<string, string>} params values of the pattern
 */
/**
 * @template R
 * @typedef {object} Routing
 * @property {string} base all addresses below it are views: `/console`
 * @property {(R & { path: string })[]} routes the first that fits is taken
 * @property {(route: R | undefined, place: Place, isBack: boolean) => void | Promise<void>} show
 * @property {() => boolean | Promise<boolean>} [mayLeave] asks before what was typed is lost
 */

/**
 * @template R
 */
export class Router {
  #routing
  #position = 0
  #hasChanges = false
  #end = new AbortController()
  /** @type {URL | undefined} */
  #shown

  /** @param {Routing<R>} routing */
  constructor(routing) {
    this.#routing = routing
  }

  start() {
    const { signal } = this.#end
    history.scrollRestoration = "manual"
    this.#position = history.state?.position ?? 0
    history.replaceState({ position: this.#position, scroll: history.state?.scroll ?? 0 }, "")
    document.addEventListener("click", (event) => this.#click(event), { signal })
    globalThis.addEventListener("popstate", (event) => void this.#pop(event), { signal })
    globalThis.addEventListener("beforeunload", (event) => {
      if (this.#hasChanges) event.preventDefault()
    }, { signal })
    return this.#show(history.state.scroll > 0)
  }

  stop() {
    this.#end.abort()
  }

  /** Says that something was typed which leaving would lose. @param {boolean} has */
  set hasChanges(has) {
    this.#hasChanges = has
  }

  /**
   * Leads to an address of this page.
   * @param {string} address
   * @param {{ replaces?: boolean }} [options]
   */
  async go(address, { replaces = false } = {}) {
    const url = new URL(address, location.href)
    if (!this.#isOwn(url)) throw new TypeError(`router: '${address}' isn't below ${this.#routing.base}`)
    if (!await this.#mayLeave()) return
    // The same address again is no new place in the history, as with a browser's own links.
    if (replaces || url.href === location.href) {
      history.replaceState({ position: this.#position, scroll: 0 }, "", url)
    } else {
      history.replaceState({ position: this.#position, scroll: scrollY }, "")
      history.pushState({ position: ++this.#position, scroll: 0 }, "", url)
    }
    await this.#show(false)
  }

  /** Shows the address again, with other rights or in another language. */
  again() {
    return this.#show(true)
  }

  /** @param {URL} url */
  #isOwn(url) {
    const { base } = this.#routing
    return url.origin === location.origin && (url.pathname === base || url.pathname.startsWith(`${base}/`))
  }

  async #mayLeave() {
    if (!this.#hasChanges) return true
    const may = await (this.#routing.mayLeave?.() ?? true)
    if (may) this.#hasChanges = false
    return may
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
    if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (link.target || link.hasAttribute("download") || !link.href) return
    const url = new URL(link.href)
    if (!this.#isOwn(url)) return
    // A place within the same view is the browser's own matter.
    if (url.hash && url.pathname === location.pathname && url.search === location.search) return
    event.preventDefault()
    void this.go(url.href)
  }

  /** @param {PopStateEvent} event */
  async #pop(event) {
    if (this.#shown && this.#shown.pathname === location.pathname && this.#shown.search === location.search) return
    const position = event.state?.position ?? 0
    if (this.#hasChanges) {
      const back = this.#position - position
      history.go(back)
      await new Promise((resolve) => globalThis.addEventListener("popstate", resolve, { once: true }))
      if (!await this.#mayLeave()) return
      history.go(-back)
      return
    }
    this.#position = position
    await this.#show(true)
  }

  /** @param {boolean} isBack */
  async #show(isBack) {
    const url = new URL(location.href)
    this.#shown = url
    const found = this.#routing.routes.map((route) => ({ route, params: match(route.path, url.pathname) }))
      .find(({ params }) => params)
    const scroll = isBack ? history.state?.scroll ?? 0 : 0
    await this.#routing.show(found?.route, { url, params: found?.params ?? {} }, isBack)
    // Another place may have been asked for meanwhile.
    if (this.#shown === url) globalThis.scrollTo(0, scroll)
  }
}

/**
 * Names a view: in the title of the window, and by the focus on its heading, which readers then tell.
 * @param {string} title
 * @param {string} site
 * @param {Element} view
 * @param {boolean} [takesFocus] not for the first view, which the browser tells
 */
export function announce(title, site, view, takesFocus = true) {
  document.title = title ? `${title} · ${site}` : site
  const heading = view.querySelector("h1")
  if (!takesFocus || !(heading instanceof HTMLElement)) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
