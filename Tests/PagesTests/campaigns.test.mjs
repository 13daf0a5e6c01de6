import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import * as i18n from "../../Sources/Faces/QixPages/Pages/i18n.js"
import { awardOf, linesOf, settingsOf } from "../../Plugins/Console/Pages/views/campaigns/award.js"
import { cardOf, leadsTo } from "../../Plugins/Console/Pages/views/campaigns/cards.js"
import {
  byDay, dayAfter, daysFrom, emptyAt, forecast, gathered, leftByDay, paceOf, paid, rounded, today, typed,
} from "../../Plugins/Console/Pages/views/campaigns/forecast.js"
import {
  findingOf, gapsIn, kindOf, monthIn, monthOf, spansIn, windowOf,
} from "../../Plugins/Console/Pages/views/campaigns/line.js"
import { counted, needOf, ordered, typesOf } from "../../Plugins/Console/Pages/views/campaigns/needs.js"
import { awardText, giftText } from "../../Plugins/Console/Pages/views/campaigns/words.js"
import { timeText } from "../../Plugins/Console/Pages/views/commands/answer.js"

i18n.useTimeZone("Europe/Rome")

const words = new URL("../../Plugins/Console/Pages/languages/campaigns/", import.meta.url)
const forms = (sentence) => (typeof sentence === "string" ? { other: sentence } : sentence)
const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

for (const language of i18n.languages) {
  test(`campaigns and the calendar say everything in ${language}`, async () => {
    const [english, other] = await Promise.all(["en", language].map(async (name) =>
      (await import(new URL(`${name}.js`, words).href)).default))
    assert.deepEqual(Object.keys(other).sort(), Object.keys(english).sort())
    for (const [key, sentence] of Object.entries(other)) {
      assert.deepEqual(holes(forms(sentence).other), holes(forms(english[key]).other), `values of ${key}`)
      if (typeof english[key] === "string") continue
      for (const category of new Intl.PluralRules(language).resolvedOptions().pluralCategories) {
        assert.ok(forms(sentence)[category], `${key} has no form '${category}'`)
      }
    }
  })
}

const NOW = Date.parse("2026-11-21T20:00:00Z")
const OPEN = "9999-01-01T00:00:00Z"
const hour = (start, coins, shakes = coins) => ({ start, shakes, won: shakes, coins })
const campaign = (more = {}) => ({
  campaign: "harvest", id: "cmp_1", state: "running", brand: "Alba", title: "Harvest", start: "2026-10-31T23:00:00Z",
  end: "2026-12-24T23:00:00Z", shakes: "tv", available: 1000, ...more,
})

test("the pace is that of seven days, or of the days that there were", () => {
  assert.equal(paceOf(700, NOW - 30 * 86_400_000, NOW), 100)
  assert.equal(paceOf(700, NOW - 2 * 86_400_000, NOW), 350)
  assert.equal(paceOf(20, NOW - 3_600_000, NOW), 20)
  assert.equal(emptyAt(100, 0, NOW), undefined)
  assert.equal(emptyAt(100, 50, NOW), NOW + 2 * 86_400_000)
})

test("a budget that ends early says by how many days, and what would do", () => {
  const hours = [hour("2026-11-01T10:00:00Z", 500), hour("2026-11-20T10:00:00Z", 700)]
  const found = forecast(campaign(), hours, NOW)
  assert.equal(found.pace, 100)
  assert.equal(found.won, 1200)
  assert.equal(i18n.dayOf(found.empty), "2026-12-01")
  assert.equal(found.early, 23)
  assert.equal(found.more, 2400)
  assert.deepEqual([forecast(campaign({ available: 5000 }), hours, NOW).early,
    forecast(campaign({ end: OPEN }), hours, NOW).early], [0, 0])
  assert.equal(forecast(campaign(), [], NOW).empty, undefined)
  // What ends on the last day is a day early.
  assert.equal(forecast(campaign({ available: 3300 }), hours, NOW).early, 1)
})

test("a period is typed as days of the campaign's own zone", () => {
  const zone = { time_zone: "Europe/Rome" }
  assert.deepEqual(typed(campaign(zone)), { start: "2026-11-01", end: "2026-12-24" })
  assert.deepEqual(typed(campaign({ ...zone, end: OPEN })), { start: "2026-11-01", end: "" })
  assert.deepEqual(typed(campaign({ time_zone: "UTC" })),
    { start: "2026-10-31T23:00:00Z", end: "2026-12-24T23:00:00Z" })
})

test("numbers to say have two digits", () => {
  assert.deepEqual([0, 7, 98, 101, 20_001, 1_250_000].map(rounded), [0, 7, 98, 110, 21_000, 1_300_000])
})

test("what was left falls to today, and then to nothing", () => {
  const hours = [hour("2026-11-20T10:00:00Z", 700), hour("2026-11-21T10:00:00Z", 0)]
  const points = leftByDay(campaign(), hours, NOW)
  assert.equal(points[0].day, "2026-11-01")
  assert.equal(points[0].left, 1700)
  const now = points.find((one) => one.isNow)
  assert.deepEqual([now.day, now.left], ["2026-11-21", 1000])
  assert.deepEqual(points.filter((one) => one.isEmpty).map((one) => one.day), ["2026-12-01"])
  assert.equal(points.at(-1).day, "2026-12-24")
  assert.ok(leftByDay(campaign({ start: "2020-01-01T00:00:00Z", end: OPEN }), hours, NOW).length < 250)
})

test("the chart is empty on the day that the sentence names", () => {
  for (const available of [130, 1000, 1040, 1099, 1250]) {
    const hours = [hour("2026-11-20T10:00:00Z", 700)]
    const { empty } = forecast(campaign({ available }), hours, NOW)
    const points = leftByDay(campaign({ available }), hours, NOW)
    assert.deepEqual(points.filter((one) => one.isEmpty).map((one) => one.day), [i18n.dayOf(empty)])
  }
})

test("coins paid for prizes are of the budget too", () => {
  const hours = [{ ...hour("2026-11-20T10:00:00Z", 4), won: 1 }, { ...hour("2026-11-21T10:00:00Z", 6), won: 2 }]
  const all = paid({ hours, prize_coins: 301 })
  assert.deepEqual(all.map((one) => one.coins), [104, 207])
  assert.equal(forecast(campaign(), all, NOW).won, 311)
  assert.equal(forecast(campaign(), all, NOW).pace, 311 / 7)
  assert.equal(paid({ hours }), hours)
  assert.deepEqual(paid({ hours: [{ ...hours[0], won: 0 }], prize_coins: 5 }).map((one) => one.coins), [9])
  assert.deepEqual(paid({ hours: [], prize_coins: 5 }), [])
})

test("gifts are words, in sentences and as labels", async () => {
  i18n.speak("en", (await import("../../Plugins/Console/Pages/languages/campaigns/en.js")).default,
    (await import("../../Plugins/Console/Pages/languages/studio/en.js")).default)
  assert.deepEqual([giftText("reward:coffee"), giftText("reward:coffee", "cf"), giftText("odd:one")],
    ["the reward coffee", "Reward: coffee", "odd:one"])
  const file = JSON.stringify({ award: { weighted: [{ gift: "badge:fan", weight: 1 }, { coins: 5, weight: 1 }] } })
  assert.equal(awardText({ file }), "by lot the badge fan (50%) and 5 coins (50%)")
  i18n.speak("en", {})
})

test("moments name a clock that isn't the reader's", () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const other = own === "Asia/Tokyo" ? "UTC" : "Asia/Tokyo"
  assert.ok(!timeText("2026-12-24T23:00:00Z", own).includes("("))
  assert.ok(timeText("2026-12-24T23:00:00Z", other).endsWith(`(${other})`))
  assert.match(timeText("2026-12-24T23:00:00Z", "Europe/Rome"), /^25 December 2026/)
})

/** The codes with which the sources of these folders refuse shakes. */
const refusals = (...folders) => folders.flatMap((folder) => {
  const root = new URL(`../../${folder}/`, import.meta.url)
  return readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".swift")).flatMap((name) =>
    [...readFileSync(new URL(name, root), "utf8").matchAll(/\b(?:Refusal|refuse)\(\s*"([a-z]+\.[a-z-]+)"/g)]
      .map(([, code]) => code))
})

test("each code with which shakes are refused has words in each language", async () => {
  const codes = refusals("Plugins/Shakes", "Plugins/ReadShake", "Plugins/ReceiptShake", "Plugins/ScanShake",
    "Plugins/StadiumShake", "Plugins/TVShake", "Plugins/VideoShake", "Plugins/Campaigns", "Plugins/Tiers",
    "Plugins/Badges", "Plugins/Identity", "Sources/QixShake")
  assert.ok(codes.length > 90)
  for (const language of i18n.languages) {
    const said = (await import(new URL(`refused.${language}.js`, words).href)).default
    assert.deepEqual(codes.filter((code) => !said[`cmp.refused.${code}`]), [], language)
  }
})

test("hours are those of the installation's day, also when clocks change", () => {
  const hours = today([hour("2026-11-20T23:00:00Z", 3), hour("2026-11-20T22:00:00Z", 5)], NOW)
  assert.equal(hours.length, 24)
  assert.equal(hours[0].shakes, 3)
  assert.equal(hours.reduce((sum, one) => sum + one.shakes, 0), 3)
  assert.equal(hours.findIndex((one) => one.isNow), 21)
  assert.equal(today([], Date.parse("2026-10-25T12:00:00Z")).length, 25)
})

test("days have no gaps, and many become weeks", () => {
  const days = byDay([hour("2026-11-02T10:00:00Z", 4), hour("2026-11-02T23:30:00Z", 5)], "2026-11-01", "2026-11-04")
  assert.deepEqual(days.map((one) => one.coins), [0, 4, 5, 0])
  const weeks = gathered(byDay([hour("2026-11-02T10:00:00Z", 4)], "2026-11-01", dayAfter("2026-11-01", 69)))
  assert.equal(weeks.length, 10)
  assert.equal(weeks[0].coins, 4)
  assert.equal(daysFrom("2026-10-24", "2026-10-26"), 3)
})

test("each state has a next step of its own", () => {
  const need = (more, pace) => needOf(campaign(more), NOW, pace)?.key
  assert.equal(need({}), undefined)
  assert.equal(need({}, 100), "cmp.need.runs-out")
  assert.equal(need({ end: OPEN }, 10), undefined)
  assert.equal(need({ end: OPEN }, 100), "cmp.need.runs-out")
  assert.equal(need({ available: 0 }), "cmp.need.empty")
  assert.equal(need({ end: "2026-11-24T23:00:00Z" }), "cmp.need.ends")
  assert.equal(need({ end: "2026-11-20T23:00:00Z" }), "cmp.need.end")
  assert.equal(need({ start: "2026-12-01T00:00:00Z" }), "cmp.need.begins")
  assert.equal(need({ state: "paused" }), "cmp.need.resume")
  assert.equal(need({ state: "draft", available: 0 }), "cmp.need.coins")
  assert.equal(need({ state: "draft", shakes: "" }), "cmp.need.types")
  assert.equal(need({ state: "draft" }), "cmp.need.start-now")
  assert.equal(need({ state: "draft", start: "2026-12-01T00:00:00Z" }), "cmp.need.start")
  assert.equal(need({ state: "draft", end: "2026-11-20T23:00:00Z" }), "cmp.need.move")
  assert.equal(need({ state: "ended" }), "cmp.need.return")
  assert.equal(need({ state: "ended", available: 0 }), undefined)
})

test("those that need most stand above", () => {
  const rows = ordered([campaign(), campaign({ campaign: "a", state: "paused" }),
    campaign({ campaign: "b", available: 0 })].map((one) => ({ one, need: needOf(one, NOW) })))
  assert.deepEqual(rows.map(({ one }) => one.campaign), ["b", "a", "harvest"])
  assert.deepEqual(typesOf(campaign({ shakes: "tv,video, scan" })), ["tv", "video", "scan"])
  assert.deepEqual(counted([["tv", "scan"], ["tv"]], ["read"]), { "": 2, tv: 2, scan: 1, read: 0 })
})

test("a line of time has whole days of the installation's zone", () => {
  assert.deepEqual(windowOf("2026-11", "quarter"), { first: "2026-11-01", last: "2027-01-31" })
  assert.deepEqual(windowOf("2026-02", "month"), { first: "2026-02-01", last: "2026-02-28" })
  assert.equal(monthOf("2026-11-28", -11), "2025-12")
  for (const bad of [null, "", "2026-13", "x", "2026-11-01", "99999-01"]) {
    assert.equal(monthIn(bad, "2026-11-21"), "2026-11")
  }
  const days = windowOf("2026-11", "month")
  const spans = spansIn([campaign(), campaign({ campaign: "old", end: "2026-10-31T23:00:00Z" }),
    campaign({ campaign: "open", end: OPEN, start: "2026-11-09T23:00:00Z" })], days, NOW)
  assert.deepEqual(spans.map(({ one, from, to }) => [one.campaign, from, to]), [["harvest", 0, 30], ["open", 9, 30]])
  // One that was ended early takes no day that is still to come.
  assert.equal(spansIn([campaign({ state: "ended" })], days, NOW)[0].to, 21)
  // Days are those of the campaign's clock, whatever the installation's is.
  assert.equal(spansIn([campaign({ start: "2026-11-10T23:00:00Z", time_zone: "Asia/Tokyo" })], days, NOW)[0].first,
    "2026-11-11")
  assert.deepEqual([campaign({ state: "ended" }), campaign({ state: "draft" }),
    campaign({ start: "2026-12-01T00:00:00Z" }), campaign({ end: "2026-11-20T23:00:00Z" }),
    campaign({ state: "paused" })].map((one) => kindOf(one, NOW)),
  ["past", "draft", "plan", "past", "now"])
})

test("the heading names the days for which nothing is planned", () => {
  const days = windowOf("2026-11", "quarter")
  const found = (...campaigns) => {
    const spans = spansIn(campaigns, days, NOW)
    return findingOf(spans, gapsIn(spans, days, "2026-11-21"), days, "2026-11-21")
  }
  const later = campaign({ start: "2026-12-31T23:00:00Z", end: OPEN, state: "draft" })
  assert.deepEqual(found(campaign(), later), { key: "cal.gap", first: "2026-12-25", last: "2026-12-31" })
  assert.deepEqual(found(campaign()), { key: "cal.after", first: "2026-12-24" })
  assert.deepEqual(found(campaign({ end: OPEN })), { key: "cal.full" })
  assert.deepEqual(found(), { key: "cal.none" })
  assert.deepEqual(found(campaign({ end: "2026-12-30T23:00:00Z" }), later),
    { key: "cal.one", first: "2026-12-31" })
  const past = windowOf("2026-08", "month")
  assert.equal(findingOf([], [], past, "2026-11-21").key, "cal.past.none")
  // A campaign that has ended leaves a gap.
  assert.equal(found(campaign({ state: "ended" })).key, "cal.none")
})

test("an award is taken apart, or stays as it is", () => {
  assert.deepEqual(awardOf({ fixed: 20 }), { is: "fixed", coins: 20 })
  assert.deepEqual(awardOf({ "per-unit": { coins: 2, most: 20 } }), { is: "units", coins: 2, most: 20 })
  assert.deepEqual(awardOf({ "per-unit": { coins: 2 } }), { is: "units", coins: 2, most: undefined })
  assert.deepEqual(awardOf({ weighted: [{ coins: 0, weight: 7 }, { coins: 20, weight: 1 }] }),
    { is: "drawn", prizes: [
      { coins: 0, most: 0, gift: "", percent: 87.5 }, { coins: 20, most: 20, gift: "", percent: 12.5 },
    ] })
  assert.deepEqual(awardOf({ jackpot: { start: 100, step: 1, most: 5000, odds: 400 } }),
    { is: "jackpot", start: 100, most: 5000, step: 1, odds: 400 })
  assert.deepEqual(awardOf({ table: { fact: "score", rows: [{ from: 50, coins: 5 }, { value: "a", coins: 10 }] } }),
    { is: "table", fact: "score", most: 10 })
  assert.deepEqual(awardOf({ "<b>": 1 }), { is: "other", text: '{"<b>":1}' })
})

test("numbers of coins that follow each other, as likely, are one line", () => {
  const lengths = (/** @type {any[]} */ prizes) => linesOf(prizes).map(({ length }) => length)
  const coins = (/** @type {number[]} */ ...all) => all.map((one) => ({ coins: one, weight: 2 }))
  assert.deepEqual(lengths([...coins(5, 6, 7), { gift: "badge:fan", weight: 2 }]), [3, 1])
  assert.deepEqual(lengths(coins(5, 6)), [1, 1])
  assert.deepEqual(lengths(coins(0, 1, 2, 3)), [1, 3])
  assert.deepEqual(lengths(coins(1, 2, 3, 5, 6, 7, 8)), [3, 4])
  assert.deepEqual(lengths([{ coins: 1, weight: 1 }, ...coins(2, 3, 4)]), [1, 3])
  // What a line wouldn't show stays a line of its own.
  assert.deepEqual(lengths([...coins(1), { coins: 2, weight: 2, note: "x" }, ...coins(3)]), [1, 1, 1])
  assert.deepEqual(lengths([{ coins: 1 }, { coins: 2 }, { coins: 3 }]), [1, 1, 1])
  assert.deepEqual(lengths([{}, {}]), [1, 1])
  const weighted = [...coins(5, 6, 7, 8), { gift: "reward:cup", weight: 2 }]
  const { prizes } = /** @type {any} */ (awardOf({ weighted }))
  assert.deepEqual(prizes, [
    { coins: 5, most: 8, gift: "", percent: 80 }, { coins: 0, most: 0, gift: "reward:cup", percent: 20 },
  ])
})

test("settings are texts, whatever they are", () => {
  assert.deepEqual(settingsOf('{"channels":["Uno","Due"],"n":1,"products":[{"name":"x"}]}'),
    [["channels", "Uno, Due"], ["n", "1"], ["products", '[{"name":"x"}]']])
  assert.deepEqual(settingsOf("{"), [["", "{"]])
})

test("a card leads to a campaign by its link, and not by one that begins the same", () => {
  const links = ["campaign/cup", "campaign/cup?place=x", "https://app.example.org/open/campaign/cup", "campaign/cup-2",
    "reward/cup", "https://app.example.org/campaign/cup", "https://evil.example/?/open/campaign/cup"]
  assert.deepEqual(links.map((link) => leadsTo(link, "cup")), [true, true, true, false, false, false, false])
})

test("a card has the titles of its campaign, the language of the installation first", () => {
  const file = { name: "cup", title: "Cup", texts: { it: { title: "Coppa" }, ro: { title: "Cupa" } } }
  assert.deepEqual(cardOf(file, ["cup", "cup-2"], "es"), {
    name: "cup-3", texts: { es: { title: "Cup" }, it: { title: "Coppa" }, ro: { title: "Cupa" } },
    actions: [{ text: { es: "Participa", it: "Partecipa", ro: "Participă" }, link: "campaign/cup" }],
  })
  const made = cardOf(file, [], "it")
  assert.deepEqual([made.name, Object.entries(made.texts)],
    ["cup", [["it", { title: "Coppa" }], ["ro", { title: "Cupa" }]]])
  const long = "a".repeat(55)
  assert.equal(cardOf({ name: long, title: "A" }, [long], "de").name.length, 53)
  assert.deepEqual(cardOf({ name: "a", title: "A" }, [], "de").texts, { en: { title: "A" } })
})
