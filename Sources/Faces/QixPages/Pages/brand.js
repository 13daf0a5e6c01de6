/** The installation as its operator has named it. */
export const brand = {
  name: "qix",
  /** @type {string | null} */
  logo: null,
  language: "en",
  zone: "UTC",
  async load() {
    const answer = await fetch("/brand.json", { credentials: "omit" }).catch(() => undefined)
    // A network's own page may come in its place.
    if (answer?.ok) Object.assign(this, await answer.json().catch(() => ({})))
  },
  /** Takes over the colours that were set since the page was loaded: once its style is there, the old one goes. */
  async show() {
    const old = document.querySelector('link[href^="/brand.css"]')
    if (!old) return
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/brand.css?${Date.now()}` })
    const loaded = new Promise((resolve) => (link.onload = link.onerror = resolve))
    old.after(link)
    await loaded
    old.remove()
  },
}
