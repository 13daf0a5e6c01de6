/** What one can do with a campaign: each act is a command, with its dry run. */

import { h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button, buttonLink } from "../../../ground/parts/button.js"
import { note } from "../../../ground/parts/says.js"
import { toast } from "../../../ground/parts/toast.js"
import { navigation } from "../../navigation.js"
import { session } from "../../session.js"
import { effectsOf, openCommand } from "../commands/run.js"
import { typed } from "./forecast.js"
import { campaignAddress } from "./words.js"

/**
 * @typedef {{ campaign: string, state: string, title: string, start: string, end: string, time_zone: string,
 *   budget: { available: number, balance: number } }} Shown
 */
/** @typedef {Record<string, any>} Values */

/**
 * What an act would do, by the campaign's clock. A start without coins is allowed: it says what is missing.
 * @param {Shown} one
 * @param {string} name
 * @param {any} answer of the dry run
 */
const effectsIn = (one, name, answer) => [
  ["start", "resume"].includes(name) && answer.available <= 0 &&
    note(t("cmp.budget.empty-warning"), "warn"),
  effectsOf(answer, answer.time_zone ?? one.time_zone),
]

/**
 * The acts that fit a campaign's state, in their order.
 * @type {{ name: string, command: string, icon?: string, isHarm?: boolean, fits: (one: Shown) => boolean,
 *   values?: (one: Shown) => Values, fixed?: (one: Shown) => Values, next?: (one: Shown, answer: any) => string }[]}
 */
const ACTS = [
  { name: "start", command: "campaign start", icon: "play", fits: ({ state }) => state === "draft" },
  { name: "resume", command: "campaign start", icon: "play", fits: ({ state }) => state === "paused" },
  { name: "fund", command: "campaign fund", icon: "plus", fits: ({ state }) => state !== "ended",
    values: () => ({ amount: "" }) },
  { name: "pause", command: "campaign pause", icon: "pause", fits: ({ state }) => state === "running" },
  { name: "schedule", command: "campaign schedule", icon: "cal", fits: ({ state }) => state !== "ended",
    values: (one) => typed(one) },
  { name: "copy", command: "campaign copy", icon: "copy", fits: () => true,
    values: ({ campaign }) => ({ name: `${campaign.slice(0, 53)}-2`, start: "", end: "", title: "" }),
    next: (_, answer) => campaignAddress(answer.campaign) },
  { name: "end", command: "campaign end", isHarm: true, fits: ({ state }) => state === "running" || state === "paused",
    values: () => ({ return_budget: true }), fixed: ({ campaign }) => ({ confirm: campaign }) },
  { name: "return", command: "campaign end", icon: "undo",
    fits: ({ state, budget }) => state === "ended" && budget.available > 0,
    fixed: ({ campaign }) => ({ return_budget: true, confirm: campaign }) },
  { name: "delete", command: "campaign delete", icon: "bin", isHarm: true, fits: ({ state }) => state === "draft",
    fixed: ({ campaign }) => ({ confirm: campaign }), next: () => "/console/campaigns" },
]

/**
 * Does one, and says so.
 * @param {Shown} one
 * @param {string} name
 * @param {Values} [given] to begin with
 * @returns {Promise<boolean>} whether the page stays, and the campaign is another one
 */
export async function act(one, name, given = {}) {
  const found = ACTS.find((entry) => entry.name === name)
  if (!found) throw new TypeError(`there is no act '${name}'`)
  const answer = await openCommand(found.command, {
    title: t(`cmp.act.${name}.title`, { title: one.title }), act: t(`cmp.act.${name}`), isHarm: found.isHarm,
    asks: session.may(found.command)?.asks, text: t(`cmp.act.${name}.text`),
    fixed: { campaign: one.campaign, ...found.fixed?.(one) }, values: { ...found.values?.(one), ...given },
    effects: (answer) => effectsIn(one, name, answer),
  })
  if (!answer) return false
  toast(t(`cmp.act.${name}.done`))
  const next = found.next?.(one, answer)
  if (next) await navigation.go(next)
  return !next
}

/** Whether an act fits, and may be done. @param {Shown} one @param {string} name */
export const canAct = (one, name) =>
  ACTS.some((entry) => entry.name === name && entry.fits(one) && session.may(entry.command))

/**
 * The buttons of a campaign; one of them is the main one at most.
 * @param {Shown} one
 * @param {string | undefined} main
 * @param {string[]} elsewhere acts that have their button elsewhere
 * @param {() => unknown} onDone
 */
const actButtons = (one, main, elsewhere, onDone) => {
  const fitting = ACTS.filter(({ name, command, fits }) =>
    fits(one) && session.may(command) && !elsewhere.includes(name))
  const order = [...fitting].sort((a, b) => Number(b.name === main) - Number(a.name === main))
  return [
    ...order.map((entry) => {
      const element = button(t(`cmp.act.${entry.name}`), async () => await act(one, entry.name) && onDone(), {
        isDense: true, icon: entry.icon, kind: entry.name === main ? "main" : entry.isHarm ? "harm" : "",
      })
      element.dataset.act = entry.name
      return element
    }),
    session.may("campaign rules") && one.state !== "ended" && buttonLink(t("cmp.act.rules"),
      `${campaignAddress(one.campaign)}/rules`, { icon: "pen" }),
  ]
}

/** @param {Shown} one @param {string | undefined} main @param {string[]} elsewhere @param {() => unknown} onDone */
export function actBar(one, main, elsewhere, onDone) {
  const buttons = actButtons(one, main, elsewhere, onDone).filter(Boolean)
  return buttons.length > 0 && h("div", { class: "row g2 wrap no-print", role: "group", "aria-label": t("cmp.acts") },
    buttons)
}
