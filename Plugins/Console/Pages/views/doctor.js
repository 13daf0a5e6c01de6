import { api } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { button, buttonLink } from "../../ground/parts/button.js"
import { blob, icon } from "../../ground/parts/icon.js"
import { cli } from "../../ground/parts/says.js"
import { empty } from "../../ground/parts/state.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { told } from "./commands/answer.js"
import { catalogue } from "./commands/catalogue.js"
import { formAddress } from "./commands/declared.js"
import { ailing, commandOf, isWell, linesIn } from "./lists/findings.js"

/** @typedef {import("./lists/findings.js").Finding} Finding */
/** @typedef {import("./commands/declared.js").Declared} Declared */

/** How the installation is: what needs work, with what helps, and what is well. */
export default class Doctor extends View {
  #heading = h("h1", null, t("nav.doctor"))
  #at = h("p", { class: "soft", role: "status" })
  #list = h("div", { class: "stack g5" })

  /** @override */
  show() {
    fill(this, h("header", { class: "row between wrap" }, h("div", { class: "stack g1" }, this.#heading, this.#at),
      button(t("doc.again"), () => this.#look(), { icon: "again", isDense: true })), this.#list, cli("qix doctor"))
    return this.#look()
  }

  #look() {
    return this.load(this.#list, () => Promise.all([
      api.get("/v1/doctor", { seconds: 60, signal: this.signal }), catalogue(),
    ]), ([{ findings }, { commands }]) => this.#draw(findings, commands))
  }

  /** @param {Finding[]} findings @param {Declared[]} commands */
  #draw(findings, commands) {
    const [needs, well] = [ailing(findings), findings.filter(isWell)]
    fill(this.#heading, needs.length === 0 ? t("doc.well") : t("doc.title", { count: needs.length }))
    fill(this.#at, t("doc.at", { time: when(Date.now(), "time"), count: well.length }))
    return [
      needs.length === 0
        ? h("section", { class: "card" }, empty(t("doc.well"), t("doc.well.text")))
        : h("ul", { class: "stack g4 reqs wide-reqs" }, needs.map((one) => this.#card(one, commands))),
      h("section", { class: "card g4", "aria-labelledby": "well" }, h("h2", { id: "well" }, t("doc.well-list")),
        h("ul", { class: "well" }, well.map((one) => h("li", null, icon("check", { isSmall: true }),
          h("span", null, one.check, h("br"), h("span", { class: "soft" }, one.detail)))))),
    ]
  }

  /** @param {Finding} finding @param {Declared[]} commands */
  #card({ check, verdict, detail, remedy }, commands) {
    const lines = linesIn(remedy)
    const forms = [...new Set(lines.flatMap((line) => commandOf(line, commands) ?? []))]
      .filter(({ command, path }) => path && session.may(command))
    return h("li", { class: "card req" }, blob("warn", verdict === "warning" ? "warn" : "bad"),
      h("div", { class: "body" },
      h("h2", null, check, h("span", { class: "sr" }, `, ${t(verdict === "warning" ? "doc.warning" : "doc.error")}`)),
      h("p", null, told(detail)), remedy && h("p", { class: "small soft" }, told(remedy.replaceAll("`", ""))),
      lines.map((line) => cli(line))),
    h("div", { class: "acts" }, forms.map(({ command }) => buttonLink(t("doc.open", { command }),
      formAddress(command)))))
  }
}
