/** Another price, tried on the redemptions of the last 90 days. */

import { api, path } from "../../../ground/api.js"
import { fill, h } from "../../../ground/h.js"
import { number, t } from "../../../ground/i18n.js"
import { busy, button } from "../../../ground/parts/button.js"
import { Field } from "../../../ground/parts/field.js"
import { cli, quoted } from "../../../ground/parts/says.js"
import { Table } from "../../../ground/parts/table.js"
import { refused } from "../commands/run.js"

/**
 * @param {{ reward: string, price: number }} reward
 * @param {AbortSignal} signal
 */
export function simulation({ reward, price }, signal) {
  const place = h("div", { class: "stack g3", "aria-live": "polite" })
  const line = h("div")
  const wanted = new Field(t("rwd.try"),
    { value: String(price), attributes: { inputmode: "numeric" }, onInput: () => tell() })
  const falls = new Field(t("rwd.elasticity"),
    { isOptional: true, hint: t("rwd.elasticity.hint"), attributes: { inputmode: "decimal", placeholder: "0" },
      onInput: () => tell() })
  const tell = () => fill(line, cli(`qix reward simulate ${quoted(reward)} --price ${quoted(wanted.value || "COINS")}${
    falls.value ? ` --elasticity ${quoted(falls.value)}` : ""}`))
  tell()
  const act = button(t("rwd.simulate"), null, { isDense: true, type: "submit" })
  const look = async () => {
    if (!wanted.check()) return wanted.input.focus()
    try {
      const answer = await api.get(path("rewards", reward, "simulate"), {
        query: { price: wanted.value, elasticity: falls.value }, signal,
      })
      fill(place, shown(answer))
    } catch (error) {
      if (!signal.aborted) fill(place, refused(error))
    }
  }
  return h("section", { class: "card g4" }, h("h2", null, t("rwd.simulation")),
    h("form", { class: "stack g4", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      void busy(act, look)
    } }, h("div", { class: "pairs3" }, wanted.element, falls.element), h("div", { class: "row" }, act)), place, line)
}

/** @param {any} answer */
function shown(answer) {
  /** @typedef {{ price: number, able_users: number, pieces: number, coins: number }} Step */
  const title = t("rwd.simulated", { price: number(answer.new_price), pieces: number(answer.new_pieces),
    coins: number(answer.new_coins), before: number(answer.pieces), now: number(answer.price) })
  /** @type {import("../../../ground/parts/table.js").Column<Step>[]} */
  const columns = [
    { title: t("rwd.price"), value: (one) => one.price, isNumber: true },
    { title: t("rwd.able"), value: (one) => one.able_users, isNumber: true },
    { title: t("rwd.redemptions"), value: (one) => one.pieces, isNumber: true },
    { title: t("rwd.coins"), value: (one) => one.coins, isNumber: true },
  ]
  return [h("p", { class: "strong" }, title), new Table(t("rwd.simulation"), columns, { rows: answer.prices }).element]
}
