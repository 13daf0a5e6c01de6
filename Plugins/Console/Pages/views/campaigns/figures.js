/** The figures of a campaign's report: each a card whose heading is the finding. */

import { h } from "../../../ground/h.js"
import { dayOf, number, t, when } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { barList, bars, line } from "../../../ground/parts/chart.js"
import { facts } from "../../../ground/parts/list.js"
import { act, canAct } from "./acts.js"
import {
  byDay, daysFrom, forecast, gathered, isOpen, lastOf, leftByDay, paid, rounded, today,
} from "./forecast.js"
import { cost, dayText, giftText, refusal } from "./words.js"

/** @typedef {import("../../../ground/h.js").Child} Child */

/** Shakes of today by the hour. @param {any} report @param {number} now @param {Child} beside */
export function todayCard(report, now, beside) {
  const hours = today(report.hours, now)
  const shakes = hours.reduce((sum, one) => sum + one.shakes, 0)
  const coins = hours.reduce((sum, one) => sum + one.coins, 0)
  return bars(shakes > 0 ? t("cmp.today", { count: shakes, coins }) : t("cmp.today.none"), hours.map((one) => ({
    label: when(one.at, "time"), value: one.shakes, isNow: one.isNow,
  })), { beside, label: t("cmp.hour"), value: t("cmp.shakes") })
}

/**
 * Shakes by day, or by week of a long campaign; nothing for one that has had one day.
 * @param {any} campaign
 * @param {any} report
 * @param {number} now
 */
export function daysCard(campaign, report, now) {
  const first = report.hours[0] && dayOf(report.hours[0].start)
  const last = [dayOf(now), isOpen(campaign.end) ? "9999" : dayOf(lastOf(campaign.end))].sort()[0]
  if (!first || daysFrom(first, last) < 2) return false
  const days = byDay(report.hours, first, last)
  const most = days.reduce((a, b) => (b.shakes > a.shakes ? b : a))
  const shown = gathered(days)
  const isWeekly = shown.length < days.length
  return bars(t("cmp.days", { count: report.funnel[0].count, date: dayText(most.day, now) }), shown.map((one) => ({
    label: dayText(one.day, now), value: one.shakes, isNow: one.day === dayOf(now),
  })), { label: t(isWeekly ? "cmp.week" : "cmp.day"), value: t("cmp.shakes") })
}

/** @param {any} campaign @param {ReturnType<typeof forecast>} found @param {number} now */
function budgetFinding(campaign, found, now) {
  const { available } = campaign.budget
  if (campaign.state === "ended") return t("cmp.budget.ended", { count: available })
  if (available === 0) return t(found.won > 0 ? "cmp.budget.spent" : "cmp.budget.none")
  if (found.empty === undefined) return t("cmp.budget.still", { count: available })
  if (found.early > 0) return t("cmp.budget.early", { count: found.early })
  return isOpen(campaign.end)
    ? t("cmp.budget.until", { date: dayText(found.empty, now) })
    : t("cmp.budget.lasts")
}

/** The budget, and how long it lasts. @param {any} campaign @param {any} report @param {number} now */
export function budgetCard(campaign, report, now) {
  const flat = { ...campaign, available: campaign.budget.available }
  const hours = paid(report)
  const found = forecast(flat, hours, now)
  const all = found.won + campaign.budget.balance
  const runs = campaign.state === "running" && Date.parse(campaign.end) > now
  const finding = budgetFinding(campaign, runs ? found : { ...found, empty: undefined, early: 0 }, now)
  const more = found.more || (found.pace > 0 ? rounded(found.pace * 7) : 0)
  const fund = canAct(campaign, "fund") && button(
    runs && found.more > 0 ? t("cmp.fund.more", { count: found.more }) : t("cmp.act.fund"),
    () => act(campaign, "fund", { amount: more ? String(more) : "" }),
    { isDense: true, kind: campaign.budget.available === 0 || (runs && found.more > 0) ? "main" : "" })
  if (fund) fund.dataset.act = "fund-budget"
  const text = h("p", { class: "small soft" }, budgetText(campaign, report, found, all, now, runs))
  const points = runs ? leftByDay(flat, hours, now) : []
  if (points.length < 2) {
    return h("section", { class: "card g3" },
      h("div", { class: "row between wrap" }, h("h2", null, finding), fund), text)
  }
  const chart = line(finding, points.map((one) => ({
    label: dayText(one.day, now), value: one.left, isGuess: one.isGuess,
    name: one.isNow
      ? t("cmp.left-today", { count: one.left })
      : one.isEmpty ? t("cmp.empty-on", { date: dayText(one.day, now) }) : undefined,
  })), { beside: fund, label: t("cmp.day"), value: t("cmp.left") })
  chart.querySelector("details")?.before(text)
  return chart
}

/**
 * @param {any} campaign
 * @param {any} report
 * @param {ReturnType<typeof forecast>} found
 * @param {number} all
 * @param {number} now
 * @param {boolean} runs
 */
function budgetText(campaign, report, found, all, now, runs) {
  const parts = [t("cmp.budget.given", { count: found.won, all })]
  if (report.prize_coins > 0) parts.push(t("cmp.budget.prizes", { count: report.prize_coins }))
  if (campaign.budget.held > 0) parts.push(t("cmp.budget.held", { count: campaign.budget.held }))
  if (runs && found.empty !== undefined) {
    parts.push(t("cmp.budget.pace", { count: Math.round(found.pace), date: dayText(found.empty, now) }))
    if (found.more > 0) parts.push(t("cmp.budget.more", { count: found.more }))
  }
  return parts.join(" ")
}

/** Who took part, and what it cost. @param {any} report */
export function peopleCard(report) {
  const [shakes, , won] = report.funnel
  const chart = barList(t("cmp.funnel", { count: won.count, all: shakes.count }),
    report.funnel.map((/** @type {any} */ one) => ({ label: t(`cmp.step.${one.step}`), value: one.count })),
    { label: t("cmp.step"), value: t("cmp.shakes") })
  chart.querySelector("details")?.before(facts([
    [t("cmp.users"), number(report.users)], [t("cmp.takers"), number(report.takers)],
    [t("cmp.winners"), number(report.winners)], [t("cmp.coins"), number(report.coins)],
    [t("cmp.cost.user"), cost(report.cost_per_user)], [t("cmp.cost.taker"), cost(report.cost_per_taker)],
    [t("cmp.cost.winner"), cost(report.cost_per_winner)],
    ...(report.prizes ?? []).map((/** @type {any} */ one) => [giftText(one.prize, "cf"),
      t(one.most === null ? "cmp.prize.given" : "cmp.prize.given.most", { count: one.given, most: one.most })]),
  ]))
  return chart
}

/** Why shakes were refused. @param {any} report */
export function refusedCard(report) {
  const sum = report.refused.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + one.count, 0)
  return barList(t("cmp.refused", { count: sum }),
    report.refused.map((/** @type {any} */ one) => ({ label: refusal(one.code), value: one.count })),
    { label: t("cmp.because"), value: t("cmp.shakes") })
}
