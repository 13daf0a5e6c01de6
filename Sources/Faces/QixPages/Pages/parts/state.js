import { ApiProblem, NoAnswer } from "../problem.js"
import { fill, h } from "../h.js"
import { t, when } from "../i18n.js"
import { button } from "./button.js"
import { chip } from "./chip.js"
import { blob } from "./icon.js"
import { ring } from "./ring.js"

/**
 * What is, why, and what one can do.
 * @param {import("../h.js").Child} picture
 * @param {string | HTMLHeadingElement} title a text, or the heading of the page
 * @param {import("../h.js").Child} text
 * @param {...import("../h.js").Child} acts
 */
export const state = (picture, title, text, ...acts) =>
  h("div", { class: "state" }, picture, typeof title === "string" ? h("h2", null, title) : title,
    text && h("p", { class: "soft" }, text),
    acts.some(Boolean) && h("div", { class: "row g2 wrap center" }, acts))

/** Nothing there, which may be good news. @param {string} title @param {any} text @param {...any} acts */
export const empty = (title, text, ...acts) => state(ring(1), title, text, ...acts)

/** A search without an answer. @param {string} title @param {any} text @param {...any} acts */
export const nothingFound = (title, text, ...acts) => state(blob("search"), title, text, ...acts)

/** Not for this role. @param {string} who @param {string} [text] @param {...any} acts */
export const noRight = (who, text = t("state.no-right.text", { name: who }), ...acts) =>
  state(blob("lock"), t("state.no-right"), text, ...acts)

/**
 * What went wrong, in words, with another try.
 * @param {unknown} error
 * @param {(() => unknown) | null} again
 */
export function failed(error, again) {
  const retry = again && button(t("part.again"), again, { icon: "again", isDense: true })
  if (error instanceof NoAnswer) {
    return error.why === "offline"
      ? state(blob("offline", "warn"), t("state.offline"), t("state.offline.text"), retry)
      : state(blob("clock", "warn"), t("state.timeout"), t("state.timeout.text"), retry)
  }
  if (error instanceof ApiProblem && error.status === 403) return state(blob("lock"), t("state.no-right"), error.detail)
  if (error instanceof ApiProblem && error.status === 404) {
    return state(blob("search"), t("state.not-found"), sentence(error.detail) || t("state.not-found.text"))
  }
  if (error instanceof ApiProblem && error.status < 500) {
    return state(blob("warn", "bad"), sentence(error.detail), error.hint, retry)
  }
  return state(blob("warn", "bad"), t("state.failed"), t("state.failed.text"), retry,
    error instanceof ApiProblem && h("span", { class: "mono soft" }, error.code))
}

/** A sentence of the server with a capital at its front and a stop at its end. @param {string} text */
export const sentence = (text) => text && text[0].toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".")

/** Figures that no longer move. @param {number | string} since @param {number} seconds until the next try */
export const stale = (since, seconds) =>
  state(blob("offline", "warn"), t("state.stale", { time: when(since, "time") }), t("state.stale.text"),
    chip(t("state.again-in", { count: seconds }), "warn"))

/**
 * The shape of what comes: lines of a page.
 * @param {("h" | "chip" | "say" | "line" | "line s" | "chips")[]} [shapes]
 */
export const skeleton = (shapes = ["h", "chips", "say", "line", "line s"]) =>
  h("div", { class: "stack g4", "aria-busy": "true", role: "status" }, h("span", { class: "sr" }, t("part.loading")),
    shapes.map((shape) => shape === "chips"
      ? h("div", { class: "row g3" }, h("div", { class: "wait w-chip" }), h("div", { class: "wait w-chip" }))
      : h("div", { class: `wait w-${shape}` })))

/**
 * Shows what is loaded: nothing for 200 ms, then its shape, then it, or why it isn't there, with another try.
 * @template T
 * @param {Element} place
 * @param {() => Promise<T>} load
 * @param {(value: T) => import("../h.js").Child} show
 * @param {{ shape?: import("../h.js").Child, signal?: AbortSignal }} [options]
 */
export async function loaded(place, load, show, { shape, signal } = {}) {
  const timer = setTimeout(() => fill(place, shape ?? skeleton()), 200)
  try {
    const value = await load()
    if (!signal?.aborted) fill(place, show(value))
  } catch (error) {
    if (!signal?.aborted) fill(place, failed(error, () => loaded(place, load, show, { shape, signal })))
  } finally {
    clearTimeout(timer)
  }
}
