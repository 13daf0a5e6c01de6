import { api, path } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { ago, t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { facts } from "../../ground/parts/list.js"
import { cli, id, note, quoted } from "../../ground/parts/says.js"
import { toast } from "../../ground/parts/toast.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { openCommand } from "./commands/run.js"
import { word } from "./customer/proof.js"
import { secretCard } from "./house/secret.js"
import { signsOf, SOON } from "./house/tokens.js"
import { wouldBe } from "./token-new.js"
import { limitsOf, stateChip } from "./tokens.js"

/** One token: what it may do, a new secret, its end, and what it did. */
export default class TokenView extends View {
  #body = h("div", { class: "view" })
  #news = h("div", { "aria-live": "polite" })

  /** @override */
  async show() {
    const { token } = this.params
    this.title = token
    fill(this, this.#news, this.#body)
    await this.#load()
  }

  async #load() {
    const answer = await api.get(path("tokens", this.params.token), { signal: this.signal })
    fill(this.#body, this.#draw(answer))
  }

  /** @param {any} token */
  #draw(token) {
    const { name } = token
    const isValid = token.state === "valid"
    const about = encodeURIComponent(`token:${name}`)
    const [sign] = signsOf(token, Date.now())
    return [
      h("header", { class: "row between wrap" },
        h("div", { class: "stack g1" },
          h("p", { class: "small soft" }, h("a", { href: "/console/tokens" }, t("nav.tokens"))),
          h("div", { class: "row g3 wrap" }, h("h1", null, this.#finding(token)), stateChip(token))),
        isValid && h("div", { class: "row g2 wrap" },
          session.may("token rotate") &&
            button(t("tok.rotate"), () => this.#rotate(name), { icon: "again", isDense: true, kind: "main" }),
          session.may("token revoke") &&
            button(t("tok.revoke"), () => this.#revoke(name), { icon: "no", isDense: true, kind: "harm" }))),
      sign && sign !== "soon" && note([h("b", null, t(`tok.sign.${sign}`)), " ", t(`tok.sign.${sign}.text`)], "warn"),
      h("section", { class: "card g3", "aria-labelledby": "tok-facts" }, h("h2", { id: "tok-facts" }, t("tok.facts")),
        facts([
          [t("tok.role"), t(`role.${token.role}`)],
          [t("tok.access"), word("tok.access", token.access)],
          [t("tok.scopes"), token.scopes ? token.scopes.join(", ") : t("tok.would.all")],
          [t("tok.limits"), limitsOf(token) || t("tok.unlimited")],
          [t("tok.ends"), when(token.expires)],
          [t("tok.used"), token.used ? ago(token.used) : t("tok.never")],
          [t("tok.created"), t("set.by.short", { name: token.created_by, time: when(token.created, "date") })],
          [t("tok.issued"), when(token.issued)],
          ...token.ended ? [/** @type {[string, any]} */ ([t("tok.ended"), when(token.ended)])] : [],
          [t("tok.id"), id(token.token)],
        ])),
      session.may("audit show") && h("section", { class: "card g3", "aria-labelledby": "tok-log" },
        h("h2", { id: "tok-log" }, t("nav.audit")),
        h("p", { class: "row g4 wrap" },
          h("a", { href: `/console/audit?actor=${about}` }, t("tok.log.by")),
          h("a", { href: `/console/audit?subject=${about}` }, t("tok.log.about")))),
      cli(`qix token show ${quoted(name)}`),
    ]
  }

  /** @param {any} token */
  #finding(token) {
    const { name, state, expires, ended } = token
    if (state === "revoked") return t("tok.finding.revoked", { name, time: when(ended, "date") })
    if (state !== "valid") return t("tok.finding.over", { name, time: when(expires, "date") })
    return signsOf(token, Date.now()).includes("soon")
      ? t("tok.finding.soon", { name, days: SOON, time: when(expires, "date") })
      : t("tok.finding", { name, time: when(expires, "date") })
  }

  /** @param {string} name */
  async #rotate(name) {
    const answer = await openCommand("token rotate", {
      title: t("tok.rotate.title", { name }), text: t("tok.rotate.text"), act: t("tok.rotate"), effects: wouldBe,
      fixed: { token: name, reveal: undefined }, asks: session.may("token rotate")?.asks,
    })
    if (!answer) return
    await this.#load()
    fill(this.#news, answer.secret
      ? secretCard(answer.secret, name, this.signal)
      : note(t("tok.secret.lost"), "warn", { isAlert: true }))
  }

  /** @param {string} name */
  async #revoke(name) {
    const answer = await openCommand("token revoke", {
      title: t("tok.revoke.title", { name }), text: t("tok.revoke.text"), act: t("tok.revoke"), isHarm: true,
      fixed: { token: name }, asks: session.may("token revoke")?.asks,
      effects: ({ ended }) => h("p", null, t("tok.revoke.would", { time: when(ended) })),
    })
    if (!answer) return
    toast(t("tok.revoked"))
    fill(this.#news)
    await this.#load()
    const heading = this.querySelector("h1")
    if (heading) heading.tabIndex = -1
    heading?.focus()
  }
}
