/** A campaign tried with users who aren't there. */

import { api } from "../../../ground/api.js"
import { fill, h } from "../../../ground/h.js"
import { dayOf, list, number, percent, t, when } from "../../../ground/i18n.js"
import { busy, button } from "../../../ground/parts/button.js"
import { line } from "../../../ground/parts/chart.js"
import { Field } from "../../../ground/parts/field.js"
import { facts } from "../../../ground/parts/list.js"
import { cli, note, quoted } from "../../../ground/parts/says.js"
import { Table } from "../../../ground/parts/table.js"
import { refused } from "../commands/run.js"
import { DAY, isOpen, lastOf } from "./forecast.js"
import { cost, giftText, refusal } from "./words.js"

/** What is asked: name in the request, and what stands there at first. */
const FIELDS = [
  ["users", "10000"], ["shakes_per_user", "5"], ["days", ""], ["accepted", "100"], ["budget", ""], ["values", ""],
  ["seed", "1"],
]

/**
 * @param {{ campaign: string, end: string }} campaign
 * @param {AbortSignal} signal
 */
export function simulation(campaign, signal) {
  const fields = FIELDS.map(([name, value]) => {
    const isNeeded = name === "users" || name === "shakes_per_user"
    return { name, field: new Field(t(`cmp.sim.${name}`), {
      name, value, isOptional: !isNeeded, hint: t(`cmp.sim.${name}.hint`),
      attributes: { inputmode: name === "values" ? "text" : "decimal", autocomplete: "off" }, onInput: () => tell(),
    }) }
  })
  const [answer, command] = [h("div", { "aria-live": "polite", class: "stack g4" }), h("div")]
  const values = () => Object.fromEntries(fields.map(({ name, field }) => [name, field.value]).filter(([, one]) => one))
  const tell = () => fill(command, cli([`qix campaign simulate ${quoted(campaign.campaign)}`,
    ...Object.entries(values()).map(([name, value]) => `--${name.replaceAll("_", "-")} ${quoted(value)}`)].join(" ")))
  const go = button(t("cmp.sim.act"), null, { icon: "play", type: "submit" })
  const run = async () => {
    if (fields.some(({ field }) => !field.check())) return
    try {
      const found = await api.get("/v1/campaigns/simulate", {
        query: { campaign: campaign.campaign, ...values() }, seconds: 60, signal,
      })
      fill(answer, ...simulated(found, campaign.end))
    } catch (error) {
      if (!signal.aborted) fill(answer, refused(error))
    }
  }
  tell()
  const [main, seldom] = [fields.slice(0, 3), fields.slice(3)]
  return h("section", { class: "card g4" }, h("h2", null, t("cmp.sim")),
    h("p", { class: "small soft" }, t("cmp.sim.text")),
    h("form", { class: "stack g4", novalidate: true, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      if (go.getAttribute("aria-disabled") !== "true") void busy(go, run)
    } }, h("div", { class: "pairs3" }, main.map(({ field }) => field.element)),
    h("details", null, h("summary", { class: "small strong" }, t("cmp.sim.more")),
      h("div", { class: "pairs3 cmp-more" }, seldom.map(({ field }) => field.element))),
    h("div", { class: "row" }, go)), answer, command)
}

/** The finding of a simulation. @param {any} found @param {string} end */
function findingOf(found, end) {
  if (found.budget === null) return t("cmp.sim.cost", { count: found.coins })
  if (found.budget_ends === null) return t("cmp.sim.lasts", { count: found.coins, all: found.budget })
  const date = when(found.budget_ends, "date")
  if (isOpen(end)) return t("cmp.sim.ends", { date })
  const early = Math.round((Date.parse(dayOf(lastOf(end))) - Date.parse(found.budget_ends)) / DAY)
  return early > 0 ? t("cmp.sim.early", { date, count: early }) : t("cmp.sim.ends", { date })
}

/** @param {any} found @param {string} end */
function simulated(found, end) {
  const finding = findingOf(found, end)
  const points = found.by_day.map((/** @type {any} */ one) => ({
    label: when(one.date, "short date"), value: one.total,
    name: one.date === found.budget_ends ? number(one.total) : undefined,
  }))
  const chart = points.length > 1
    ? line(finding, points, { label: t("cmp.day"), value: t("cmp.sim.total"), height: 180 })
    : h("h3", null, finding)
  chart.classList.remove("card")
  return [
    chart,
    facts([
      [t("cmp.takers"), number(found.takers)], [t("cmp.winners"), number(found.winners)],
      [t("cmp.coins"), number(found.coins - (found.prize_coins ?? 0))],
      ...found.prize_coins ? [[t("cmp.sim.gifts"), number(found.prize_coins)]] : [],
      [t("cmp.cost.user"), cost(found.cost_per_user)],
      [t("cmp.cost.winner"), cost(found.cost_per_winner)],
      ...found.refused.map((/** @type {any} */ one) => [refusal(one.code), number(one.count)]),
    ]),
    h("details", { class: "small" }, h("summary", null, t("cmp.sim.prizes")),
      new Table(t("cmp.sim.prizes"), [
        { title: t("cmp.sim.prize"), value: (/** @type {any} */ one) => (one.gift ? giftText(one.gift, "cf") : one.coins),
          show: (one) => (one.gift ? giftText(one.gift, "cf") : t("cmp.sim.coins", { count: one.coins })) },
        { title: t("cmp.sim.times"), value: (/** @type {any} */ one) => one.count, isNumber: true },
      ], { rows: found.prizes }).element),
    h("details", { class: "small" }, h("summary", null, t("cmp.sim.spread")),
      new Table(t("cmp.sim.spread"), [
        { title: t("cmp.sim.share"), value: (/** @type {any} */ one) => one.percent,
          show: (one) => t("cmp.sim.share.of", { share: percent(one.percent / 100) }) },
        { title: t("cmp.sim.most"), value: (/** @type {any} */ one) => one.coins, isNumber: true },
      ], { rows: found.distribution }).element),
    found.not_simulated.length > 0 && note(t("cmp.sim.not", { rules: list(found.not_simulated) }), "warn"),
  ]
}
