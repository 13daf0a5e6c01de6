/** Who else has the same case open: said once more as long as it is shown, since it counts for a minute. */

import { ApiProblem, api, path } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { list, rich, when } from "../../ground/i18n.js"
import { note } from "../../ground/parts/says.js"

const EVERY = 40_000

/**
 * A line that tells who else works on a case, while there is somebody.
 * @param {string} subject
 * @param {AbortSignal} signal
 */
export function presence(subject, signal) {
  const place = h("div", { hidden: true })
  const say = async () => {
    if (document.hidden) return
    try {
      const { others } = await api.post(path("cases", subject, "open"), { signal })
      const had = !place.hidden
      place.hidden = others.length === 0
      fill(place, others.length > 0 && note(rich("c.open-too", {
        count: others.length, names: list(others.map((/** @type {any} */ one) => one.by)), time: when(others[0].since, "time"),
      }), "warn", { picture: "users", isAlert: !had }))
    } catch (error) {
      // It is an aid: without it the page works.
      if (error instanceof ApiProblem && error.status === 404) clearInterval(timer)
    }
  }
  const timer = setInterval(say, EVERY)
  const seen = () => void say()
  document.addEventListener("visibilitychange", seen, { signal })
  signal.addEventListener("abort", () => clearInterval(timer), { once: true })
  void say()
  return place
}
