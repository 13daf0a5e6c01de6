/** What the app says: what the first views say is there at once, the rest comes with the other views. */

import { chosen, speak } from "../../ground/i18n.js"
import { kept } from "../../ground/store.js"
import english from "../languages/en.js"

/** @typedef {{ default: import("../../ground/i18n.js").Dictionary }} Words */

/** @type {Record<string, [first: () => Promise<Words>, rest: () => Promise<Words>]>} */
const others = {
  it: [() => import("../languages/it.js"), () => import("../languages/rest/it.js")],
  es: [() => import("../languages/es.js"), () => import("../languages/rest/es.js")],
  ca: [() => import("../languages/ca.js"), () => import("../languages/rest/ca.js")],
  ro: [() => import("../languages/ro.js"), () => import("../languages/rest/ro.js")],
}
/** Whether the words of all views are there. */
let isWhole = false

/** Speaks the language that was chosen here, or else the browser's. */
export async function useLanguage() {
  const language = chosen(kept("language", /** @type {string | null} */ (null)), navigator.languages)
  /** @type {import("../../ground/i18n.js").Dictionary[]} */
  const words = [english]
  try {
    const [first, rest] = others[language] ?? []
    const made = await Promise.all([isWhole && import("../languages/rest/en.js"), first?.(), isWhole && rest?.()])
    for (const one of made) if (one) words.push(one.default)
    speak(language, ...words)
  } catch {
    speak("en", ...words)
  }
}

/** Learns the words of all other views. */
export async function learnAll() {
  if (isWhole) return
  isWhole = true
  await useLanguage()
}
