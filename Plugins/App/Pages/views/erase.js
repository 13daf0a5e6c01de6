import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { Field } from "../../ground/parts/field.js"
import { rows } from "../../ground/parts/list.js"
import { sentence } from "../../ground/parts/state.js"
import { ApiProblem } from "../../ground/problem.js"
import { form } from "../parts/form.js"
import { Screen } from "../parts/screen.js"

/** What goes with an account, and the word that lets it go. Reports `erase`. */
export default class Erase extends Screen {
  static tag = "app-erase"
  /** @override */
  hasBack = true
  /** @override */
  isHeld = true

  /** @override */
  head() {
    this.title = t("erase.title")
    return super.head()
  }

  /** @override @param {{ wallet: any, redemptions: any[] }} data */
  draw({ wallet, redemptions }) {
    const word = t("erase.word")
    const field = new Field(t("erase.write", { word }), { attributes: { autocomplete: "off", autocapitalize: "none" } })
    const act = async () => {
      if (field.value.toLowerCase() !== word.toLowerCase()) {
        field.error = t("erase.write", { word })
        return field.input.focus()
      }
      try {
        await this.report("erase")
      } catch (error) {
        field.error = error instanceof ApiProblem ? sentence(error.detail) : t("state.offline")
      }
    }
    const open = redemptions.filter((one) => ["held", "fulfilled"].includes(one.state)).length
    return h("div", { class: "stack g6 slim" },
      h("p", { class: "soft" }, t("erase.text")),
      rows([
        { picture: "minus", sign: "bad", title: t("erase.coins", { count: wallet.balance }),
          text: wallet.held > 0 ? t("erase.held", { count: wallet.held }) : undefined },
        ...(open > 0 ? [{ picture: "ticket", sign: /** @type {const} */ ("bad"), title: t("erase.taken", { count: open }) }] : []),
        { picture: "lock", title: t("erase.stays") },
      ]),
      form([field.element], t("profile.erase"), act, { kind: "harm" }))
  }
}
