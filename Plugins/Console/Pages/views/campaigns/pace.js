import { api } from "../../../ground/api.js"
import { paceOf, paceSince } from "./forecast.js"

/**
 * How fast the coins of all campaigns go: one report has the last days of each.
 * @param {AbortSignal} signal
 * @returns {Promise<(one: { campaign: string, start: string }, now: number) => number>} coins a day
 */
export async function loadPace(signal) {
  const report = await api.get("/v1/report", {
    query: { since: new Date(paceSince(Date.now())).toISOString() }, signal,
  })
  const coins = new Map((report.campaigns ?? []).map((/** @type {any} */ one) => [one.campaign, one.coins]))
  return (one, now) => paceOf(coins.get(one.campaign) ?? 0, Date.parse(one.start), now)
}
