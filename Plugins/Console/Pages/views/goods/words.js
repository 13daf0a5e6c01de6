/** Words, pictures and addresses of rewards, vouchers, segments and budgets. */

import { api } from "../../../ground/api.js"
import { h } from "../../../ground/h.js"
import { t, when } from "../../../ground/i18n.js"
import { delivered } from "./stock.js"

/** @typedef {import("../../../ground/h.js").Child} Child */

/** Pictures of deliveries. @type {Record<string, string>} */
export const PICTURES = { goods: "box", voucher: "ticket", donation: "hand", raffle: "star" }

/** How users get a reward, in words. @param {string} delivery */
export function deliveryText(delivery) {
  const { kind, name } = delivered(delivery)
  return PICTURES[kind] ? t(`rwd.by.${kind}`, { name }) : delivery
}

/** The page of a reward. A name that is a page's goes by its id. @param {{ reward: string, id: string }} one */
export const rewardAddress = ({ reward, id }) =>
  `/console/rewards/${encodeURIComponent(reward === "new" ? id : reward)}`

/** A moment, or a dash. @param {string | null | undefined} at @param {"moment" | "date" | "short date"} [style] */
export const at = (at, style = "moment") => (at ? h("time", { datetime: at }, when(at, style)) : "–")

/** A sentence of the server with its times as people read them. @param {string} text */
export const readable = (text) => text.replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => when(time))

/** The way back to a list. @param {string} href @param {string} title */
export const back = (href, title) => h("p", { class: "small soft" }, h("a", { href }, title))

/**
 * The name of what an id stands for, from a list; a name stays as it is.
 * @param {string} text
 * @param {string} tag what ids begin with
 * @param {string} path of the list
 * @param {(answer: any) => { id: string, name: string }[]} rows
 * @param {AbortSignal} signal
 */
export async function nameBy(text, tag, path, rows, signal) {
  if (!text.startsWith(`${tag}_`)) return text
  const answer = await api.get(path, { query: tag === "vse" ? { limit: 1000 } : {}, signal })
  return rows(answer).find((one) => one.id === text)?.name ?? text
}
