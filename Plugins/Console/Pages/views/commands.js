import { fill, h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { chip } from "../../ground/parts/chip.js"
import { Field } from "../../ground/parts/field.js"
import { fit } from "../../ground/parts/found.js"
import { icon } from "../../ground/parts/icon.js"
import { cli } from "../../ground/parts/says.js"
import { nothingFound } from "../../ground/parts/state.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { catalogue } from "./commands/catalogue.js"
import { formAddress, grouped } from "./commands/declared.js"

/** All commands: those of the role lead to a form, others are shown locked. */
export default class Commands extends View {
  /** @override */
  async show() {
    const place = h("div", { class: "stack g5" })
    fill(this, h("header", { class: "stack g1" }, h("h1", null, t("nav.commands")),
      h("p", { class: "soft" }, t("cmd.all.text"))),
      place)
    const { commands } = await catalogue()
    const list = h("div", { class: "stack g5" })
    const found = h("p", { class: "small soft", role: "status" })
    const field = new Field(t("cmd.search"), {
      type: "search", isOptional: true, hint: t("cmd.search.hint"), attributes: { autocomplete: "off" },
      onInput: () => show(),
    })
    const show = () => {
      const fitting = commands.filter((one) => fit(field.value, `${one.command} ${one.summary}`) > 0)
      fill(found, t("cmd.count", { count: fitting.length }))
      fill(list, fitting.length === 0 && nothingFound(t("cmd.none"), t("cmd.none.text")),
        grouped(fitting).map(([group, all]) =>
          h("details", { class: "card flush commands-group", open: field.value !== "" },
            h("summary", null, h("span", { class: "strong" }, group), " ",
              h("span", { class: "soft num" }, all.length)),
            h("ul", { class: "rows" }, all.map((one) => this.#row(one, Boolean(session.may(one.command))))))))
    }
    show()
    fill(place, field.element, found, list, cli("qix help commands"))
  }

  /** @param {import("./commands/declared.js").Declared} command @param {boolean} may */
  #row(command, may) {
    const text = h("span", null, h("span", { class: "strong mono" }, command.command), h("br"),
      h("span", { class: "soft small" }, command.summary))
    if (command.path && may) {
      return h("li", null, h("a", { class: "grow", href: formAddress(command.command) }, text),
        command.effect === "changes" && chip(t("cmd.changes")))
    }
    const why = command.path ? t("cmd.locked", { roles: command.roles.join(", ") }) : t("cmd.shell-only")
    return h("li", { class: "locked" }, h("div", { class: "grow soft" }, text),
      h("span", { class: "row g2 small soft" }, icon(command.path ? "lock" : "code", { isSmall: true }), why))
  }
}
