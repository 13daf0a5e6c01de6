import { api, path } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { rich, t } from "../../ground/i18n.js"
import { busy, button, buttonLink } from "../../ground/parts/button.js"
import { Field } from "../../ground/parts/field.js"
import { facts } from "../../ground/parts/list.js"
import { cli, id, note, quoted, say } from "../../ground/parts/says.js"
import { View } from "../../ground/view.js"
import { navigation } from "../navigation.js"
import { session } from "../session.js"
import { formAddress } from "./commands/declared.js"
import { refused } from "./commands/run.js"
import { actCard } from "./goods/acts.js"
import { at, back, readable } from "./goods/words.js"

/** A segment: its rule, how many it lists, what uses it, and whether a user is in it. */
export default class SegmentView extends View {
  /** @override */
  show() {
    this.title = this.params.segment
    return this.load(this, () => api.get(path("segments", this.params.segment), { signal: this.signal }),
      (one) => this.#page(one))
  }

  /** @param {any} one */
  #page(one) {
    const isList = one.rule === "a list"
    /** @type {string[]} */
    const campaigns = one.campaigns ? one.campaigns.split(", ") : []
    return [
      h("header", { class: "stack g3" }, back("/console/segments", t("nav.segments")),
        h("h1", null, isList ? t("sgm.is.list", { segment: one.segment, count: one.listed })
          : t("sgm.is.rule", { segment: one.segment })),
        h("p", { class: "row g2 wrap" }, h("span", { class: "mono soft" }, one.segment), id(one.id))),
      h("div", { class: "split-work" },
        h("div", { class: "stack g5" },
          say(isList
            ? rich("sgm.say.list", { count: one.listed })
            : rich("sgm.say.rule", { rule: readable(one.rule) }), " ",
            campaigns.length === 0 ? t("sgm.say.unused") : t("sgm.say.used", { count: campaigns.length })),
          campaigns.length > 0 && h("section", { class: "card g2" }, h("h2", null, t("sgm.campaigns")),
            h("ul", { class: "rows" }, campaigns.map((name) => h("li", null, session.isOpen("campaign show")
              ? h("a", { class: "grow strong", href: `/console/campaigns/${encodeURIComponent(name)}` }, name)
              : h("span", { class: "grow strong" }, name))))),
          this.#member(one.segment)),
        h("aside", { class: "stack g5 hand" },
          actCard([{ label: "sgm.remove", command: "segment remove", icon: "bin", isHarm: true,
            fixed: { name: one.segment }, values: { confirm: "" }, text: t("sgm.remove.text", { name: one.segment }) }],
          () => navigation.go("/console/segments"), isList && session.may("segment import") &&
            h("p", null, buttonLink(t("sgm.import"), formAddress("segment import", { name: one.segment }),
              { icon: "load" }))),
          h("section", { class: "card g3" }, h("h2", null, t("sgm.terms")), h("div", { class: "goods-terms" }, facts([
            [t("sgm.rule"), isList ? t("sgm.a-list") : readable(one.rule)], [t("goods.created"), at(one.created)]]))))),
      cli(`qix segment show ${quoted(one.segment)}`),
    ]
  }

  /** Whether a user is in it. @param {string} segment */
  #member(segment) {
    const answer = h("div", { "aria-live": "polite" })
    const field = new Field(t("sgm.user"), { hint: t("sgm.user.hint"), attributes: { autocomplete: "off" } })
    const act = button(t("sgm.ask"), null, { isDense: true, type: "submit" })
    const ask = async () => {
      if (!field.check()) return field.input.focus()
      try {
        const { user, is_member: isMember } = await api.get(path("segments", segment), {
          query: { user: field.value }, signal: this.signal,
        })
        fill(answer, note(rich(isMember ? "sgm.is-in" : "sgm.isnt-in", {
          user: h("a", { href: `/console/users/${encodeURIComponent(user)}` }, field.value),
        }), isMember ? "good" : ""))
      } catch (error) {
        if (!this.signal.aborted) fill(answer, refused(error))
      }
    }
    return h("form", { class: "card g4", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      void busy(act, ask)
    } }, h("h2", null, t("sgm.member")), field.element, h("div", { class: "row" }, act), answer)
  }
}
