import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { chip, choices } from "../../ground/parts/chip.js"
import { rows } from "../../ground/parts/list.js"
import { cli, note } from "../../ground/parts/says.js"
import { failed, nothingFound, skeleton } from "../../ground/parts/state.js"
import { View } from "../../ground/view.js"
import { navigation, search } from "../navigation.js"
import { word } from "./customer/proof.js"
import { grouped, only, placeOf } from "./find/found.js"

/** @typedef {import("./find/found.js").Hit} Hit */

/** What was searched for, by any number, name or code: grouped by kind; one customer alone is led to at once. */
export default class Find extends View {
  #text = ""
  #kind = "all"
  #answer = h("div", { class: "stack g5" })

  /** @override */
  show() {
    // Ids may stand in addresses, so that they can be links.
    const id = this.query.get("q") ?? ""
    this.#text = /^[a-z]{3}_[0-9a-z]{26}$/.test(id) ? id : search.text.trim()
    return this.#text ? this.#find() : this.#showNothing()
  }

  #showNothing() {
    fill(this, h("h1", null, t("find.title")), h("p", { class: "soft" }, t("find.text")), this.#lately())
  }

  async #find() {
    const { signal } = this
    fill(this, h("h1", null, t("find.for", { text: this.#text })), this.#answer)
    const timer = setTimeout(() => fill(this.#answer, skeleton(["chips", "line", "line s"])), 200)
    try {
      const answer = await api.post("/v1/find", { body: { text: this.#text }, signal })
      if (signal.aborted) return
      const one = only(answer.found)
      // Not a step that one goes back to: it would lead on at once.
      if (one) return void navigation.go(`/console/users/${encodeURIComponent(one)}`, { replaces: true })
      this.#tell(answer)
    } catch (error) {
      if (!signal.aborted) fill(this.#answer, failed(error, () => this.#find()))
    } finally {
      clearTimeout(timer)
    }
  }

  /** @param {{ found: Hit[], left_out: { what: string, why: string }[] }} answer */
  #tell({ found, left_out: leftOut }) {
    const groups = grouped(found)
    const title = found.length > 0 ? t("find.count", { count: found.length }) : t("find.nothing")
    const list = h("div", { class: "stack g5" })
    const show = () => fill(list, groups.filter(([kind]) => this.#kind === "all" || kind === this.#kind)
      .map(([kind, hits]) => h("section", { class: "card g2" }, h("h2", null, word("find.kind", kind)), rows(hits.map(row)))))
    show()
    fill(this, h("h1", null, title),
      groups.length > 1 && choices(t("find.kinds"), [
        { value: "all", label: t("find.all"), count: ` ${found.length}` },
        ...groups.map(([kind, hits]) => ({ value: kind, label: word("find.kind", kind), count: ` ${hits.length}` })),
      ], { value: this.#kind, onChange: (kind) => {
        this.#kind = kind
        show()
      } }),
      h("div", { class: "split-work" }, h("div", { class: "stack g5" },
        found.length === 0 ? h("div", { class: "card" }, nothingFound(t("find.none", { text: this.#text }), t("find.none-text"))) : list,
        leftOut.map((one) => note([h("b", null, t("find.left-out", { what: word("find.by", one.what) })), ` ${one.why}`], "warn"))),
      h("aside", { class: "stack g5 hand" }, this.#lately())),
      // The text may be a number or a name, which others on the machine could read on a command line.
      cli("qix find - < text.txt"))
    const heading = this.querySelector("h1")
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }

  #lately() {
    const all = search.recent.filter((text) => text !== this.#text)
    return all.length > 0 && h("section", { class: "card g2" }, h("h2", null, t("find.lately")), h("ul", { class: "rows" },
      all.map((text) => h("li", null, button(text, () => {
        search.text = text
        return navigation.again()
      }, { kind: "bare", isDense: true })))))
  }
}

/** @param {Hit} hit @returns {import("../../ground/parts/list.js").Row} */
function row(hit) {
  return {
    picture: PICTURES[hit.kind] ?? "search", title: hit.title ?? hit.id, href: placeOf(hit),
    text: [t("find.found-by", { by: word("find.by", hit.by) }), " · ", h("span", { class: "mono" }, hit.id)],
    figure: hit.state ? chip(word("state.any", hit.state)) : undefined,
  }
}

/** @type {Record<string, string>} */
const PICTURES = {
  user: "person", transfer: "join", redemption: "gift", voucher: "ticket", receipt: "receipt", campaign: "chart",
  shake: "pulse", reward: "gift", approval: "check",
}
