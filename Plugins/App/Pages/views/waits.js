import { h } from "../../ground/h.js"
import { isOnline } from "../../ground/api.js"
import { t, when } from "../../ground/i18n.js"
import { button, iconButton } from "../../ground/parts/button.js"
import { ring } from "../../ground/parts/ring.js"
import { playHead } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** What was done without a network and waits. Reports `home`. */
export default class Waits extends Screen {
  static tag = "app-waits"

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    this.data.queue.addEventListener("change", () => this.refresh(), { signal: this.signal })
  }

  /** @override */
  head() {
    return playHead(this.data?.chance, () => this.report("home"))
  }

  /** @override @param {{ queue: typeof import("../model/queue.js").queue }} data */
  draw({ queue }) {
    this.title = t("waits.title", { count: queue.acts.length })
    return h("div", { class: "stack g5", "aria-live": "polite" },
      h("section", { class: "card g4" },
        h("div", { class: "row g4" }, ring(0.75), h("h1", { class: "title" }, this.title)),
        h("p", { class: "soft" }, t(isOnline() ? "waits.busy" : "waits.text")),
        h("ul", { class: "rows" }, queue.acts.map((act) => h("li", null,
          h("div", { class: "grow" }, h("p", { class: "strong" }, act.title),
            h("p", { class: "small soft" }, t("waits.kept", { time: when(act.at, "seconds") }))),
          iconButton("bin", t("waits.drop", { title: act.title }), () => queue.drop(act))))),
        queue.acts.length > 0 && button(t("waits.now"), () => queue.send(), { icon: "again", isWide: true })),
      button(t("refused.home"), () => this.report("home"), { kind: "bare", isWide: true }))
  }
}
