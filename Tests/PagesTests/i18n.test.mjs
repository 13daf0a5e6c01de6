import assert from "node:assert/strict"
import { existsSync, readdirSync } from "node:fs"
import { test } from "node:test"
import * as i18n from "../../Sources/Faces/QixPages/Pages/i18n.js"

const { ago, chosen, dayOf, languages, money, number, percent, rich, speak, t, useTimeZone, when } = i18n
const ROOT = new URL("../../", import.meta.url)

/** The folders of dictionaries, of the ground and of modules: each has a file for each language. */
function* dictionaries(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  if (entries.some((entry) => entry.name === "en.js")) yield folder
  for (const entry of entries) if (entry.isDirectory()) yield* dictionaries(new URL(`${entry.name}/`, folder))
}

const pages = ["Sources/Faces/QixPages/Pages/", ...readdirSync(new URL("Plugins/", ROOT))
  .map((name) => `Plugins/${name}/Pages/`).filter((folder) => existsSync(new URL(folder, ROOT)))]

const load = async (folder, language) => (await import(new URL(`${language}.js`, folder).href)).default
const texts = (sentence) => (typeof sentence === "string" ? [sentence]
  : Object.entries(sentence).filter(([form]) => form !== "by").map(([, text]) => text))
const values = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

for (const folder of pages.flatMap((page) => [...dictionaries(new URL(page, ROOT))])) {
  const name = folder.pathname.slice(ROOT.pathname.length)
  test(`${name} says the same in all languages`, async () => {
    const english = await load(folder, "en")
    for (const language of languages) {
      const dictionary = await load(folder, language)
      assert.deepEqual(Object.keys(dictionary).sort(), Object.keys(english).sort(), language)
      for (const [key, sentence] of Object.entries(dictionary)) {
        const where = `${language} ${key}`
        const wanted = [...new Set(texts(english[key]).flatMap(values))].sort()
        assert.equal(typeof sentence, typeof english[key], `${where}: is it counted?`)
        assert.equal(sentence.by, english[key].by, where)
        const used = [...new Set(texts(sentence).flatMap(values))].sort()
        assert.deepEqual(used, wanted, `${where}: other values`)
        for (const text of texts(sentence)) {
          assert.ok(text.trim() === text && text !== "", `${where}: blanks at the ends, or nothing`)
          assert.equal(text.split("*").length % 2, 1, `${where}: an asterisk alone`)
        }
      }
    }
  })

  test(`${name} has all plural forms`, async () => {
    for (const language of languages) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()
      for (const [key, sentence] of Object.entries(await load(folder, language))) {
        if (typeof sentence === "string") continue
        assert.deepEqual(Object.keys(sentence).filter((form) => form !== "by").sort(), forms, `${language} ${key}`)
      }
    }
  })
}

test("the language is the saved one, then the first of the browser that there is", () => {
  assert.equal(chosen("ro", ["it"]), "ro")
  assert.equal(chosen(null, ["de-CH", "ca-ES", "it"]), "ca")
  assert.equal(chosen("xx", ["IT-it"]), "it")
  assert.equal(chosen(undefined, []), "en")
})

test("sentences have plural forms and values; a missing one is its key", () => {
  const coins = { one: "{count} monedă", few: "{count} monede", other: "{count} de monede" }
  speak("ro", { coins: { one: "{count} coin", other: "{count} coins" }, only: "In English" }, { coins })
  assert.deepEqual([0, 1, 2, 19, 20, 101].map((count) => t("coins", { count })),
    ["0 monede", "1 monedă", "2 monede", "19 monede", "20 de monede", "101 monede"])
  assert.equal(t("coins", { count: 12345 }), "12.345 de monede")
  assert.equal(t("only"), "In English")
  assert.equal(t("none.such"), "none.such")
  speak("en", { tries: { by: "tries", one: "{tries} try of {count}", other: "{tries} tries of {count}" } })
  assert.equal(t("tries", { tries: 1, count: 5 }), "1 try of 5")
})

test("what a value holds isn't read as a sentence", () => {
  speak("en", { note: "*{name}* wrote {text}" })
  assert.equal(t("note", { name: "ada", text: "*{name}* $&" }), "ada wrote *{name}* $&")
  const bold = (children) => ({ bold: children })
  const node = { a: "node" }
  assert.deepEqual(rich("note", { name: "{text} *x*", text: node }, bold), [{ bold: ["{text} *x*"] }, " wrote ", node])
  assert.deepEqual(rich("note", { name: 1234.5 }, bold), [{ bold: ["1,234.5"] }, " wrote ", "{text}"])
})

test("numbers and money are written as the language has them", () => {
  speak("it")
  assert.equal(number(61200), "61.200")
  assert.equal(percent(0.256, 1), "25,6%")
  assert.equal(money(158000, "EUR").replaceAll(/\s/g, " "), "1580,00 €")
  assert.equal(money(500, "JPY").replace(/[^\d.,]/g, ""), "500")
  speak("es")
  assert.equal(number(1234), "1.234")
  speak("en")
  assert.equal(number(9007199254740993n), "9,007,199,254,740,993")
})

test("moments are in the installation's time zone, dates in none", () => {
  speak("en")
  useTimeZone("Asia/Tokyo")
  assert.equal(when("2026-11-21T20:30:00Z", "time"), "05:30")
  assert.equal(dayOf("2026-11-21T20:30:00Z"), "2026-11-22")
  assert.match(when("2026-11-21", "date"), /21/)
  useTimeZone("America/Los_Angeles")
  assert.match(when("2026-11-21", "date"), /21/)
  useTimeZone("UTC")
  assert.equal(when("2026-11-21T00:05:00Z", "time"), "00:05")
})

test("what was lately is told by how long ago", () => {
  speak("en")
  useTimeZone("UTC")
  const now = Date.parse("2026-11-21T12:00:00Z")
  const before = (seconds) => ago(now - seconds * 1000, now)
  assert.deepEqual([before(0), before(59), before(240), before(-7200), before(86_400)],
    ["now", "59 seconds ago", "4 minutes ago", "in 2 hours", "yesterday"])
  assert.match(before(8 * 86_400), /13/)
})
