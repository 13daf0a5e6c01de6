/** A balance as a bar: what can be spent, what is held. */

import { h } from "../../../ground/h.js"
import { number, t, when } from "../../../ground/i18n.js"

/**
 * Shares of the bar; the smaller one stays wide enough for its figure.
 * @param {number} available
 * @param {number} held
 */
export function shares(available, held) {
  if (held <= 0) return [1]
  if (available <= 0) return [0, 1]
  const least = 0.28
  const part = Math.min(1 - least, Math.max(least, available / (available + held)))
  return [part, 1 - part]
}

/** @param {any} wallet */
export function money(wallet) {
  const { available, held } = wallet
  const [free, kept] = shares(available, held)
  const until = wallet.holds.map((/** @type {any} */ hold) => hold.until).filter(Boolean).sort()[0]
  const bars = h("div", { class: "bars" },
    h("div", null, h("b", null, number(available)), h("span", { class: "small soft" }, t("c.available"))),
    held > 0 && h("div", { class: "held" }, h("b", null, number(held)), h("span", { class: "small soft" },
      until ? t("c.held-until", { date: when(until, "short date") }) : t("c.held"))))
  bars.style.setProperty("grid-template-columns", kept === undefined
    ? "minmax(0, 1fr)"
    : `minmax(0, ${Math.max(free, 0.28)}fr) minmax(0, ${kept}fr)`)
  return h("div", { class: "money" }, bars)
}
