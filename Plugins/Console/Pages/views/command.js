import { fill, h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { icon } from "../../ground/parts/icon.js"
import { cli } from "../../ground/parts/says.js"
import { noRight, nothingFound, sentence } from "../../ground/parts/state.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { answerOf, joined } from "./commands/answer.js"
import { catalogue } from "./commands/catalogue.js"
import { requestOf, valuesOf } from "./commands/declared.js"
import { CommandRun, refused } from "./commands/run.js"
import { send } from "./commands/send.js"

/** Any command with an address, as a form made of its declaration. */
export default class CommandView extends View {
  /** @override */
  async show() {
    const name = this.params.words.replaceAll("/", " ")
    this.title = name
    const [heading, place] = [h("h1", null, name), h("div", { class: "stack g5" })]
    fill(this, h("header", { class: "stack g1" },
      h("p", { class: "small soft" }, h("a", { href: "/console/commands" }, t("nav.commands"))), heading,
      h("p", { class: "mono soft" }, `qix ${name}`)), place)
    const { commands } = await catalogue()
    const command = commands.find((one) => one.command === name)
    if (!command) {
      fill(place, nothingFound(t("cmd.none"), t("cmd.none.text")))
      return
    }
    fill(heading, sentence(command.summary).replace(/\.$/, ""))
    if (!command.path) {
      fill(place, h("p", null, t("cmd.no-address", { reason: command.reason ?? "" })), cli(`qix ${name} --help`))
    } else if (!session.may(name)) {
      fill(place, noRight(session.current?.name ?? "", t("cmd.locked", { roles: command.roles.join(", ") })),
        cli(`qix ${name} --help`))
    } else {
      this.#form(place, command)
    }
  }

  /** @param {HTMLElement} place @param {import("./commands/declared.js").Declared} command */
  #form(place, command) {
    const result = h("div", { class: "stack g5" })
    const run = new CommandRun(command, {
      values: valuesOf(command, this.query), asks: session.may(command.command)?.asks, signal: this.signal,
      onDone: (answer, values) => this.#done(result, run, answer, values),
    })
    fill(place,
      command.discussion && h("details", { class: "small" }, h("summary", null, t("cmd.more")),
        command.discussion.split("\n\n").map((text) => h("p", { class: "soft" }, text))),
      h("div", { class: "split-work" },
        h("section", { class: "card g5", "aria-label": t("cmd.form") }, run.element, run.news,
          h("div", { class: "row g3 wrap" }, run.go, run.look)),
        h("aside", { class: "stack g5 hand" }, run.canLook && h("div", { class: "card" }, run.preview),
          h("section", { class: "card g3" }, h("h2", null, t("cmd.typed")), run.line))),
      result)
  }

  /**
   * @param {HTMLElement} place
   * @param {CommandRun} run
   * @param {any} answer
   * @param {import("./commands/declared.js").Values} values
   */
  #done(place, run, answer, values) {
    const heading = h("h2", { tabindex: -1 }, t(run.changes ? "cmd.done" : "cmd.answer"))
    const news = h("div")
    const more = answer?.next && button(t("part.more"), async () => {
      try {
        const next = await send(requestOf(run.command, values, { after: String(answer.next) }), { signal: this.signal })
        this.#done(place, run, joined(answer, next), values)
      } catch (error) {
        fill(news, refused(error))
      }
    }, { isDense: true })
    fill(place, h("section", { class: "card g4", "aria-live": "polite" },
      h("div", { class: "row g2" }, run.changes && h("span", { class: "good" }, icon("check")), heading),
      answerOf(answer, run.command.command), more, news))
    heading.focus()
  }
}
