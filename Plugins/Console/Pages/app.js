/** The console: decides what is shown, by who is signed in and where they are. */

import { fill, h } from "../ground/h.js"
import { chosen, speak, t, useTimeZone } from "../ground/i18n.js"
import { ask, openDialog } from "../ground/parts/dialog.js"
import { button } from "../ground/parts/button.js"
import { areFilled, Field } from "../ground/parts/field.js"
import { note } from "../ground/parts/says.js"
import { failed, noRight, nothingFound, sentence, skeleton } from "../ground/parts/state.js"
import { ApiProblem } from "../ground/problem.js"
import { announce, Router } from "../ground/router.js"
import { keep, kept, useScheme } from "../ground/store.js"
import { brand } from "../ground/brand.js"
import english from "./languages/en.js"
import { navigation } from "./navigation.js"
import { session, watch } from "./session.js"
import { Shell } from "./shell.js"
import { Door } from "./views/door.js"
import { views } from "./views/registry.js"

/** @typedef {import("./views/registry.js").Entry} Entry */

const SIGNED_IN = "/console/signed-in"

/** @type {Shell | undefined} */
let shell
let isFirst = true
/** Told at the door: why one is there. @type {import("../ground/h.js").Child} */
let farewell

/** @type {Router<Entry>} */
const router = new Router({
  base: "/console",
  routes: views,
  show,
  mayLeave: () => ask(t("leave.title"), { text: t("leave.text"), act: t("leave.act"), isHarm: true }),
})

/** @param {Entry | undefined} entry @param {import("../ground/router.js").Place} place */
async function show(entry, place) {
  if (place.url.pathname === SIGNED_IN && place.url.search) return finish(place.url.searchParams)
  if (!session.current) return showDoor()
  if (!shell) {
    shell = new Shell({ onSignOut: signOut, onLanguage: changeLanguage })
    document.body.className = "desk"
    fill(document.body, shell.element)
  }
  shell.showSide(place.url.pathname)
  const timer = setTimeout(() => shell && fill(shell.place, skeleton()), 200)
  const made = await content(entry, place)
  clearTimeout(timer)
  // One may have gone on, or out, meanwhile.
  if (!shell || location.href !== place.url.href) return
  fill(shell.place, made)
  announce(made.title || t(entry?.title ?? "state.not-found"), t("console.name", { name: brand.name }), shell.place, !isFirst)
  isFirst = false
}

/** @param {Entry | undefined} entry @param {import("../ground/router.js").Place} place */
async function content(entry, { url, params }) {
  if (!entry) return card(nothingFound(t("state.not-found"), t("state.not-found.text")))
  if (!session.isOpen(entry.needs)) return card(noRight(session.name))
  try {
    const { default: View } = await entry.load()
    const tag = `qix-${entry.title.replaceAll(".", "-")}`
    if (!customElements.get(tag)) customElements.define(tag, View)
    return Object.assign(document.createElement(tag), { params, query: url.searchParams })
  } catch (error) {
    return card(failed(error, () => router.again()))
  }
}

/** @param {import("../ground/h.js").Child} child */
const card = (child) => h("section", { class: "card" }, child)

function showDoor() {
  shell?.close()
  shell = undefined
  document.body.className = ""
  document.querySelector("dialog[open]")?.remove()
  fill(document.body, new Door(async () => {
    farewell = undefined
    isFirst = true
    await router.again()
  }, farewell))
  document.title = t("console.name", { name: brand.name })
}

/** @param {URLSearchParams} query */
async function finish(query) {
  try {
    await router.go(await session.finish(query), { replaces: true })
  } catch (error) {
    farewell = note([h("b", null, error instanceof ApiProblem ? sentence(error.detail) : t("state.failed")), " ",
      t("door.again")], "bad", { isAlert: true })
    await router.go("/console", { replaces: true })
  }
}

async function signOut() {
  await session.signOut()
  farewell = undefined
  history.replaceState(history.state, "", "/console")
  showDoor()
}

/** Asks who one is before what needs a recent sign-in. */
async function confirm() {
  const by = session.current?.by
  if (by && by !== "token") {
    const goes = await ask(t("confirm.title"), { text: t("confirm.provider", { name: by }), act: t("confirm.go") })
    if (goes) await session.leave(by, true)
    return false
  }
  const token = new Field(t("door.token"), { type: "password", attributes: { autocomplete: "off", class: "input mono" } })
  const said = h("div")
  const enter = async (/** @type {(value?: any) => void} */ close) => {
    if (!areFilled([token])) return
    try {
      await session.confirm(token.value)
      close(true)
    } catch (error) {
      fill(said, note(error instanceof ApiProblem ? sentence(error.detail) : t("state.failed.text"), "bad", { isAlert: true }))
    }
  }
  const { closed } = openDialog(t("confirm.title"), {
    body: [h("p", null, t("confirm.text")), said, token.element],
    foot: (close) => {
      token.input.addEventListener("keydown", (event) => {
        if (/** @type {KeyboardEvent} */ (event).key === "Enter") void enter(close)
      })
      return [
        button(t("part.cancel"), () => close(false)),
        button(t("confirm.act"), () => enter(close), { kind: "main" }),
      ]
    },
  })
  return await closed === true
}

/** @param {string} language */
async function changeLanguage(language) {
  keep("language", language)
  await useLanguage()
  shell?.close()
  shell = undefined
  await router.again()
}

/** @type {Record<string, () => Promise<{ default: import("../ground/i18n.js").Dictionary }>>} */
const dictionaries = {
  it: () => import("./languages/it.js"), es: () => import("./languages/es.js"),
  ca: () => import("./languages/ca.js"), ro: () => import("./languages/ro.js"),
}

async function useLanguage() {
  const language = chosen(kept("language", /** @type {string | null} */ (null)), navigator.languages)
  // English is there at once, and is what a language lacks.
  const own = await dictionaries[language]?.().then((module) => module.default, () => undefined)
  speak(own ? language : "en", english, own ?? {})
}

async function start() {
  useScheme(kept("scheme", /** @type {"light" | "dark" | null} */ (null)))
  navigation.go = (address, options) => router.go(address, options)
  navigation.again = () => router.again()
  navigation.hasChanges = (has) => (router.hasChanges = has)
  watch({
    onEnd: (isOwn) => {
      farewell = isOwn
        ? undefined
        : note([h("b", null, t("ended.title")), " ", t("ended.text")], "warn", { picture: "clock" })
      showDoor()
    },
    onConfirm: confirm,
  })
  const known = session.load()
  await Promise.all([useLanguage(), brand.load()])
  useTimeZone(brand.zone)
  try {
    await known
  } catch (error) {
    document.body.className = "desk"
    fill(document.body, h("main", { id: "main", class: "work" }, failed(error, () => location.reload())))
    return
  }
  await router.start()
}

await start()
