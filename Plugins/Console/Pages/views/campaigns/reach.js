/** How users come to a campaign: its link with the QR code, and the cards that lead there. */

import { Act, api, ApiProblem, path } from "../../../ground/api.js"
import { brand } from "../../../ground/brand.js"
import { save } from "../../../ground/csv.js"
import { fill, h } from "../../../ground/h.js"
import { t } from "../../../ground/i18n.js"
import { button } from "../../../ground/parts/button.js"
import { rows } from "../../../ground/parts/list.js"
import { cli, copy, note, quoted } from "../../../ground/parts/says.js"
import { toast } from "../../../ground/parts/toast.js"
import { session } from "../../session.js"
import { diff, openCommand, refused } from "../commands/run.js"
import { cardOf, leadsTo } from "./cards.js"

/** @typedef {{ card: string, state: string, page: number, title: string }} Card */

/** @param {{ campaign: string, file: string }} campaign @param {AbortSignal} signal */
export function reach(campaign, signal) {
  const link = `campaign/${campaign.campaign}`
  return h("section", { class: "card g4", "aria-labelledby": "cmp-reach" },
    h("h2", { id: "cmp-reach" }, t("cmp.reach")),
    session.may("link qr") && way(link, signal),
    session.may("card list") && session.may("card show") && cards(campaign, signal))
}

/** @param {string} link @param {AbortSignal} signal */
function way(link, signal) {
  const code = h("div", { class: "stack g3", "aria-live": "polite" })
  const text = h("code", { class: "mono cmp-way" }, link)
  /** The whole address with its code, once it is known. @type {{ address: string, svg: string } | undefined} */
  let found
  const ask = async () => {
    try {
      found ??= await api.get("/v1/links/qr", { query: { link }, signal })
      fill(text, found?.address)
      return found
    } catch (error) {
      if (signal.aborted) return undefined
      fill(code, error instanceof ApiProblem && error.code === "app.no-origin"
        ? note(t("cmp.reach.no-origin"), "warn")
        : refused(error))
      return undefined
    }
  }
  const draw = async () => {
    const known = await ask()
    if (!known) return
    const { address, svg } = known
    const source = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }))
    signal.addEventListener("abort", () => URL.revokeObjectURL(source))
    fill(code, h("img", { class: "cmp-qr", src: source, alt: t("cmp.reach.code", { address }) }),
      h("div", { class: "row" }, button(t("cmp.reach.save"),
        () => save(`${link}.svg`, svg, "image/svg+xml"), { icon: "load", isDense: true })))
  }
  void ask()
  return [
    h("p", { class: "small soft" }, t("cmp.reach.text")),
    h("div", { class: "row g2 wrap" }, text,
      button(t("cmp.reach.copy"), () => copy(found?.address ?? link), { icon: "copy", isDense: true }),
      button(t("cmp.reach.qr"), draw, { icon: "scan", isDense: true })),
    code, cli(`qix link qr ${quoted(link)}`),
  ]
}

/** @param {{ campaign: string, file: string }} campaign @param {AbortSignal} signal */
function cards(campaign, signal) {
  const [list, news, act] = [h("div"), h("div"), new Act()]
  /** @type {string[]} */
  let taken = []
  const show = async () => {
    const { cards: all } = await api.get("/v1/cards", { signal })
    taken = all.map((/** @type {Card} */ one) => one.card)
    // The list doesn't say where cards lead.
    const whole = await Promise.all(taken.map((name) => api.get(path("cards", name), { signal })))
    const found = whole.filter(({ actions }) =>
      actions.some((/** @type {{ link: string }} */ one) => leadsTo(one.link, campaign.campaign)))
    fill(list, found.length === 0
      ? h("p", { class: "small soft" }, t("cmp.reach.cards.none"))
      : rows(found.map((one) => row(one, show))))
  }
  const make = async () => {
    fill(news)
    try {
      const file = cardOf(JSON.parse(campaign.file), taken, brand.language)
      const { card } = await act.send("POST", "/v1/cards", { body: { file }, signal })
      toast(t("cmp.reach.card.made", { name: card }))
      await show()
    } catch (error) {
      if (!signal.aborted) fill(news, refused(error))
    }
  }
  show().catch((error) => !signal.aborted && fill(list, refused(error)))
  return [h("h3", null, t("cmp.reach.cards")), h("div", null, list, news),
    session.may("card create") && h("div", { class: "row" },
      button(t("cmp.reach.card.make"), make, { icon: "plus", isDense: true }))]
}

/** @param {Card} one @param {() => unknown} onDone @returns {import("../../../ground/parts/list.js").Row} */
function row({ card, state, page, title }, onDone) {
  const publish = async () => {
    const answer = await openCommand("card publish", {
      title: t("cmp.reach.card.publish.title", { title }), act: t("cmp.reach.card.publish"),
      asks: session.may("card publish")?.asks, text: t("cmp.reach.card.publish.text"),
      // A draft is the contrary of this act.
      fixed: { card: [card], draft: false },
      effects: () => diff([{ sign: "add", text: t("cmp.reach.card.published", { page }) }]),
    })
    if (!answer) return
    toast(t("cmp.reach.card.published.done"))
    await onDone()
  }
  return {
    picture: "cards", title, text: t(`cmp.reach.card.${state}`, { page }),
    href: `/console/commands/card/show?card=${encodeURIComponent(card)}`,
    figure: state === "draft" && session.may("card publish")
      ? button(t("cmp.reach.card.publish"), publish,
        { isDense: true, name: `${t("cmp.reach.card.publish")}: ${title}` })
      : undefined,
  }
}
