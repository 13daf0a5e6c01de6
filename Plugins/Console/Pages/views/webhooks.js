import { fill, h } from "../../ground/h.js"
import { ago, t } from "../../ground/i18n.js"
import { button, buttonLink } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { blob } from "../../ground/parts/icon.js"
import { cli, id } from "../../ground/parts/says.js"
import { empty, failed, skeleton } from "../../ground/parts/state.js"
import { toast } from "../../ground/parts/toast.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { told } from "./commands/answer.js"
import { formAddress } from "./commands/declared.js"
import { openCommand } from "./commands/run.js"

/**
 * @typedef {object} Webhook
 * @property {string} webhook
 * @property {string} url
 * @property {string} events
 * @property {string} state
 * @property {number} backlog
 * @property {number} delivered
 * @property {number} failures
 * @property {string | null} retry_at
 * @property {string | null} problem
 * @property {string} owner
 */

/** Whether somebody should look at it. @param {Webhook} one */
export const needsCare = (one) => one.failures > 0 || one.problem !== null || one.state !== "active"

/** Webhooks, those that fail above. */
export default class Webhooks extends View {
  /** @override */
  show() {
    const [heading, list] = [h("h1", null, t("nav.webhooks")), h("div")]
    fill(this, h("header", { class: "row between wrap" }, heading,
      session.may("webhook add") && buttonLink(t("whk.add"), formAddress("webhook add"), { icon: "plus" })), list,
    cli("qix webhook list"))
    fill(list, skeleton(["line", "line s", "line"]))
    this.follow("/v1/webhooks", ({ webhooks }) => {
      const failing = webhooks.filter(needsCare)
      const well = webhooks.filter((/** @type {Webhook} */ one) => !needsCare(one))
      fill(heading, webhooks.length === 0
        ? t("nav.webhooks")
        : failing.length === 0 ? t("whk.well") : t("whk.title", { count: failing.length }))
      const focus = list.contains(document.activeElement) &&
        /** @type {HTMLElement} */ (document.activeElement).dataset.act
      fill(list, webhooks.length === 0
        ? h("section", { class: "card" }, empty(t("whk.none"), t("whk.none.text")))
        : h("ul", { class: "stack g4 reqs wide-reqs" }, [...failing, ...well].map((one) => this.#card(one))))
      if (focus) /** @type {HTMLElement | null} */ (list.querySelector(`[data-act="${CSS.escape(focus)}"]`))?.focus()
    }, { onState: ({ is, error }) => is === "refused" && fill(list, failed(error, null)) })
  }

  /** @param {Webhook} one */
  #card(one) {
    const fails = one.failures > 0 || one.problem !== null
    const [picture, sign] = /** @type {[string, "bad" | "warn" | "good"]} */ (fails
      ? ["warn", "bad"]
      : one.state === "active" ? ["check", "good"] : ["pause", "warn"])
    return h("li", { class: "card req" }, blob(picture, sign), h("div", { class: "body" },
      h("h2", null, one.url), one.problem && h("p", { class: "bad strong" }, told(one.problem)),
      h("p", { class: "row g2 wrap small" },
        chip(t(`whk.state.${one.state}`), one.state === "active" ? "good" : "warn"),
        one.failures > 0 && chip(t("whk.failures", { count: one.failures }), "bad"),
        one.backlog > 0 && chip(t("whk.backlog", { count: one.backlog }), "warn"),
        h("span", { class: "soft" }, t("whk.delivered", { count: one.delivered })),
        one.retry_at && h("span", { class: "soft" }, t("whk.retry", { time: ago(one.retry_at) }))),
      h("p", { class: "row g2 wrap small soft" }, h("span", null, one.events), h("span", null, one.owner),
        id(one.webhook)),
      fails && cli(`qix webhook show ${one.webhook}`)), h("div", { class: "acts" }, this.#acts(one)))
  }

  /** @param {Webhook} one */
  #acts(one) {
    /**
     * What it is called, its command, whether it fits now, and its values.
     * @type {[string, string, boolean, Record<string, boolean>][]}
     */
    const all = [
      ["resume", "webhook resume", one.state !== "active", {}],
      ["skip", "webhook resume", one.state !== "active" && one.backlog > 0, { skip: true }],
      ["test", "webhook test", true, {}],
      ["pause", "webhook pause", one.state === "active", {}],
      ["remove", "webhook remove", true, {}],
    ]
    return all.filter(([, command, fits]) => fits && session.may(command)).map(([name, command, , values], place) => {
      const element = button(t(`whk.${name}`),
        () => this.#act(name, command, { webhook: one.webhook, ...values }, one.url), {
        isDense: true, kind: name === "remove" ? "harm" : place === 0 && needsCare(one) ? "main" : "",
      })
      element.dataset.act = `${name} ${one.webhook}`
      return element
    })
  }

  /** @param {string} name @param {string} command @param {Record<string, any>} fixed @param {string} url */
  async #act(name, command, fixed, url) {
    const isHarm = name === "remove" || name === "skip"
    const answer = await openCommand(command,
      { title: t(`whk.${name}.title`), text: url, act: t(`whk.${name}`), fixed, isHarm })
    if (answer) toast(t(`whk.${name}.done`))
  }
}
