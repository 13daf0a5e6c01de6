import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { changesOf, isFixed, linesOf as shellLines } from "../../Plugins/Console/Pages/views/campaign-form/changes.js"
import {
  faultsOf, isOpen, nearest, placeFor, placeOf, sectionOf,
} from "../../Plugins/Console/Pages/views/campaign-form/faults.js"
import * as files from "../../Plugins/Console/Pages/views/campaign-form/file.js"
import { WORDS } from "../../Plugins/Console/Pages/views/campaign-form/app-words.js"
import { arranged, kindOf, membersOf } from "../../Plugins/Console/Pages/views/campaign-form/kinds.js"
import { timeWords } from "../../Plugins/Console/Pages/views/campaign-form/sections.js"
import { averageOf, mostOf, sharesOf, winning } from "../../Plugins/Console/Pages/views/campaign-form/odds.js"
import { lastDayOf, shownOf } from "../../Plugins/Console/Pages/views/campaign-form/phone.js"
import { TYPES } from "../../Plugins/App/Pages/parts/heads.js"

const ROOT = new URL("../../", import.meta.url)
const text = (name) => readFileSync(new URL(name, ROOT), "utf8")

/** The ways in which fields show a value and read it again, in the order in which the form tries them. */
const FIELDS = [
  [(value) => typeof value === "boolean", files.textOf, files.asBoolean],
  [(value) => typeof value === "number", files.textOf, files.asNumber],
  [(value) => files.lengthOf(value) !== undefined, files.lengthOf, files.asLength],
  [(value) => files.wallOf(value) !== undefined, files.wallOf, files.asWall],
  [(value) => files.isLines(value) && value.length > 0, files.linesOf, files.asLines],
  [(value) => typeof value === "string" && value !== "" && value.trim() === value, files.textOf, files.asText],
  [() => true, files.written, files.read],
]

/** All places of a value that a field could stand for. */
function* places(value, path = []) {
  if (path.length > 0) yield path
  if (files.isObject(value) || Array.isArray(value)) {
    const steps = Array.isArray(value) ? value.keys() : Object.keys(value)
    for (const step of steps) yield* places(value[step], [...path, step])
  }
}

/** Shows a file in fields, types each value in once more, and gives the file that they make. */
function typedAgain(file) {
  const made = files.read(files.written(file))
  for (const path of places(file)) {
    const value = files.at(file, path)
    if (value === null) continue
    const [, show, make] = FIELDS.find(([fits]) => fits(value))
    files.put(made, path, make(show(value)))
  }
  return made
}

const samples = readdirSync(new URL("data/campaigns/", ROOT)).filter((name) => name.endsWith(".json"))
  .map((name) => [name, JSON.parse(text(`data/campaigns/${name}`))])
const examples = [...text("docs/campaigns.md").matchAll(/```json\n(.*?)```/gs)]
  .map((found, place) => [`example ${place + 1}`, JSON.parse(found[1])])

for (const [name, file] of [...samples, ...examples]) {
  test(`${name} survives the form`, () => assert.deepEqual(typedAgain(file), file))
}

/** A small generator, the same at each run. */
function randoms(seed) {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

const STRINGS = [
  "", " blank ", "tier:gold", "P12M", "PT30S", "P1Y2M", "P0D", "2027-06-01", "2027-06-01T20:00", "2027-13-41",
  "2027-06-01T18:00:00Z", "two\nlines", "none", "true", "10", "01", "-0", "é ✓ 𝔘", "a/b~c", "__proto__", "{\"a\": 1}",
  "<b>x</b>",
]
const KEYS = [
  "name", "brand", "title", "texts", "note", "start", "end", "time-zone", "shakes", "audience", "caps", "pace", "award",
  "multiplier", "expires", "draw-window", "priority", "coins", "weight", "odd/key", "tilde~", "__proto__",
  "constructor", "",
]

function anything(random, depth) {
  const one = (list) => list[random(list.length)]
  switch (random(depth > 3 ? 5 : 8)) {
    case 0: return one(STRINGS)
    case 1: return random(2_000_000) - 1_000_000
    case 2: return random(1_000_000) / 997
    case 3: return one([true, false, null])
    case 4: return one([0, 1e21, -5, 9_007_199_254_740_991, 1e-7])
    case 5: return Array.from({ length: random(4) }, () => anything(random, depth + 1))
    case 6: return Array.from({ length: random(4) }, () => one(STRINGS))
    default: {
      const pairs = Array.from({ length: random(5) }, () => [one(KEYS), anything(random, depth + 1)])
      return JSON.parse(`{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`)
    }
  }
}

test("500 files of any kind survive the form, with members that it doesn't know", () => {
  const random = randoms(43)
  for (let count = 0; count < 500; count += 1) {
    const pairs = KEYS.filter(() => random(2) === 0).map((key) => [key, anything(random, 0)])
    const written = `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`
    const file = files.read(written)
    const again = typedAgain(file)
    assert.deepEqual(again, JSON.parse(written), written)
    assert.ok(files.isSame(again, file), written)
  }
})

test("places are given, taken away, and made where they are needed", () => {
  const file = {}
  files.put(file, ["caps", "wins"], 5)
  files.put(file, ["award", "weighted", 0, "coins"], 1)
  files.put(file, ["shakes", "tv"], {})
  assert.deepEqual(file, { caps: { wins: 5 }, award: { weighted: [{ coins: 1 }] }, shakes: { tv: {} } })
  files.put(file, ["caps", "wins"], undefined)
  files.put(file, ["award", "weighted", 0], undefined)
  files.put(file, ["pace", "cooldown"], undefined)
  assert.deepEqual(file, { award: { weighted: [] }, shakes: { tv: {} } })
  files.put(file, ["texts", "it", "title"], "Ciao")
  files.put(file, ["texts", "ro", "title"], "Salut")
  files.put(file, ["texts", "it", "title"], undefined)
  assert.deepEqual(file.texts, { ro: { title: "Salut" } })
  files.put(file, ["texts", "ro", "title"], undefined)
  files.put(file, ["audience", "conditions", 0], "tier:gold")
  files.put(file, ["audience", "conditions", 0], undefined)
  assert.deepEqual(Object.keys(file), ["award", "shakes"], "what is empty goes with its last member")
  files.put(file, ["shakes", "__proto__"], { a: 1 })
  assert.deepEqual(Object.keys(file.shakes), ["tv", "__proto__"])
  assert.equal({}.a, undefined)
  assert.deepEqual(files.pathOf(files.pointerOf(["odd/key", "~1", 0])), ["odd/key", "~1", "0"])
  assert.ok(files.isSame({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }))
  assert.ok(!files.isSame({ a: 1 }, [["a", 1]]) && !files.isSame({ a: "1" }, { a: 1 }))
})

test("what is no number or date stays a text, for the server to refuse", () => {
  assert.deepEqual(["10", "-1.5", "1e3", "", "1,000", "01", "ten"].map(files.asNumber),
    [10, -1.5, 1000, undefined, "1,000", "01", "ten"])
  assert.deepEqual(files.asLines(" a \n\n b\r\n"), ["a", "b"])
  assert.equal(files.asLines(" \n"), undefined)
  assert.deepEqual(files.lengthOf("P12M"), { count: "12", unit: "M" })
  assert.deepEqual(files.lengthOf("PT12M"), { count: "12", unit: "TM" })
  assert.equal(files.lengthOf("P1DT2H"), undefined)
  assert.deepEqual(files.wallOf("2027-06-01T20:00"), { day: "2027-06-01", time: "20:00" })
  assert.equal(files.wallOf("2027-06-01T20:00:00Z"), undefined)
})

test("settings are fields of what the server says they take", () => {
  assert.deepEqual(kindOf("whole number, 20 to 5000"), { is: "integer", least: "20", most: "5000" })
  assert.deepEqual(kindOf("number, 0.0 to 1.0"), { is: "number", least: "0.0", most: "1.0" })
  assert.deepEqual(kindOf("right | points | completed"), { is: "choice", options: ["right", "points", "completed"] })
  const takes = ["true | false", "period, such as PT90S", "text of up to 64 bytes",
    "up to 50 times: text of up to 9 bytes", "up to 500 times: object", "object", "new"]
  assert.deepEqual(takes.map((one) => kindOf(one).is),
  ["switch", "period", "text", "lines", "objects", "json", "json"])
  assert.deepEqual(membersOf('Products, each {"name", "words", "tax-id"}; default: any'), ["name", "words", "tax-id"])
  const settings = ["a", "b", "c", "d", "e", "f", "g"].map((name) => ({ name, required: name === "e" }))
  const { first, seldom, unknown } = arranged(settings, { g: 1, odd: 2 })
  assert.deepEqual([first.map((one) => one.name), seldom.map((one) => one.name), unknown],
    [["e", "a", "b", "c", "d", "g"], ["f"], ["odd"]])
})

test("odds are shares of all shakes, and an award costs what it pays on average", () => {
  const weighted = [{ coins: 0, weight: 899 }, { coins: 20, weight: 100 }, { coins: 500, weight: 1 }, {}]
  assert.deepEqual(sharesOf(weighted).map((one) => one.share), [0.899, 0.1, 0.001])
  assert.ok(Math.abs(winning(weighted) - 0.101) < 1e-12)
  assert.ok(Math.abs(averageOf({ weighted }) - 2.5) < 1e-12)
  const gifts = [{ coins: 5, weight: 19 }, { gift: "reward:coffee", weight: 1 }]
  assert.equal(winning(gifts), 1)
  assert.ok(Math.abs((averageOf({ weighted: gifts }, () => 100) ?? 0) - 9.75) < 1e-12)
  assert.equal(averageOf({ weighted: gifts }), undefined, "a price that isn't known")
  assert.equal(averageOf({ fixed: 10 }), 10)
  assert.equal(averageOf({ "per-unit": { coins: 2 } }), undefined)
  assert.equal(averageOf({ fixed: 1, weighted }), undefined)
  assert.equal(averageOf(undefined), undefined)
  assert.equal(mostOf({ table: { fact: "score", rows: [{ from: 5, coins: 9 }], otherwise: 12 } }), 12)
  // By the sum over all lengths of a run without a win.
  const [start, step, most, odds] = [100, 2, 151, 50]
  let sum = 0
  for (let run = 0; run < 5000; run += 1) sum += (1 - 1 / odds) ** run / odds * Math.min(start + step * run, most)
  assert.ok(Math.abs(averageOf({ jackpot: { start, step, most, odds } }) - sum / odds) < 1e-9)
})

test("faults have the places that the server names, in a file and in options", () => {
  const told = (...texts) => ({ code: "campaigns.faulty", fields: Object.fromEntries(
    ["the body", "", ...texts].map((one, place) => [place === 0 ? "text" : `text${place + 1}`, one])) })
  assert.deepEqual(faultsOf(told("line 3, /name: it is taken. Choose: another.", "line 1: there is no campaign."), {}),
    [{ pointer: "/name", text: "it is taken. Choose: another." }, { pointer: "", text: "there is no campaign." }])
  // If only the name is taken, the code is another one.
  assert.deepEqual(faultsOf({ ...told("line 3, /name: it is taken."), code: "campaigns.name-taken" }, {}),
    [{ pointer: "/name", text: "it is taken." }])
  const places = new Map([["/shakes/tv/after", 1], ["/shakes/scan/brands", 2], ["/award", 3]])
  assert.deepEqual(["/shakes/scan", "/shakes/scan/products", "/award/fixed", "/shakes/odd", ""].map((one) =>
    placeFor(one, places)), [2, 2, 3, undefined, undefined])
  const file = { award: { weighted: [{}] }, caps: { wins: null } }
  const options = ["--award (0/weight)", "--texts (it/title)", "--texts", "--set tv.after", "--shake scan",
    "--cap-wins", "--cooldown", "--minimum-mode", "--condition", "NAME", "--time-zone"]
  assert.deepEqual(faultsOf(told(...options.map((option) => `${option}: no.`)), file).map((fault) => fault.pointer),
  ["/award/weighted/0/weight", "/texts/it/title", "/texts", "/shakes/tv/after", "/shakes/scan", "/caps/wins",
    "/pace/cooldown", "/audience/minimum-mode", "/audience/conditions", "/name", "/time-zone"])
  const harm = "wins would be lower; per-minute would be lower; the shake 'tv' would be removed; "
    + "the award would change; new"
  assert.deepEqual(faultsOf({ code: "campaigns.fixed-while-running", fields: { text: "a", text2: harm } }, file)
    .map((fault) => fault.pointer), ["/caps/wins", "/pace/per-minute", "/shakes/tv", "/award", ""])
  assert.equal(placeOf("--award", file), "/award")
  assert.deepEqual(faultsOf({ code: "coins.missing", fields: { text2: "line 1, /a: b" } }, {}), [])
  assert.ok(isOpen({ pointer: "/caps/wins", text: "" }, file) && !isOpen({ pointer: "", text: "" }, file))
  assert.equal(nearest("/award/weighted/1/coins", new Map([["/award", 1]])), 1)
  assert.equal(nearest("/odd", new Map([["/award", 1]])), undefined)
  const pointers = ["/name", "/end", "/shakes/tv", "/multiplier", "/audience/segment", "/priority", "/texts/it/title",
    "/odd"]
  assert.deepEqual(pointers.map(sectionOf),
    ["what", "when", "how", "prizes", "who", "limits", "texts", "other"])
})

const before = () => ({
  name: "a", brand: "Alba", title: "A", start: "2027-01-01", end: "2027-02-01", "time-zone": "UTC",
  shakes: { tv: { channels: ["Uno"], after: "PT2M" } }, caps: { wins: 5 }, audience: { conditions: ["tier:gold"] },
  award: { fixed: 10 }, expires: "P12M",
})

test("only what differs is sent, and the lines say the same", () => {
  assert.deepEqual(changesOf(before(), { ...before(), priority: null }).places, [])
  const now = before()
  now.title = "It's new"
  now.end = "2027-03-01"
  now.shakes = { tv: { channels: ["Uno", "Due"] }, scan: { "per-day": 5 } }
  now.caps = { "coins-per-day": 100 }
  now.award = { weighted: [{ coins: 1, weight: 1 }] }
  delete now.audience
  delete now.expires
  const changes = changesOf(before(), now)
  assert.deepEqual(changes.rules, {
    title: "It's new", cap_coins_per_day: "100", cap_wins: "none", award: '{"weighted":[{"coins":1,"weight":1}]}',
    expires: "none", shake: ["tv", "scan"], set: ['tv.channels=["Uno","Due"]', "tv.after=none", "scan.per-day=5"],
    condition: ["none"],
  })
  assert.deepEqual(changes.schedule, { end: "2027-03-01" })
  const [rules, schedule] = shellLines("a", changes)
  assert.ok(rules.startsWith("qix campaign rules a --title 'It'\\''s new' "), rules)
  assert.ok(rules.includes("--shake tv,scan --set 'tv.channels=[\"Uno\",\"Due\"]' --set tv.after=none"), rules)
  assert.equal(schedule, "qix campaign schedule a --end 2027-03-01")
})

test("titles in further languages are one rule", () => {
  const now = { ...before(), texts: { it: { title: "L'A" } } }
  const changes = changesOf(before(), now)
  assert.deepEqual([changes.rules, changes.places], [{ texts: '{"it":{"title":"L\'A"}}' }, ["/texts"]])
  assert.deepEqual(shellLines("a", changes), [`qix campaign rules a --texts '{"it":{"title":"L'\\''A"}}'`])
  assert.deepEqual(changesOf(now, before()).rules, { texts: "none" })
  assert.ok(!isFixed("/texts/it/title", "running", before(), 0, { start: "2027-01-01", end: "2027-02-01" }))
})

test("a picture is one rule, of the first section", () => {
  const now = { ...before(), picture: "picture:mug" }
  const changes = changesOf(before(), now)
  assert.deepEqual([changes.rules, changes.places], [{ picture: "picture:mug" }, ["/picture"]])
  assert.deepEqual(changesOf(now, before()).rules, { picture: "none" })
  assert.equal(sectionOf("/picture"), "what")
  assert.ok(!isFixed("/picture", "running", before(), 0, { start: "2027-01-01", end: "2027-02-01" }))
})

test("the picture of the phone has the app's own words and pictures", async () => {
  const now = Date.parse("2027-06-01")
  for (const [reader, words] of Object.entries(WORDS)) {
    const app = (await import(new URL(`Plugins/App/Pages/languages/play/${reader}.js`, ROOT).href)).default
    const own = Object.entries(app).filter(([key]) => key.startsWith("choices."))
      .map(([key, said]) => [key.slice("choices.".length), said])
    assert.deepEqual(words, Object.fromEntries(own), reader)
    const shakes = Object.fromEntries([...Object.keys(TYPES), "odd"].map((type) => [type, {}]))
    const { entries } = shownOf({ end: "2027-08-31", shakes }, reader, now)
    assert.deepEqual(entries.map((one) => one.picture), [...Object.values(TYPES), "shake"], reader)
    assert.ok(entries.every((one) => !one.text.includes("{") && /31/.test(one.text)), reader)
  }
})

test("the phone shows the title of its language, and the last day of the campaign's own clock", () => {
  const file = { title: "Coffee", texts: { it: { title: "Caffè" } }, end: "2027-08-31T20:00", shakes: { scan: {} } }
  const shown = (reader, changes, now = Date.parse("2027-06-01")) => shownOf({ ...file, ...changes }, reader, now)
  assert.deepEqual(shown("it"), {
    title: "Caffè", isOwn: true,
    entries: [{ picture: "scan", text: "Scansiona un prodotto. Ultimo giorno: 31 agosto" }],
  })
  assert.deepEqual([shown("es").title, shown("es").isOwn], ["Coffee", false])
  // The app shows no end that is more than a year away.
  assert.equal(shown("en", { end: "2029-01-01" }).entries[0].text, "Scan a product")
  assert.deepEqual(shown("en", { shakes: "x", title: 5, texts: [] }), { title: "5", isOwn: false, entries: [] })
  const days = [["2027-08-31"], ["2027-08-31T00:00"], ["2027-08-31T22:00:00Z", "Europe/Rome"], ["2027-08-31T22:00:00Z"],
    ["2027-08-31T22:00:00Z", "Nowhere"], ["soon"], [undefined], [7]]
  assert.deepEqual(days.map(([end, zone]) => lastDayOf({ end, "time-zone": zone })),
    ["2027-08-31", "2027-08-30", "2027-08-31", "2027-08-31", undefined, undefined, undefined, undefined])
})

test("the word that takes a rule away is no value", () => {
  const now = before()
  now.shakes.tv.code = "none"
  assert.deepEqual(changesOf(before(), now).unsayable, ["/shakes/tv/code"])
})

test("what can't be changed any more is fixed", () => {
  const [old, period] = [before(), { start: "2027-01-01T00:00:00Z", end: "2027-02-02T00:00:00Z" }]
  const fixed = (pointer, state = "running", now = Date.parse("2027-01-10")) =>
    isFixed(pointer, state, old, now, period)
  for (const pointer of ["/name", "/time-zone", "/award", "/award/fixed", "/draw-window", "/start", "/shakes/tv",
    "/shakes/tv/after", "/caps/coins-per-day", "/pace/cooldown", "/audience/segment", "/audience/conditions/0"]) {
    assert.ok(fixed(pointer), pointer)
    assert.equal(fixed(pointer, "draft"), pointer === "/name", pointer)
  }
  for (const pointer of ["/title", "/brand", "/priority", "/end", "/caps/wins", "/shakes", "/shakes/scan/typed",
    "/multiplier", "/expires", "/audience"]) {
    assert.ok(!fixed(pointer), pointer)
    assert.ok(fixed(pointer, "ended"), pointer)
  }
  assert.ok(!fixed("/start", "running", Date.parse("2026-12-01")) && fixed("/end", "paused", Date.parse("2027-06-01")))
})

test("times in words have no fractions of a second", () => {
  const [plain, precise] = ["2027-08-31T20:00", "2027-08-31T20:00:00.123456"].map(timeWords)
  assert.equal(plain, precise)
  assert.equal(timeWords("2027-08-31T20:00:05.5Z"), "2027-08-31T20:00:05Z")
})
