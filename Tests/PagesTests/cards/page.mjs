/** A table of cards for tests: `?cards=12` puts so many on one page, `?long` gives them long texts. */

import { cardTable } from "/Plugins/App/Pages/cards/table.js"
import { speak } from "/Plugins/App/ground/i18n.js"
import words from "/Plugins/App/Pages/languages/cards/en.js"
import ground from "/Plugins/App/ground/languages/en.js"

const asked = new URLSearchParams(location.search)
const EVIL = `<img src=x onerror="alert(1)">"><script>alert(2)</script>`

const evil = [["javascript", "alert(3)"].join(":"), "//evil.example", "card/../../v1", `card/${EVIL}`]

const three = [
  { page: 1, cards: [
    {
      card: "harvest", title: "Harvest live", tone: "plain",
      text: "Shake while it’s on. One try a day, up to 20 coins.", picture: "https://elsewhere.example/p.jpg",
      actions: [{ text: "Shake now", link: "campaign/harvest" }],
    },
    {
      card: "latte", title: "A latte for 100", text: "You have 450. Shall we?", tone: "tint",
      actions: [{ text: "Take it", link: "reward/latte" }],
    },
    {
      card: "expiry", title: "40 coins expire on 11 Dec", text: "In 20 days.",
      actions: [{ text: "See them", link: "web+qix:wallet" }],
    },
  ] },
  { page: 2, cards: [
    {
      card: "gold", title: "Twice the coins", text: "On Saturdays.", tone: "gold",
      actions: [{ text: "How", link: "https://alba.example/saturday" }],
    },
    {
      card: EVIL, title: EVIL, text: EVIL, tone: EVIL,
      actions: [...evil, "card/x?next=https://evil.example"].map((link) => ({ text: EVIL, link })),
    },
  ] },
  { page: 3, cards: [{ card: "only", title: "Bring a friend", actions: [{ text: "Invite", link: "me" }] }] },
]

const many = (count) => [{ page: 1, cards: Array.from({ length: count }, (_, i) => (
  { card: `c${i}`, title: `Card ${i + 1}`, text: asked.has("long") ? "Long enough to be read. ".repeat(20) : "",
    actions: [{ text: "Open", link: `card/c${i}` }] })) }]

speak("en", ground, words)
const seen = { acts: [], pages: [], frames: 0 }
const count = Number(asked.get("cards"))
const table = cardTable({
  pages: count ? many(count) : three,
  onAct: (action, card) => seen.acts.push([card.card, action.link]),
  onPage: (place, why) => seen.pages.push([place, why]),
})
document.querySelector("main").append(table)
Object.assign(window, { table, seen })

const ask = window.requestAnimationFrame.bind(window)
window.requestAnimationFrame = (act) => {
  seen.frames += 1
  return ask(act)
}
