import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { icon } from "../../ground/parts/icon.js"

const SECTIONS = /** @type {const} */ ([
  ["home", "", "home"], ["rewards", "/rewards", "gift"], ["shake", "/shake", "shake"], ["wallet", "/wallet", "wallet"],
  ["me", "/me", "person"],
])

/**
 * The sections of the app, below the thumb; a rail beside on wide screens.
 * @param {(tab: string) => unknown} onTab
 */
export function tabs(onTab) {
  const links = new Map(SECTIONS.map(([tab, path, picture]) => [tab, h("a", {
    href: `/app${path || "/"}`, class: tab === "shake" ? "shake" : undefined,
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void onTab(tab)
    },
  }, tab === "shake" ? h("span", null, icon(picture)) : icon(picture), h("b", null))]))
  const element = h("nav", { class: "tabs" }, [...links.values()])
  return {
    element,
    /** Marks the section that is shown. @param {string} shown */
    show(shown) {
      element.setAttribute("aria-label", t("app.sections"))
      for (const [tab, link] of links) {
        if (tab === shown) link.setAttribute("aria-current", "page")
        else link.removeAttribute("aria-current")
        const name = link.querySelector("b")
        if (name) name.textContent = t(`tab.${tab}`)
      }
    },
  }
}
