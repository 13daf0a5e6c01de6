import { h } from "../../ground/h.js"
import { brand } from "../../ground/brand.js"
import { t } from "../../ground/i18n.js"
import { button } from "../../ground/parts/button.js"
import { openDialog } from "../../ground/parts/dialog.js"

/** How the app comes to the home screen by hand. */
export const openInstall = () => openDialog(t("install.title", { name: brand.name }), {
  body: [
    h("p", { class: "soft" }, t("install.text")),
    h("ol", { class: "numbers" }, [1, 2, 3].map((step) => h("li", null, t(`install.${step}`)))),
  ],
  foot: (close) => button(t("part.close"), () => close(), { kind: "main" }),
})
