import { fill, h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { icon } from "../../ground/parts/icon.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { views } from "./registry.js"

/** The first page: what one can do here, by the rights that one has. */
export default class Home extends View {
  /** @override */
  show() {
    this.title = t("nav.home")
    const open = views.filter(({ section, needs }) => section && session.isOpen(needs))
    fill(this,
      h("h1", null, t("home.title", { name: session.name })),
      h("p", { class: "soft" }, t("home.text", { count: session.current?.commands.length ?? 0 })),
      open.length > 0 && h("ul", { class: "cards-2" }, open.map((entry) =>
        h("li", null, h("a", { class: "card", href: entry.path }, icon(entry.icon ?? "note"),
          h("span", { class: "strong" }, t(entry.title)))))))
  }
}
