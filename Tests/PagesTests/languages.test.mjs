import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { test } from "node:test"
import * as i18n from "../../Sources/Faces/QixPages/Pages/i18n.js"

const folders = ["Sources/Faces/QixPages/Pages/languages", "Plugins/Console/Pages/languages"]
  .map((folder) => new URL(`../../${folder}/`, import.meta.url)).filter((folder) => existsSync(folder))

const forms = (sentence) => (typeof sentence === "string" ? { other: sentence } : sentence)
const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

for (const folder of folders) {
  for (const language of i18n.languages) {
    test(`${folder.pathname.split("/").slice(-4, -2).join("/")} says everything in ${language}`, async () => {
      const english = (await import(new URL("en.js", folder).href)).default
      const other = (await import(new URL(`${language}.js`, folder).href)).default
      assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort())
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      for (const [key, sentence] of Object.entries(other)) {
        const own = forms(sentence)
        const wanted = holes(forms(english[key]).other)
        if (typeof english[key] !== "string") {
          for (const category of categories) assert.ok(own[category], `${key} has no form '${category}'`)
        }
        for (const [form, text] of Object.entries(own)) {
          if (form === "by") continue
          assert.ok(text.trim().length > 0, key)
          assert.deepEqual(holes(text).filter((name) => !wanted.includes(name)), [], `values of ${key}.${form}`)
          if (form === "other") assert.deepEqual(holes(text), wanted, `values of ${key}`)
          assert.equal((text.match(/\*/g) ?? []).length % 2, 0, `bold of ${key}`)
        }
      }
    })
  }
}

test("Romanian counts in three ways", () => {
  i18n.speak("ro", { coins: { one: "{count} monedă", few: "{count} monede", other: "{count} de monede" } })
  assert.deepEqual([1, 2, 20].map((count) => i18n.t("coins", { count })), ["1 monedă", "2 monede", "20 de monede"])
})

test("bold parts and nodes keep their places", () => {
  i18n.speak("en", { have: "*Yours:* {sum} of {all}", plain: "*No* {a}" })
  const bold = (children) => ({ bold: children })
  const node = { node: 1 }
  const made = i18n.rich("have", { sum: node, all: 1200 }, bold)
  assert.deepEqual(made, [{ bold: ["Yours:"] }, " ", node, " of ", "1,200"])
  assert.equal(i18n.t("plain", { a: "x" }), "No x")
  assert.equal(i18n.t("no.such.key"), "no.such.key")
})

test("the saved language counts first, then the browser's", () => {
  assert.equal(i18n.chosen("ca", ["it-IT"]), "ca")
  assert.equal(i18n.chosen(null, ["de-DE", "it-IT"]), "it")
  assert.equal(i18n.chosen("xx", ["de"]), "en")
})

test("times are those of the installation", () => {
  i18n.speak("it")
  i18n.useTimeZone("Europe/Rome")
  assert.equal(i18n.when("2026-11-21T23:30:00Z", "time"), "00:30")
  assert.equal(i18n.dayOf("2026-11-21T23:30:00Z"), "2026-11-22")
  assert.equal(i18n.when("2026-11-21", "date"), "21 novembre 2026")
  assert.equal(i18n.ago("2026-11-21T10:00:00Z", Date.parse("2026-11-21T10:04:10Z")), "4 minuti fa")
  i18n.useTimeZone(undefined)
})

test("numbers have separators from a thousand on", () => {
  i18n.speak("es")
  assert.equal(i18n.number(1234), "1.234")
  assert.equal(i18n.money(1999, "EUR").replace(/\s/, " "), "19,99 €")
})
