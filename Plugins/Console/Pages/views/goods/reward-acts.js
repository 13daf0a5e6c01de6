/** The acts of rewards. */

import { number, t } from "../../../ground/i18n.js"
import { diff } from "./acts.js"
import { delivered } from "./stock.js"

/** @typedef {import("./acts.js").Offer} Offer */

/** Items that would be left. @param {any} answer */
const stockEffects = ({ stock }) => diff(stock.counted
  ? t("rwd.would-be", { count: stock.available, held: number(stock.held) })
  : t("rwd.would-be-unlimited"))

/**
 * Puts items on the shelf, or vouchers into the series.
 * @param {{ reward: string, title: string, delivery: string }} reward
 * @returns {Offer}
 */
export function restock({ reward, title, delivery }) {
  const { kind, name } = delivered(delivery)
  return kind === "voucher" ? generate(name) : { label: "rwd.restock", title: t("rwd.restock.name", { reward: title }),
    command: "reward stock", icon: "plus", values: { add: "" }, effects: stockEffects,
    fixed: { reward, ...without("remove", "count", "unlimited", "counted") } }
}

/** Values that an act doesn't ask for. @param {...string} names */
const without = (...names) => Object.fromEntries(names.map((name) => [name, ""]))
/** What a series promises: only a new one is asked. */
const TERMS = ["title", "value", "minimum_purchase", "keep_rest", "from", "until", "valid_for", "uses", "barcode",
  "prefix", "on_demand", "force", "signed"]

/** Makes more vouchers of a series. @param {string} series @returns {Offer} */
export const generate = (series) => ({ label: "vou.generate", title: t("vou.generate.name", { series }),
  command: "voucher generate", icon: "plus", fixed: { series, ...without(...TERMS) },
  values: { count: "" }, effects: generated })

/** Vouchers that would be made. @param {any} answer */
export const generated = (answer) =>
  diff(t("vou.would-make", { count: answer.made, series: answer.name ?? "" }))

/**
 * What can be done with a reward in its state.
 * @param {any} reward
 * @returns {(Offer | false)[]}
 */
export function rewardOffers({ reward, title, state, delivery, stock, series }) {
  const fixed = { reward }
  const isCounted = series ? series.exists && series.left !== null : stock.counted
  const isOver = state === "retired"
  return [
    state === "draft" && { label: "rwd.publish", command: "reward publish", icon: "check",
      fixed: { reward: [reward] }, text: t("rwd.publish.text") },
    !isOver && isCounted && restock({ reward, title, delivery }),
    !isOver && delivered(delivery).kind !== "voucher" && { label: "rwd.count", command: "reward stock", icon: "box",
      fixed: { reward, add: "" }, values: { remove: "", count: "" }, effects: stockEffects },
    !isOver && { label: "rwd.set-price", command: "reward price", icon: "pen",
      fixed: { reward, withdraw: "" }, values: { coins: "", percent_off: "", until: "" }, effects: priceEffects },
    state === "published" && { label: "rwd.retire", command: "reward retire", icon: "no", fixed, isHarm: true,
      values: { confirm: "" }, text: t("rwd.retire.text", { name: reward }) },
    state === "draft" && { label: "rwd.delete", command: "reward delete", icon: "bin", fixed, isHarm: true,
      values: { confirm: "" }, text: t("rwd.delete.text", { name: reward }) },
  ]
}

/** The price that users would pay. @param {any} answer */
export const priceEffects = (answer) => diff(
  answer.price === null ? t("rwd.would-have-no-price") : t("rwd.would-cost", { count: answer.price }))

/** Ends an offer, or a price to come. @param {string} reward @param {number} number @returns {Offer} */
export const withdraw = (reward, number) => ({ label: "rwd.withdraw", command: "reward price", icon: "undo",
  fixed: { reward, withdraw: String(number), ...without("coins", "from", "until", "percent_off") },
  effects: priceEffects })
