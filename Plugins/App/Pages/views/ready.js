import { h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { state } from "../../ground/parts/state.js"
import { blob } from "../../ground/parts/icon.js"
import { hero } from "../parts/art.js"
import { playHead, TYPES } from "../parts/heads.js"
import { Screen } from "../parts/screen.js"

/** A shake that takes its time, and begins by a tap. Reports `start` with the chance. */
export default class Ready extends Screen {
  static tag = "app-ready"

  /** @override */
  head() {
    return playHead(undefined, () => this.report("back"))
  }

  /** @override @param {import("../coordinators/shake.js").Chance} chance */
  draw(chance) {
    this.title = chance.title
    return state(hero(chance.picture) ?? blob(TYPES[chance.type] ?? "shake"), h("h1", { class: "title" }, chance.title),
      t(`ready.${chance.type}`), button(t("ready.start"), () => this.report("start", chance), { kind: "win" }))
  }
}
