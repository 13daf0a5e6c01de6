/** The page behind the link in an email's last line: one button, and what came of it. Opening it changes nothing. */

import { fill, h } from "../ground/h.js"

/** @typedef {{ title: string, text: string, one: string, every: string, done: string, gone: string, failed: string }} Words */

/** @type {Record<string, Words>} */
const WORDS = {
  en: {
    title: "Stop messages", text: "You no longer want these emails?", one: "Stop these emails",
    every: "Stop all emails about my account", done: "Done. You get no more of these emails.",
    gone: "This link is no longer valid.", failed: "That did not work. Please try again.",
  },
  it: {
    title: "Disattiva i messaggi", text: "Non vuoi più ricevere queste email?", one: "Non inviarmi più queste email",
    every: "Non inviarmi più email sul mio account", done: "Fatto. Non riceverai più queste email.",
    gone: "Questo link non è più valido.", failed: "Non ha funzionato. Riprova.",
  },
  es: {
    title: "Dejar de recibir mensajes", text: "¿Ya no quieres estos correos?", one: "No enviarme más estos correos",
    every: "No enviarme más correos sobre mi cuenta", done: "Hecho. Ya no recibirás estos correos.",
    gone: "Este enlace ya no es válido.", failed: "No ha funcionado. Inténtalo de nuevo.",
  },
  ca: {
    title: "Deixar de rebre missatges", text: "Ja no vols aquests correus?", one: "No m'envieu més aquests correus",
    every: "No m'envieu més correus sobre el meu compte", done: "Fet. Ja no rebràs aquests correus.",
    gone: "Aquest enllaç ja no és vàlid.", failed: "No ha funcionat. Torna-ho a provar.",
  },
  ro: {
    title: "Oprește mesajele", text: "Nu mai vrei aceste emailuri?", one: "Nu-mi mai trimite aceste emailuri",
    every: "Nu-mi mai trimite emailuri despre contul meu", done: "Gata. Nu vei mai primi aceste emailuri.",
    gone: "Acest link nu mai este valabil.", failed: "Nu a funcționat. Încearcă din nou.",
  },
}

const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en"
const words = WORDS[language] ?? /** @type {Words} */ (WORDS.en)
const key = location.pathname.split("/")[2] ?? ""
const told = h("p", { role: "status" }, words.text)
const buttons = h("div", null)
const main = h("main", null, h("h1", null, words.title), told, buttons)

/** @param {boolean} all */
async function stop(all) {
  try {
    const answer = await fetch(`/v1/notices/stop/${encodeURIComponent(key)}`, {
      method: "POST", credentials: "omit", headers: { "Content-Type": "application/json" },
      body: JSON.stringify(all ? { all: true } : {}),
    })
    if (!answer.ok && answer.status !== 404) throw new Error(String(answer.status))
    fill(told, answer.ok ? words.done : words.gone)
    fill(buttons)
  } catch {
    fill(told, words.failed)
  }
}

document.documentElement.lang = language
document.title = words.title
fill(
  buttons,
  h("button", { type: "button", class: "btn main wide", onclick: () => stop(false) }, words.one),
  h("button", { type: "button", class: "btn bare wide", onclick: () => stop(true) }, words.every),
)
document.body.append(main)
