/** The app: starts its model, its navigator and its coordinator. */

import { brand } from "../ground/brand.js"
import { h, fill } from "../ground/h.js"
import { t, useTimeZone } from "../ground/i18n.js"
import { ApiProblem, NoAnswer } from "../ground/problem.js"
import { failed, sentence } from "../ground/parts/state.js"
import { toast } from "../ground/parts/toast.js"
import { keep, kept, useScheme } from "../ground/store.js"
import { App } from "./coordinators/app.js"
import { broadcast } from "./model/broadcast.js"
import { felt, motion } from "./model/motion.js"
import { keepOffline } from "./model/offline.js"
import { queue } from "./model/queue.js"
import { session, watch } from "./model/session.js"
import { useLanguage } from "./model/words.js"
import { bringViews, Navigator } from "./navigator.js"

const frame = new Navigator()
const app = new App(frame)
Object.assign(app.hears, {
  language: async (/** @type {string} */ language) => {
    keep("language", language)
    await useLanguage()
    await frame.again()
  },
})

async function start() {
  useScheme(kept("scheme", /** @type {"light" | "dark" | null} */ (null)))
  watch({ onEnd: () => app.hear("ended"), onChange: () => location.reload() })
  felt.addEventListener("shake", () => void broadcast())
  const known = session.load()
  await Promise.all([useLanguage(), brand.load()])
  // A phone's own clock is its user's.
  useTimeZone(undefined)
  try {
    await known
  } catch (error) {
    fill(document.body, h("main", { id: "main", class: "stack" }, failed(error, () => location.reload())))
    return
  }
  motion.start()
  await frame.start(app)
  bringViews()
  queue.addEventListener("sent", (event) => app.hear("sent", /** @type {CustomEvent} */ (event).detail))
  void queue.start()
  void keepOffline(() => toast(t("app.new"), { undo: () => location.reload(), label: t("app.reload"), seconds: 60 }))
}

// The browser may bring back the page of a user who has left. The page hides first, and reloads when it comes back.
addEventListener("pagehide", () => (document.body.hidden = true))
addEventListener("pageshow", ({ persisted }) => persisted && location.reload())

// What failed, and was caught nowhere, is said all the same.
addEventListener("unhandledrejection", (event) => {
  const { reason } = event
  if (!(reason instanceof ApiProblem || reason instanceof NoAnswer)) return
  event.preventDefault()
  toast(reason instanceof ApiProblem ? [sentence(reason.detail), " ", reason.hint && sentence(reason.hint)]
    : t(reason.why === "offline" ? "state.offline" : "state.timeout"))
})

await start()
