/** The head of a customer's page: who they are, as far as everybody may see it. */

import { h } from "../../../ground/h.js"
import { t, when } from "../../../ground/i18n.js"
import { iconButton } from "../../../ground/parts/button.js"
import { chip } from "../../../ground/parts/chip.js"
import { facts } from "../../../ground/parts/list.js"
import { copy, id } from "../../../ground/parts/says.js"
import { day, word } from "./proof.js"
import { uncoverable } from "./uncover.js"

/** @typedef {import("./person.js").Person} Person */

/** The personal data, in the order in which they are asked for. */
const PERSONAL = [
  "phone", "email", "display_name", "given_name", "family_name", "birth_date", "gender", "address", "interests",
  "instagram",
]
/** @type {Record<string, import("../../../ground/parts/chip.js").Sign>} */
const SIGNS = { active: "good", suspended: "bad", erased: "bad", merged: "warn" }

/**
 * @param {Person} person
 * @param {any} user
 * @param {{ tier?: string | null, title?: string | null } | undefined} tier
 */
export function head(person, user, tier) {
  const { profile } = user
  return h("header", { class: "stack g3" },
    h("div", { class: "row g3 wrap" }, h("h1", null, person.name),
      chip(word("state.user", user.standing), SIGNS[user.standing] ?? ""), chip(word("mode", user.mode)),
      tier?.tier && chip(tier.title ?? tier.tier),
      h("span", { class: "row g1" }, id(user.user), iconButton("copy", t("c.copy-id"), () => copy(user.user)))),
    facts([
      ...PERSONAL.filter((field) => profile?.[field]).map((field) => /** @type {[string, any]} */ ([
        t(`c.${field}`), [
          uncoverable(person, {
            field, name: t(`c.${field}`), masked: String(profile[field]), command: "user show", path: ["users", user.user],
            find: (answer) => answer.profile[field] && String(answer.profile[field]),
          }),
          profile.proved.includes(field) && chip(t("c.proved"), "good"),
        ],
      ])),
      ...(user.username ? [/** @type {[string, any]} */ ([t("c.username"), user.username])] : []),
      [t("c.since"), when(user.created, "date")],
      ...(user.merged_ids.length > 0
        ? [/** @type {[string, any]} */ ([t("c.joined-with"), user.merged_ids.map((/** @type {string} */ one) => [id(one), " "])])]
        : []),
      ...(user.suspended ? [/** @type {[string, any]} */ ([t("c.suspended-on"), [
        day(user.suspended.since), ` ${user.suspended.by}: ${user.suspended.reason ?? "–"}`,
      ]])] : []),
    ]))
}
