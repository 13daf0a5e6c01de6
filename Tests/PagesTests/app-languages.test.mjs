import assert from "node:assert/strict"
import { test } from "node:test"
import * as i18n from "../../Sources/Faces/QixPages/Pages/i18n.js"

const app = new URL("../../Plugins/App/Pages/languages/", import.meta.url)
const ground = new URL("../../Sources/Faces/QixPages/Pages/languages/", import.meta.url)
/** What other languages write as English does. */
const SAME = new Set(["drawn.shake", "tier.badges"])
/** Counts whose forms differ somewhere. */
const COUNTS = [1, 2, 5, 20, 21]

const load = async (folder, language) => (await import(new URL(`${language}.js`, folder).href)).default
/** What the first views say, and all others. */
const all = async (language) => ({ ...await load(app, language), ...await load(new URL("rest/", app), language) })
const forms = (sentence) => (typeof sentence === "string" ? { other: sentence } : sentence)
const texts = (sentence) => Object.entries(forms(sentence)).filter(([category]) => category !== "by")
const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()
const stars = (text) => text.split("*").length - 1
/** The English text that says the same. */
const model = (english, category) => forms(english)[category] ?? forms(english).other

for (const language of i18n.languages) {
  test(`the app says everything in ${language}`, async () => {
    const [english, other, shared] = await Promise.all([all("en"), all(language), load(ground, "en")])
    assert.deepEqual(Object.keys(other), Object.keys(english))
    const plurals = new Intl.PluralRules(language)
    for (const [key, sentence] of Object.entries(other)) {
      if (key in shared) continue
      assert.equal(forms(sentence).by, forms(english[key]).by, `what ${key} counts`)
      for (const [category, text] of texts(sentence)) {
        const said = model(english[key], category)
        const where = `${key}, ${category}`
        assert.deepEqual(holes(text), holes(said), `values of ${where}`)
        assert.equal(stars(text), stars(said), `bold of ${where}`)
        // The app speaks quietly, with the signs of print, and ș and ț have commas.
        assert.doesNotMatch(text, /[!¡'"ţşŢŞ]/, `signs of ${where}`)
        const hasWords = /[a-z]{2}/i.test(text.replaceAll(/\{\w+\}/g, ""))
        if (language !== "en" && hasWords && !SAME.has(key)) assert.notEqual(text, said, `${where} is left in English`)
      }
      if (typeof sentence === "string") continue
      for (const count of COUNTS) assert.ok(sentence[plurals.select(count)], `${key} has no form of ${count}`)
    }
  })
}
