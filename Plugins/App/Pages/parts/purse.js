import { h } from "../../ground/h.js"
import { brand } from "../../ground/brand.js"
import { t } from "../../ground/i18n.js"
import { coins, logo } from "../../ground/parts/icon.js"
import { purse } from "../model/session.js"

/** What there is to spend; leads to the wallet. @param {AbortSignal} signal */
export function purseLink(signal) {
  const element = h("a", { class: "purse", href: "/app/wallet" })
  const show = () => {
    element.hidden = purse.available === undefined
    element.setAttribute("aria-label", t("purse.label", { count: purse.available ?? 0 }))
    element.replaceChildren(coins(purse.available ?? 0))
  }
  purse.addEventListener("change", show, { signal })
  show()
  return element
}

/** The operator's name and logo; leads home. */
export const brandMark = () => h("a", { class: "brandmark", href: "/app/" },
  brand.logo ? h("img", { src: brand.logo, alt: "" }) : logo(), brand.name)
