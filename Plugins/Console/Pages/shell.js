import { isOnline, signals } from "../ground/api.js"
import { fill, h } from "../ground/h.js"
import { language, languages, names, t, when } from "../ground/i18n.js"
import { iconButton } from "../ground/parts/button.js"
import { icon, logo } from "../ground/parts/icon.js"
import { note } from "../ground/parts/says.js"
import { keep, kept, useScheme, withRecent } from "../ground/store.js"
import { brand } from "../ground/brand.js"
import { navigation, search } from "./navigation.js"
import { session } from "./session.js"
import { views } from "./views/registry.js"

/** What stands around all views: the side, the field to find by, and the place of the view. */
export class Shell {
  #find = h("input", { class: "input", id: "find", type: "search", autocomplete: "off", placeholder: t("find.hint") })
  #offline = h("div", { role: "status", class: "offline-bar" })
  #side = h("nav", { class: "side", "aria-label": t("console.label") })
  #end = new AbortController()
  /** Where a view stands. */
  place = h("div", { class: "view" })

  /** @param {{ onSignOut: () => unknown, onLanguage: (language: string) => unknown }} calls */
  constructor(calls) {
    this.calls = calls
    const form = h("form", {
      class: "find", role: "search",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault()
        void this.#search()
      },
    }, h("label", { class: "sr", for: "find" }, t("find.label")), icon("search"), this.#find, h("kbd", null, "/"))
    this.element = [
      h("a", { class: "skip", href: "#main" }, t("console.skip")), this.#side,
      h("main", { id: "main", class: "work", tabindex: -1 }, session.may("find") && form, this.#offline, this.place),
    ]
    const { signal } = this.#end
    document.addEventListener("keydown", (event) => this.#key(event), { signal })
    for (const name of ["offline", "online"]) signals.addEventListener(name, () => this.#showOffline(), { signal })
    this.#showOffline()
  }

  close() {
    this.#end.abort()
  }

  /** Marks where one is. @param {string} path */
  showSide(path) {
    const groups = /** @type {const} */ (["desk", "operate", "house"]).map((group) => ({
      group, items: views.filter(({ section, needs }) => section === group && session.isOpen(needs)),
    })).filter(({ items }) => items.length > 0)
    fill(this.#side,
      h("a", { class: "mark", href: "/console", "aria-label": t("nav.first", { name: brand.name }) },
        brand.logo ? h("img", { src: brand.logo, alt: "", class: "brand-logo" }) : logo(),
        h("span", null, t("console.name", { name: brand.name }))),
      groups.map(({ group, items }) => [
        h("p", { class: "group", id: `side-${group}` }, t(`nav.${group}`)),
        h("ul", { "aria-labelledby": `side-${group}` }, items.map((view) =>
          h("li", null, h("a", {
            href: view.path, "aria-current": path === view.path || path.startsWith(`${view.path}/`) ? "page" : undefined,
          }, icon(view.icon ?? "note"), h("span", null, t(view.title)))))),
      ]),
      this.#who())
  }

  #who() {
    const { current } = session
    const end = current?.expires
    return h("div", { class: "who" },
      h("span", { class: "strong" }, session.name),
      h("span", { class: "wide-only" }, end
        ? t("who.until", { role: t(`role.${current?.role}`), time: when(end, "time") })
        : t(`role.${current?.role}`)),
      h("div", { class: "row g2" },
        h("label", { class: "sr", for: "language" }, t("who.language")),
        h("select", {
          id: "language", class: "input tiny-input",
          onchange: (/** @type {Event} */ event) =>
            this.calls.onLanguage(/** @type {HTMLSelectElement} */ (event.target).value),
        }, languages.map((one) => h("option", { value: one, selected: one === language(), lang: one }, names[one]))),
        this.#scheme()),
      h("button", { type: "button", class: "link", onclick: () => this.calls.onSignOut() }, t("who.sign-out")))
  }

  #scheme() {
    const isDark = () =>
      (kept("scheme", /** @type {string | null} */ (null)) ??
        (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark"
    const element = iconButton(isDark() ? "sun" : "moon", t(isDark() ? "who.light" : "who.dark"), () => {
      const scheme = isDark() ? "light" : "dark"
      keep("scheme", scheme)
      useScheme(scheme)
      element.replaceWith(this.#scheme())
    })
    return element
  }

  #showOffline() {
    fill(this.#offline, !isOnline() && note([h("b", null, t("state.offline")), ". ", t("state.offline.text")], "warn",
      { picture: "offline" }))
  }

  async #search() {
    const text = this.#find.value.trim()
    if (!text) return
    search.text = text
    search.recent = withRecent(search.recent, text)
    if (location.pathname === "/console/find") await navigation.again()
    else await navigation.go("/console/find")
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event
    if (document.querySelector("dialog[open]") || event.isComposing || event.defaultPrevented) return
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return void openViews()
    }
    const isTyping = target instanceof HTMLElement &&
      (target.isContentEditable || target.matches("input, textarea, select"))
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    this.#find.focus()
    this.#find.select()
  }
}

/** Leads to any view by its name; what one may not see is shown, locked. */
async function openViews() {
  const { openPalette } = await import("../ground/parts/palette.js")
  await openPalette(views.filter(({ path, section }) => section || path === "/console").map((entry) => ({
    group: t("palette.pages"), label: t(entry.title), picture: entry.icon ?? "home",
    isLocked: !session.isOpen(entry.needs), act: () => navigation.go(entry.path),
  })))
}
