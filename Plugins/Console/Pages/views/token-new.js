import { fill, h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { icon } from "../../ground/parts/icon.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { declaration } from "./commands/catalogue.js"
import { valuesOf } from "./commands/declared.js"
import { CommandRun } from "./commands/run.js"
import { secretCard } from "./house/secret.js"
import { limitsOf } from "./tokens.js"

/** A new token: what it may do, and its secret, which is shown this once. */
export default class NewToken extends View {
  /** @override */
  async show() {
    this.title = t("tok.create")
    const head = h("header", { class: "stack g1" },
      h("p", { class: "small soft" }, h("a", { href: "/console/tokens" }, t("nav.tokens"))),
      h("h1", null, t("tok.create")), h("p", { class: "soft" }, t("tok.create.text")))
    fill(this, head)
    const command = await declaration("token create")
    if (!command) return
    const run = new CommandRun(command, {
      values: {
        name: "", role: "", access: "write", from: "", most: "", most_per_day: "", expires: "P90D", scope: "",
        ...valuesOf(command, this.query),
      },
      // What a terminal would show makes no difference here.
      fixed: { reveal: undefined }, asks: session.may("token create")?.asks, act: t("tok.create.act"),
      effects: wouldBe, signal: this.signal, onDone: (answer) => this.#done(head, answer),
    })
    this.append(h("div", { class: "split-work" },
      h("section", { class: "card g5 two-columns", "aria-label": t("tok.create") }, run.element, run.news,
        h("div", { class: "row g3 wrap" }, run.go, run.look)),
      h("aside", { class: "stack g5 hand" }, h("div", { class: "card" }, run.preview),
        h("section", { class: "card g3" }, h("h2", null, t("cmd.typed")), run.line))))
  }

  /** @param {HTMLElement} head @param {any} answer */
  #done(head, answer) {
    const { secret, name } = answer
    const link = h("p", null, h("a", { href: `/console/tokens/${encodeURIComponent(name)}` }, t("tok.show", { name })))
    fill(this, head, secret
      ? secretCard(secret, name, this.signal, link)
      // A key that was sent twice gets the answer again, without the secret.
      : h("p", null, t("tok.secret.lost")), link.cloneNode(true))
  }
}

/** What a dry run says of a token. @param {any} answer */
export function wouldBe(answer) {
  const isOpen = answer.role === "integrator" && answer.access === "write" && !answer.most_per_day
  const line = (/** @type {string} */ sign, /** @type {string} */ picture,
    /** @type {import("../../ground/h.js").Child} */ child) =>
    h("li", { class: sign }, icon(picture, { isSmall: true }), h("span", null, child))
  return h("ul", { class: "diff" },
    line("add", "plus", [t("tok.would", { role: t(`role.${answer.role}`) }), " ", h("b", null, answer.name)]),
    line("add", "plus", answer.scopes ? t("tok.would.scopes", { list: answer.scopes.join(", ") }) : t("tok.would.all")),
    answer.access === "read" && line("add", "plus", t("tok.would.read")),
    limitsOf(answer) && line("add", "plus", limitsOf(answer)),
    line("add", "clock", t("tok.would.ends", { time: when(answer.expires) })),
    isOpen && line("stop", "warn", t("tok.would.unlimited")))
}
