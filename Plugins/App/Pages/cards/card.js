import { h, isAllowed } from "../../ground/h.js"
import { art } from "../parts/art.js"

/**
 * A card as `GET /v1/cards/here` answers it.
 * @typedef {{ text: string, link: string }} Action
 * @typedef {{ card: string, title: string, text?: string, picture?: string, tone?: string, actions?: Action[] }} Card
 */

/** Classes of a card's tone. @type {Record<string, string>} */
const TONES = { tint: "tint", gold: "coin-card" }
/** Links that lead to coins: the gold button is theirs alone. */
const WINS = /^(?:campaign|shake)(?:[/?]|$)/

/** A path of a link, without the scheme that it may have. @param {string} link */
const bare = (link) => link.replace(/^(?:web\+)?qix:(?:\/\/)?/, "")

/**
 * The address of a link: a page of the app, or openly one elsewhere; null for any other.
 * @param {string} link
 */
export function addressOf(link) {
  if (/^https:\/\//i.test(link)) return isAllowed(link) ? link : null
  const [path, query] = bare(link).split("?", 2)
  if (!/^[a-z][a-z-]*(?:\/[^/\\#\s]+)*$/i.test(path) || /\p{Cs}/u.test(path)) return null
  const parts = path.split("/").map(whole)
  // Browsers go up by these.
  if (parts.some((part) => part === "." || part === "..")) return null
  return `/app/open/${parts.map(encodeURIComponent).join("/")}${query ? `?${new URLSearchParams(query)}` : ""}`
}

/** A part of a path without its percent signs, or as it is. @param {string} part */
function whole(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * The element of a card. All of its texts are texts.
 * @param {Card} card
 * @param {{ place: number, last: number, onAct: (action: Action, card: Card, event: MouseEvent) => void }} options its
 *   place on the page, and the place of the last one
 */
export function cardElement(card, { place, last, onAct }) {
  const isFirst = place === 0
  const acts = (card.actions ?? []).map((action, at) => actionElement(action, { card, isFirst, at, onAct }))
  return h("li", {
    class: [
      "card lies", `lie-${place % 4 + 1}`, isFirst ? "wide hero" : "third", TONES[card.tone ?? ""],
      // An odd one at the end takes the row alone; at a wide screen two stand beside the first card.
      !isFirst && place === last && last % 2 === 1 && "odd", place > 2 && "below",
    ],
    dataset: { card: card.card },
  },
  isFirst && h("div", { class: "art" }, art(card.picture, card.title)),
  h("h2", { dir: "auto" }, card.title),
  card.text && h("p", { class: ["soft", !isFirst && "small"], dir: "auto" }, card.text),
  acts.some(Boolean) && h("div", { class: "acts" }, acts))
}

/**
 * A link that looks like a button. Other keys and buttons open it as any link.
 * @param {Action} action
 * @param {{ card: Card, isFirst: boolean, at: number,
 *   onAct: (action: Action, card: Card, event: MouseEvent) => void }} options
 */
function actionElement(action, { card, isFirst, at, onAct }) {
  const href = addressOf(action.link)
  if (href === null) return null
  const isElsewhere = href.startsWith("https:")
  const isMain = at === 0 && (isFirst || card.tone === "tint")
  const kind = card.tone === "gold" ? at === 0 && "ink"
    : at === 0 && isFirst && WINS.test(bare(action.link)) ? "win" : isMain && "main"
  return h("a", {
    class: ["btn", kind, !isFirst && "dense"], href, target: isElsewhere && "_blank", draggable: "false", dir: "auto",
    onclick: (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      if (!isElsewhere) event.preventDefault()
      onAct(action, card, event)
    },
  }, action.text)
}
