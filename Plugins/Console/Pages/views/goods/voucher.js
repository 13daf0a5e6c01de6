/** One voucher: what a till says to it, its line of time, and what one may do. */

import { h } from "../../../ground/h.js"
import { number, t, when } from "../../../ground/i18n.js"
import { chip } from "../../../ground/parts/chip.js"
import { facts, timeline } from "../../../ground/parts/list.js"
import { cli, id, say } from "../../../ground/parts/says.js"
import { session } from "../../session.js"
import { named, told, withIDs } from "../commands/answer.js"
import { Person } from "../customer/person.js"
import { uncoverable } from "../customer/uncover.js"
import { actButton, actCard, diff } from "./acts.js"
import { refusal } from "./stock.js"
import { at, readable } from "./words.js"

/** @typedef {{ use: string, used: string, till: string | null, purchase: string | null, key: string | null,
 *   restored: string | null, deducted: string | null, by: string | null, restored_by: string | null }} Use */

/**
 * @param {any} one
 * @param {AbortSignal} signal
 * @param {() => unknown} again
 */
export function oneVoucher(one, signal, again) {
  const why = refusal(one, Date.now())
  const redemption = /^rdm_[0-9a-z]+/.exec(one.key ?? "")?.[0]
  const till = one.good ? "good" : ["used", "void", "free"].includes(one.state) ? one.state : "not"
  return [
    h("header", { class: "stack g3" }, h("p", { class: "small soft" },
      h("a", { href: `/console/vouchers/${encodeURIComponent(one.series)}` }, one.series)),
    h("h1", null, t(`vou.one.${till}`, { title: one.title })),
    h("p", { class: "row g2 wrap" },
      chip(t(`vou.v.${one.state}`), one.good ? "good" : one.state === "void" ? "bad" : ""), id(one.voucher)),
    facts([[t("vou.code"), uncoverable(new Person(one.voucher, session.current?.commands ?? [], signal), {
      field: "code", name: t("vou.code"), masked: one.code, command: "voucher show", path: ["vouchers", one.voucher],
      find: (answer) => answer.code,
    })]])),
    h("div", { class: "split-work" },
      h("div", { class: "stack g5" },
        h("section", { class: "card g3" }, h("h2", null, t("vou.till")), say(one.good
          ? [h("b", null, t("vou.till.good")), " ", t("vou.till.uses", { count: one.uses_left ?? 1 }),
            one.minimum_purchase && ` ${t("vou.till.minimum", { amount: one.minimum_purchase })}`,
            one.until && ` ${t("vou.till.until", { date: when(one.until) })}`]
          : [h("b", null, t("vou.till.no")), " ", why
            ? t(`vou.till.${why.key}`, { date: why.at ? when(why.at) : "", till: why.till ?? "" })
            : withIDs(told(readable(one.why_not ?? "")))]),
        cli(`qix voucher show ${one.voucher}`)),
        h("section", { class: "card g2" }, h("h2", null, t("vou.time")), line(one, again))),
      h("aside", { class: "stack g5 hand" },
        actCard([one.state !== "void" && { label: "vou.void", command: "voucher void", icon: "no", isHarm: true,
          fixed: { what: one.voucher, confirm: "" }, text: t("vou.void.text") }], again),
        h("section", { class: "card g3" }, h("h2", null, t("vou.terms")), h("div", { class: "goods-terms" },
          facts(terms(one, redemption)))))),
  ]
}

/** @param {any} one @param {string} [redemption] @returns {[string, import("../../../ground/h.js").Child][]} */
function terms(one, redemption) {
  /** @type {[string, import("../../../ground/h.js").Child][]} */
  const all = [
    ["vou.user", one.user && named(one.user)], ["vou.by", redemption ? named(redemption) : one.key],
    ["vou.value", one.value], ["vou.minimum", one.minimum_purchase], ["vou.rest", one.rest],
    ["vou.from", one.from && at(one.from)], ["vou.until", one.until && at(one.until)],
    ["vou.uses-left", one.uses_left !== null && number(one.uses_left)], ["vou.barcode", one.barcode],
  ]
  return all.filter(([, value]) => value).map(([key, value]) => [t(key), value])
}

/** Takes a use back. @param {Use} use @returns {import("./acts.js").Offer} */
const restore = ({ use }) => ({ label: "vou.restore", command: "voucher restore", icon: "undo", fixed: { use },
  text: t("vou.restore.text"), effects: () => diff(t("vou.would-restore")) })

/** Handing over, uses and uses taken back, newest above. @param {any} one @param {() => unknown} again */
function line(one, again) {
  /** @type {import("../../../ground/parts/list.js").Moment[]} */
  const moments = one.uses.flatMap((/** @type {Use} */ use) => [
    { at: use.used, kind: "minus", title: t(use.till ? "vou.t.used-at" : "vou.t.used", { till: use.till ?? "" }),
      text: [[use.purchase && t("vou.t.purchase", { amount: use.purchase }),
        use.deducted && t("vou.t.deducted", { amount: use.deducted }), use.key, use.by].filter(Boolean).join(" · "),
      !use.restored && session.may("voucher restore") &&
        [h("br"), actButton(restore(use), again, { mark: use.use })]] },
    ...use.restored ? [{ at: use.restored, kind: "plus", title: t("vou.t.restored"), text: use.restored_by }] : [],
  ])
  if (one.handed) {
    moments.push({ at: one.handed, kind: "plus", title: t("vou.t.handed"), text: one.user && named(one.user) })
  }
  moments.sort((first, other) => String(other.at).localeCompare(String(first.at)))
  return moments.length > 0 ? timeline(moments) : h("p", { class: "small soft" }, t("vou.t.none"))
}
