/** What the server says about a form before anything is done. */

import { ApiProblem, path, request } from "../../../ground/api.js"
import { fill, h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { icon } from "../../../ground/parts/icon.js"
import { refused } from "../commands/run.js"
import { isEmpty } from "./changes.js"
import { faultsOf } from "./faults.js"
import { timeWords } from "./sections.js"

/** @typedef {import("./side.js").Checked} Checked */

/**
 * @param {() => Promise<import("../../../ground/h.js").Child>} ask
 * @param {any} file
 * @returns {Promise<Checked>}
 */
async function checked(ask, file) {
  const time = Date.now()
  try {
    return { is: "good", faults: [], said: await ask(), time }
  } catch (error) {
    const faults = error instanceof ApiProblem ? faultsOf(error, file) : []
    if (faults.length > 0) return { is: "bad", faults, time }
    const isDecided = error instanceof ApiProblem && error.isFinal
    return { is: isDecided ? "bad" : "unknown", faults: [], said: refused(error), time }
  }
}

/** @param {any} file @param {AbortSignal} signal */
export const checkNew = (file, signal) => checked(async () => {
  const answer = await request("POST", "/v1/campaigns", { body: { file, dry_run: true }, signal })
  return h("ul", { class: "diff" }, line("plus", "add", t("cf.would-create", { name: answer.campaign })),
    line("plus", "add", t("cf.would-budget", { name: answer.budget })))
}, file)

/**
 * Two commands change a campaign, and each is checked against what the other hasn't changed yet: a later end may need a
 * later day for coins first, and an earlier day for coins an earlier end.
 * @param {string} name
 * @param {import("./changes.js").Changes} changes
 * @param {any} before
 * @param {any} file
 * @param {AbortSignal} signal
 * @returns {Promise<Checked>}
 */
export async function checkChanges(name, changes, before, file, signal) {
  const hasBoth = changes.places.includes("/end") && changes.places.includes("/expires")
  let isScheduleFirst = false
  /** What is changed as wanted once the other command is done. @param {unknown} error */
  const waits = (error) => {
    const faults = error instanceof ApiProblem ? faultsOf(error, file) : []
    if (!hasBoth || isScheduleFirst || faults.length === 0) return false
    return faults.every((fault) => fault.pointer === "/expires")
  }
  const ask = (/** @type {string} */ verb, /** @type {any} */ values) =>
    request("POST", path("campaigns", name, verb), { body: { ...values, dry_run: true }, signal })
  const checkedAll = await checked(async () => {
    const list = h("ul", { class: "diff" })
    if (!isEmpty(changes.rules)) {
      const answer = await ask("rules", changes.rules).catch((error) => {
        if (!waits(error)) throw error
        isScheduleFirst = true
        return { changes: [{ rule: "expires", before: before.expires, now: file.expires }] }
      })
      list.append(...answer.changes.map((/** @type {any} */ one) => line("pen", "add",
        t("cf.would-change", { rule: one.rule, before: one.before ?? t("cf.none"), now: one.now ?? t("cf.none") }))))
    }
    if (!isEmpty(changes.schedule)) {
      await ask("schedule", changes.schedule).catch((error) => {
        if (!waits(error)) throw error
      })
      list.append(...Object.keys(changes.schedule).map((key) => line("pen", "add", t("cf.would-change", {
        rule: t(`cf.${key}`), before: timeWords(before[key]), now: timeWords(file[key]),
      }))))
    }
    if (list.childElementCount === 0) fill(list, line("minus", "", t("cf.is.same")))
    return list
  }, file)
  return { ...checkedAll, isScheduleFirst }
}

/** @param {string} picture @param {string} sign @param {string} text */
const line = (picture, sign, text) =>
  h("li", { class: sign || undefined }, icon(picture, { isSmall: true }), h("span", null, text))
