import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { number, t } from "../../ground/i18n.js"
import { blob, icon } from "../../ground/parts/icon.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { waits } from "./house/waits.js"
import { views } from "./registry.js"

/** @typedef {import("./house/waits.js").Wait} Wait */

/** The first page: what waits for the one who is signed in, and where they may go. */
export default class Home extends View {
  /** How much of each waits; undefined until it is known. @type {Map<string, number | undefined>} */
  #counts = new Map()
  #finding = h("h2", { role: "status" })

  /** @override */
  show() {
    this.title = t("nav.home")
    const open = views.filter(({ section, needs }) => section && session.isOpen(needs))
    const asked = waits.filter(({ needs }) => session.isOpen(needs))
    fill(this,
      h("header", { class: "stack g1" }, h("h1", null, t("home.title", { name: session.name })),
        h("p", { class: "soft" }, t("home.text"))),
      asked.length > 0 && h("section", { class: "card g3", "aria-label": t("now.label") }, this.#finding,
        h("ul", { class: "rows" }, asked.map((wait) => this.#row(wait)))),
      open.length > 0 && h("ul", { class: "cards-2" }, open.map((entry) =>
        h("li", null, h("a", { class: "card", href: entry.path }, icon(entry.icon ?? "note"),
          h("span", { class: "strong" }, t(entry.title)))))))
  }

  /** @param {Wait} wait */
  #row(wait) {
    const { name, href, icon: picture, path, query, isFollowed, isWork, count } = wait
    const [mark, text, figure] = [h("span"), h("span", { class: "strong" }, t(`now.${name}`)), h("span", null, "…")]
    fill(mark, blob(picture))
    this.#counts.set(name, undefined)
    const take = (/** @type {any} */ answer) => {
      const found = count(answer, session.current?.name ?? "")
      this.#counts.set(name, found)
      fill(mark, blob(picture, isWork ? (found > 0 ? "warn" : "good") : ""))
      fill(text, t(found > 0 ? `now.${name}.some` : `now.${name}.none`, { count: found }))
      fill(figure, `${number(found)}${answer.more ? "+" : ""}`)
      this.#say()
    }
    // What can't be known now stands there without a figure.
    const fail = () => {
      if (!this.signal.aborted) fill(figure, "–")
    }
    if (isFollowed) this.follow(path, take, { query, onState: ({ is }) => is === "refused" && fail() })
    else api.get(path, { query, seconds: 60, signal: this.signal }).then(take, fail)
    return h("li", null, mark, h("a", { class: "grow", href }, text), h("span", { class: "fig" }, figure))
  }

  #say() {
    const work = waits.filter(({ name, isWork }) => isWork && this.#counts.has(name))
      .map(({ name }) => this.#counts.get(name))
    if (work.some((count) => count === undefined)) return
    const kinds = work.filter((count) => count).length
    const text = kinds > 0 ? t("now.title", { count: kinds }) : t("now.title.none")
    if (this.#finding.textContent !== text) fill(this.#finding, text)
  }
}
