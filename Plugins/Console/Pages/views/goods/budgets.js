/** Budgets: which ones run low, and what funding would do. */

import { api } from "../../../ground/api.js"
import { t } from "../../../ground/i18n.js"
import { session } from "../../session.js"
import { diff } from "./acts.js"

/** The setting below which a budget is low; its default where the role can't see it. @param {AbortSignal} signal */
export async function limit(signal) {
  if (!session.isOpen("setting show")) return 1000
  const { value } = await api.get("/v1/settings/coins.budget-low", { signal })
  return Number(value)
}

/** New coins in a budget. @param {any} answer */
export const funded = (answer) =>
  diff(t("bdg.would-have", { count: answer.amount, budget: String(answer.to).replace(/^budget:/, "") }))
