import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { ago, t, when } from "../../ground/i18n.js"
import { buttonLink } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { Filters } from "../../ground/parts/filters.js"
import { cli } from "../../ground/parts/says.js"
import { nothingFound } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { countsOf, fits, SIGNS, signsOf, SOON } from "./house/tokens.js"
import { word } from "./customer/proof.js"

/** @typedef {import("./house/tokens.js").Token} Token */

const ROLES = ["admin", "operator", "integrator", "support", "auditor"]

/** All tokens, and which of them need a look. */
export default class Tokens extends View {
  /** @type {Token[]} */
  #tokens = []
  #heading = h("h1", null, t("nav.tokens"))
  #text = h("p", { class: "soft" })
  #list = h("div")
  /** @type {Filters | undefined} */
  #filters

  /** @override */
  async show() {
    this.title = t("nav.tokens")
    const states = ["", "valid", ...SIGNS, "expired", "revoked"]
    this.#filters = new Filters("tokens", [
      { name: "state", label: t("tok.which"), kind: "choice",
        options: states.map((value) => ({ value, label: t(`tok.is.${value || "all"}`, { days: SOON }) })) },
      { name: "role", label: t("tok.role"), kind: "choice",
        options: ["", ...ROLES].map((value) => ({ value, label: value ? t(`role.${value}`) : t("tok.is.all") })) },
    ], { query: this.query, onChange: () => this.#draw() })
    fill(this, h("header", { class: "row between wrap" }, h("div", { class: "stack g1" }, this.#heading, this.#text),
      session.may("token create") && buttonLink(t("tok.new"), "/console/tokens/new", { icon: "plus", kind: "main" })),
    this.#filters.element, this.#list, cli("qix token list --all"))
    await this.load(this.#list, () => api.get("/v1/tokens", { query: { all: true }, signal: this.signal }),
      ({ tokens }) => {
        this.#tokens = tokens
        this.#find()
        return undefined
      })
    if (this.#tokens.length > 0) this.#draw()
  }

  /** Says what matters first; the rest stands below. */
  #find() {
    const now = Date.now()
    const counted = SIGNS.map((sign) => ({
      sign, count: this.#tokens.filter((one) => signsOf(one, now).includes(sign)).length,
    })).filter(({ count }) => count > 0)
    const valid = this.#tokens.filter((one) => one.state === "valid").length
    const [first, ...rest] = counted
    fill(this.#heading, first
      ? t(`tok.title.${first.sign}`, { count: first.count, days: SOON })
      : t("tok.title", { count: valid }))
    fill(this.#text, [
      ...rest.map(({ sign, count }) => `${t(`tok.title.${sign}`, { count, days: SOON })}. `),
      first ? t("tok.text", { count: valid }) : t("tok.text.well"),
    ])
  }

  #draw() {
    const [now, values] = [Date.now(), this.#filters?.values ?? {}]
    const counts = countsOf(this.#tokens, values, now)
    this.#filters?.count("state", counts.state)
    this.#filters?.count("role", counts.role)
    const rows = this.#tokens.filter((one) => fits(one, values, now))
    fill(this.#list, rows.length === 0
      ? h("section", { class: "card" }, nothingFound(t("tok.none"), t("tok.none.text")))
      : h("section", { class: "card flush" }, this.#table(rows, now).element))
  }

  /** @param {Token[]} rows @param {number} now */
  #table(rows, now) {
    const is = (/** @type {Token} */ row, /** @type {typeof SIGNS[number]} */ sign) => signsOf(row, now).includes(sign)
    return new Table(t("nav.tokens"), [
      { title: t("tok.name"), value: (row) => row.name,
        show: (row) => h("a", { href: `/console/tokens/${encodeURIComponent(row.name)}` }, row.name) },
      { title: t("tok.role"), value: (row) => t(`role.${row.role}`), show: (row) => [t(`role.${row.role}`),
        row.scopes && [h("br"), h("span", { class: "soft small" }, row.scopes.join(", "))]] },
      { title: t("tok.access"), value: (row) => word("tok.access", row.access) },
      { title: t("tok.state"), value: (row) => word("tok.state", row.state), show: stateChip },
      { title: t("tok.ends"), value: (row) => row.expires, show: (row) =>
        h("span", { class: is(row, "soon") && "warn strong" }, when(row.expires, "date")) },
      { title: t("tok.used"), value: (row) => row.used, show: (row) => (row.used ? ago(row.used) : t("tok.never")) },
      { title: t("tok.limits"), value: limitsOf, show: (row) => (is(row, "unlimited")
        ? h("span", { class: "warn strong" }, t("tok.unlimited"))
        : limitsOf(row) || "–") },
    ], { rows })
  }
}

/** @param {Pick<Token, "state">} token */
export const stateChip = ({ state }) =>
  chip(word("tok.state", state), state === "valid" ? "good" : state === "revoked" ? "bad" : "warn")

/** What a token may give out at most, in words. @param {Pick<Token, "from" | "most" | "most_per_day">} token */
export const limitsOf = ({ from, most, most_per_day: daily }) => [
  most && t("tok.most", { count: most }), daily && t("tok.daily", { count: daily }),
  from && t("tok.from", { name: from.replace(/^budget:/, "") }),
].filter(Boolean).join(", ")
