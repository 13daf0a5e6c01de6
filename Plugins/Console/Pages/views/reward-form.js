import { api } from "../../ground/api.js"
import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { toast } from "../../ground/parts/toast.js"
import { View } from "../../ground/view.js"
import { navigation } from "../navigation.js"
import { session } from "../session.js"
import { declaration } from "./commands/catalogue.js"
import { formAddress } from "./commands/declared.js"
import { CommandRun } from "./commands/run.js"
import { RewardForm } from "./goods/form.js"
import { back, rewardAddress } from "./goods/words.js"

/** A new reward: its form, what would happen at its side, and the line that does the same. */
export default class RewardFormView extends View {
  /** @override */
  show() {
    return this.load(this, async () => {
      const [command, list] = await Promise.all([declaration("reward create"), session.isOpen("voucher list")
        ? api.get("/v1/vouchers", { query: { limit: 1000 }, signal: this.signal })
        : undefined])
      if (!command) throw new TypeError("there is no command 'reward create'")
      return { command, series: list?.series.filter((/** @type {any} */ one) => one.state === "open") }
    }, ({ command, series }) => {
      const run = new CommandRun(command, {
        form: (onChange) => new RewardForm({ series, onChange: () => {
          navigation.hasChanges(true)
          onChange()
        } }),
        asks: session.may("reward create")?.asks, act: t("rwd.f.act"), signal: this.signal,
        onDone: (answer) => {
          navigation.hasChanges(false)
          toast(t("rwd.f.done"))
          void navigation.go(rewardAddress(answer))
        },
      })
      return [
        h("header", { class: "stack g1" }, back("/console/rewards", t("nav.rewards")),
          h("h1", null, t("rwd.f.title.page")),
          h("p", { class: "soft" }, t("rwd.f.intro"), " ",
            h("a", { href: formAddress("reward create") }, t("rwd.f.general")))),
        h("div", { class: "split-work" },
          h("section", { class: "card g5", "aria-label": t("rwd.f.title.page") }, run.element, run.news,
            h("div", { class: "row g3 wrap" }, run.go, run.look)),
          h("aside", { class: "stack g5 hand" }, h("div", { class: "card goods-beside" }, run.preview),
            h("section", { class: "card g3" }, h("h2", null, t("cmd.typed")), run.line))),
      ]
    })
  }
}
