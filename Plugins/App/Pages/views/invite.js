import { h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { areFilled, Field } from "../../ground/parts/field.js"
import { blob } from "../../ground/parts/icon.js"
import { copy } from "../../ground/parts/says.js"
import { sentence } from "../../ground/parts/state.js"
import { toast } from "../../ground/parts/toast.js"
import { ApiProblem } from "../../ground/problem.js"
import { qrCode } from "../codes/drawn.js"
import { form } from "../parts/form.js"
import { Screen } from "../parts/screen.js"

/** One's link for friends, who is on the way, and the code that a friend gave. Reports `claim`. */
export default class Invite extends Screen {
  static tag = "app-invite"
  /** @override */
  hasBack = true
  /** @override */
  isHeld = true

  /** @override */
  head() {
    this.title = t("me.invite")
    return super.head()
  }

  /** @override @param {{ code: string, given?: string, claims: any[], programmes: any[] }} data */
  draw({ code, given, claims, programmes }) {
    const link = new URL(`/open/referral/${encodeURIComponent(code)}`, location.origin).href
    const [programme] = programmes
    const field = new Field(t("invite.given"), { value: given ?? "", attributes: { autocomplete: "off", autocapitalize: "characters" } })
    const claim = async () => {
      if (!areFilled([field])) return
      try {
        await this.report("claim", field.value)
        field.value = ""
        toast(t("invite.taken"))
      } catch (error) {
        field.error = error instanceof ApiProblem ? sentence(error.detail) : t("state.offline")
      }
    }
    return h("div", { class: "stack g6" },
      h("section", { class: "card table g5" },
        h("h2", { class: "title" }, programme?.referrer_coins && programme.referee_coins
          ? t("invite.both", { mine: programme.referrer_coins, theirs: programme.referee_coins })
          : t("invite.title")),
        h("p", { class: "soft" }, t("invite.text")),
        h("div", { class: "row g4 wrap" }, h("div", { class: "qr-tile paper" }, qrCode(link, t("invite.qr"))),
          h("div", { class: "stack g1" }, h("span", { class: "small soft" }, t("invite.word")),
            h("b", { class: "mono" }, code))),
        button(t("invite.share"), () => share(link), { kind: "win", isWide: true, icon: "share" })),
      claims.length > 0 && h("section", { class: "stack g2" }, h("h2", null, t("invite.way")),
        h("ul", { class: "rows" }, claims.map((one) => h("li", null, blob("person"),
          h("div", { class: "grow" }, h("p", { class: "strong" }, t(`invite.${one.state}`)),
            h("p", { class: "small soft" }, when(one.claimed, "date"))))))),
      h("section", { class: "stack g3 slim" }, h("h2", null, t("invite.friend")), form([field.element], t("invite.enter"), claim)),
      h("p", { class: "small soft" }, t("invite.private")))
  }
}

/** By the phone's own sheet where there is one. @param {string} link */
async function share(link) {
  if (navigator.share) await navigator.share({ url: link }).catch(() => undefined)
  else await copy(link)
}
