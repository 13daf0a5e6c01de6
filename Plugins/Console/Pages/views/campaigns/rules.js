/** The rules of a campaign: one sentence, what is set, and the file that makes the same campaign. */

import { save } from "../../../ground/csv.js"
import { h } from "../../../ground/h.js"
import { list, number, t, when } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { facts } from "../../../ground/parts/list.js"
import { cli, id, quoted } from "../../../ground/parts/says.js"
import { words } from "../commands/declared.js"
import { settingsOf } from "./award.js"
import { awardText, capTexts, periodText, ruleSentence, typeName } from "./words.js"

/** @param {any} campaign @param {number} now */
export function rulesCard(campaign, now) {
  const { audience, caps, pace } = campaign
  /** @type {[string, import("../../../ground/h.js").Child | null][]} */
  const all = [
    [t("cmp.award"), awardText(campaign)],
    [t("cmp.multiplier"), campaign.multiplier],
    [t("cmp.audience"), [t(`cmp.mode.${audience.minimum_mode}`), audience.segment && `, ${audience.segment}`]],
    [t("cmp.conditions"), audience.conditions.length > 0 && list(audience.conditions)],
    [t("cmp.caps"), list(capTexts(caps)) || t("cmp.caps.none")],
    [t("cmp.pace"), list(paceTexts(pace)) || t("cmp.caps.none")],
    [t("cmp.expires"), expiry(campaign.expires)],
    [t("cmp.draw-window"), campaign.draw_window && periodText(campaign.draw_window)],
    [t("cmp.priority"), campaign.priority !== 0 && number(campaign.priority)],
    [t("cmp.zone"), campaign.time_zone],
    [t("cmp.brand"), campaign.brand],
    [t("cmp.id"), id(campaign.id)],
  ]
  const name = quoted(campaign.campaign)
  return h("section", { class: "card g4" }, h("h2", null, t("cmp.rules")),
    h("p", { class: "sentence" }, ruleSentence(campaign, now)),
    facts(/** @type {any} */ (all.filter(([, value]) => value !== null && value !== false))),
    campaign.shakes.map((/** @type {{ type: string, settings: string }} */ one) => h("div", { class: "stack g2" },
      h("h3", null, typeName(one.type)), settings(one.settings))),
    h("h3", null, t("cmp.file")), h("p", { class: "small soft" }, t("cmp.file.text")),
    h("div", { class: "row" }, button(t("cmp.file.save"),
      () => save(`${campaign.campaign}.json`, `${JSON.stringify(JSON.parse(campaign.file), null, 2)}\n`, "application/json"),
      { icon: "load", isDense: true })),
    cli(`qix campaign show ${name} --file ${name}.json`))
}

/** @param {string} json */
function settings(json) {
  const all = settingsOf(json)
  if (all.length === 0) return h("p", { class: "small soft" }, t("cmp.settings.none"))
  return facts(all.map(([name, value]) => [words(name).replaceAll("-", " "), value]))
}

/** @param {{ cooldown: string | null, per_minute: number | null, users_per_device: number | null }} pace */
const paceTexts = ({ cooldown, per_minute: perMinute, users_per_device: users }) => [
  cooldown !== null && t("cmp.pace.cooldown", { time: periodText(cooldown) }),
  perMinute !== null && t("cmp.pace.per-minute", { count: perMinute }),
  users !== null && t("cmp.pace.users", { count: users }),
].filter((one) => one !== false)

/** When coins that are won expire: a moment, or a period after the win. @param {string | null} text */
function expiry(text) {
  if (text === null) return t("cmp.expires.setting")
  const period = /^(P\w+) after the win$/.exec(text)?.[1]
  if (period) return t("cmp.expires.after", { time: periodText(period) })
  return Number.isNaN(Date.parse(text)) ? text : when(text, "date")
}
