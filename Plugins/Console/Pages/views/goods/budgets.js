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

/** Puts new coins into a budget. @param {string} budget @returns {import("./acts.js").Offer} */
export const fund = (budget) => ({ label: "bdg.fund", title: t("bdg.fund.name", { budget }), command: "budget fund",
  icon: "plus", fixed: { name: budget }, values: { amount: "" },
  effects: ({ amount }) => diff(t("bdg.would-have", { count: amount, budget })) })
