import { h } from "../../ground/h.js"
import { language, languages, names, t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { blob, icon } from "../../ground/parts/icon.js"
import { keep, kept, useScheme } from "../../ground/store.js"
import { purse } from "../model/session.js"
import { isKnown, lacking } from "../parts/lacking.js"
import { spaced } from "../parts/phone.js"
import { Screen } from "../parts/screen.js"
import { toggle } from "../parts/toggle.js"

const MODES = ["trial", "signed", "pro"]

/** Who one is, and settings. Reports `sign-in`, `go`, `language`, `install`, `sign-out`. */
export default class Me extends Screen {
  static tag = "app-me"

  /** @override */
  connectedCallback() {
    super.connectedCallback()
    purse.addEventListener("change", () => this.refresh(), { signal: this.signal })
  }

  /** @override */
  head() {
    this.title = t("tab.me")
    return super.head()
  }

  /** @override */
  aside() {
    return h("label", { class: "row g2" }, icon("globe", { isSmall: true }), h("span", { class: "sr" }, t("me.language")),
      h("select", {
        class: "input dense", onchange: (/** @type {Event} */ event) =>
          this.report("language", /** @type {HTMLSelectElement} */ (event.target).value),
      }, languages.map((one) => h("option", { value: one, lang: one, selected: one === language() }, names[one]))))
  }

  /** @override @param {{ user: any, motion: typeof import("../model/motion.js").motion, install: { way?: string }, unread?: number }} data */
  draw({ user, motion, install, unread = 0 }) {
    if (!user) return undefined
    return h("div", { class: "two stack g6" },
      h("div", { class: "stack g5" }, this.#ladder(user)),
      h("div", { class: "stack g6" },
        h("ul", { class: "rows" },
          this.#row("bell", "notices", "/me/notices", unread > 0 && chip(t("notices.new"), "good")),
          this.#row("star", "tier", "/tier"), this.#row("ticket", "vouchers", "/vouchers"),
          this.#row("users", "invite", "/invite"), this.#row("lock", "profile", "/me/profile"),
          install.way && h("li", null, blob("load"), h("div", { class: "grow" },
            h("p", { class: "strong" }, t("me.install")), h("p", { class: "small soft" }, t("me.install.text"))),
          button(t("me.install.act"), () => this.report("install"), { isDense: true })),
          this.#row("key", "devices", "/me/devices"), this.#row("talk", "disputes", "/me/disputes")),
        h("section", { class: "stack g2" }, h("h2", null, t("me.settings")),
          h("ul", { class: "rows" },
            h("li", null, toggle(t("me.motion"), t("me.motion.text"), motion.isOn, (isOn) => (motion.isOn = isOn))),
            h("li", null, toggle(t("me.dark"), t("me.dark.text"), kept("scheme", null) === "dark", (isOn) => {
              keep("scheme", isOn ? "dark" : null)
              useScheme(isOn ? "dark" : null)
            })))),
        isKnown(user) && button(t("me.sign-out"), () => this.report("sign-out"), { isWide: true })))
  }

  /** The mode, and what the next one takes. @param {any} user */
  #ladder(user) {
    const { mode } = user
    const lacksPhone = lacking(user).has("phone")
    const at = MODES.indexOf(mode)
    const state = mode === "trial" && isKnown(user) ? "signed" : mode
    const proved = ["phone", "email"].find((one) => user.profile.proved?.includes(one))
    return h("section", { class: "card stack g5" },
      h("div", { class: "stack g2" }, h("h2", null, t(`me.${state}`)),
        proved && h("p", null, t("me.as", { name: spaced(user.profile[proved] ?? "") })),
        h("p", { class: "soft" }, state === "trial" && !purse.available
          ? t("me.trial.nothing") : t(`me.${state}.text`, { count: purse.available ?? 0 }))),
      h("ol", { class: "ladder", "aria-label": t("me.modes") }, MODES.map((one, place) =>
        h("li", { class: place <= at && "on", "aria-current": place === at ? "step" : undefined }, t(`mode.${one}`)))),
      mode === "trial" && lacksPhone &&
        button(t("me.sign-in"), () => this.report("sign-in"), { kind: "main", isWide: true }),
      mode !== "pro" && !(mode === "trial" && lacksPhone) &&
        button(t("me.fill"), () => this.report("go", "/me/profile"), { kind: "main", isWide: true }))
  }

  /** @param {string} picture @param {string} name @param {string} path @param {import("../../ground/h.js").Child} [sign] */
  #row(picture, name, path, sign) {
    return h("li", null, blob(picture), h("a", { class: "grow", href: `/app${path}` }, h("span", null,
      h("span", { class: "strong" }, t(`me.${name}`)), h("br"), h("span", { class: "small soft" }, t(`me.${name}.text`)))),
    sign, icon("next", { isSmall: true }))
  }
}
