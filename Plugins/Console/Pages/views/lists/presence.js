import { api, path } from "../../../ground/api.js"
import { fill, h } from "../../../ground/h.js"
import { list, t } from "../../../ground/i18n.js"
import { note } from "../../../ground/parts/says.js"

/** A case counts as open for a minute. */
const MINUTE = 50_000

/**
 * Says that a case is open here, and tells who else has it open.
 * @param {string} subject
 * @param {AbortSignal} signal ends it
 */
export function openPresence(subject, signal) {
  const place = h("div", { role: "status" })
  const tell = async () => {
    try {
      const { others } = await api.post(path("cases", subject, "open"), { body: {}, signal })
      const names = others.map((/** @type {any} */ one) => one.by)
      fill(place, names.length > 0 &&
        note([h("b", null, t("lists.others", { names: list(names), count: names.length })), " ",
        t("lists.others.text")], "warn", { picture: "users" }))
    } catch {
      // It is a courtesy: the work goes on without.
    }
  }
  void tell()
  const timer = setInterval(() => void tell(), MINUTE)
  signal.addEventListener("abort", () => clearInterval(timer), { once: true })
  return place
}
