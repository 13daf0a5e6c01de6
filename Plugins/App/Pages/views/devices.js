import { h } from "../../ground/h.js"
import { ago, t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { blob } from "../../ground/parts/icon.js"
import { Screen } from "../parts/screen.js"

/** Where one is signed in. Reports `end-session`, and `sign-out` for this one. */
export default class Devices extends Screen {
  static tag = "app-devices"
  /** @override */
  hasBack = true

  /** @override */
  head() {
    this.title = t("me.devices")
    return super.head()
  }

  /** @override @param {{ sessions: any[] }} data */
  draw({ sessions }) {
    return h("div", { class: "stack g5 slim" },
      h("p", { class: "soft" }, t("devices.text")),
      h("ul", { class: "rows" }, sessions.map((one) => h("li", null, blob("key"),
        h("div", { class: "grow" }, h("p", { class: "strong" }, t("devices.since", { time: ago(one.created) })),
          h("p", { class: "small soft" }, t("devices.seen", { time: ago(one.seen) }))),
        one.is_this
          ? chip(t("devices.this"), "good")
          : h("div", { class: "stack g2" }, button(t("devices.end"), async () => {
            await this.report("end-session", one.session)
            this.data = { sessions: sessions.filter((other) => other !== one) }
          }, { isDense: true }),
          button(t("voucher.wasnt"), () => this.report("dispute", one.session), { isDense: true, kind: "bare" }))))))
  }
}
