import assert from "node:assert/strict"
import { test } from "node:test"
import * as i18n from "../../Sources/Faces/QixPages/Pages/i18n.js"
import { aboutOf, asked, lineOf as auditLine, pieces } from "../../Plugins/Console/Pages/views/house/subject.js"
import { after, bridgeOf, course, isMonth, lastDay } from "../../Plugins/Console/Pages/views/house/months.js"
import {
  fieldOf, fits, grouped, isForOwner, lineOf,
} from "../../Plugins/Console/Pages/views/house/settings.js"
import { countsOf, fits as fitsToken, signsOf } from "../../Plugins/Console/Pages/views/house/tokens.js"

const words = new URL("../../Plugins/Console/Pages/languages/house/", import.meta.url)
const forms = (sentence) => (typeof sentence === "string" ? { other: sentence } : sentence)
const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

for (const language of i18n.languages) {
  test(`settings, tokens, audit log and report say everything in ${language}`, async () => {
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

const setting = (name, value, more = {}) => ({
  setting: name, value, default: value, changed: false, summary: "", kind: "rule", set_by: null, set_at: null, ...more,
})

test("a setting gets the field that fits its value", () => {
  const kind = (...values) => fieldOf(setting(...values)).kind
  assert.equal(kind("tiers.everywhere", "no"), "switch")
  assert.equal(kind("coins.budget-low", "1000"), "number")
  // A number or a word.
  assert.equal(kind("identity.pro-earn-limit", "20", { default: "none" }), "text")
  assert.equal(kind("coins.expires", "none"), "text")
  assert.equal(kind("sessions.guests", "closed"), "choice")
  assert.deepEqual(fieldOf(setting("x.pace", "slow", { takes: "slow|fast" })).choices, ["slow", "fast"])
  assert.equal(kind("x.pace", "other", { takes: "slow|fast" }), "text")
  assert.equal(kind("messages.text", "{code} is your code. It is good for ten minutes.", { kind: "words" }), "lines")
})

test("settings stand in groups, the looks first, and leave by filters", () => {
  const all = [setting("access.day", "0"), setting("server.brand-hue", "162", { changed: true, summary: "The hue" })]
  assert.deepEqual(grouped(all).map(([group]) => group), ["brand", "access"])
  assert.ok(fits(all[1], { text: "HUE brand", show: "changed" }))
  assert.ok(!fits(all[0], { show: "changed" }))
  assert.ok(!fits(all[1], { text: "hue shop" }))
  assert.ok(isForOwner({ kind: "program" }) && isForOwner({ kind: "key" }) && !isForOwner({ kind: "words" }))
})

test("the line of a change is quoted for a shell", () => {
  const change = { name: "server.brand-name", before: "qix", after: "Al's $(rm) bar", isReset: false }
  assert.equal(lineOf(change, "new name"),
    "qix setting set server.brand-name 'Al'\\''s $(rm) bar' --reason 'new name'")
  assert.equal(lineOf({ ...change, isReset: true }), "qix setting reset server.brand-name")
  assert.equal(lineOf({ ...change, after: "" }), "qix setting set server.brand-name ''")
})

const now = Date.parse("2026-11-28T12:00:00Z")
const token = (name, more = {}) => ({
  token: "tok_1", name, role: "integrator", scopes: null, access: "write", state: "valid",
  expires: "2027-02-01T00:00:00Z", used: "2026-11-01T00:00:00Z", from: null, most: null, most_per_day: null, ...more,
})

test("tokens that need a look are found", () => {
  assert.deepEqual(signsOf(token("till"), now), ["unlimited"])
  assert.deepEqual(signsOf(token("till", { most_per_day: 100 }), now), [])
  assert.deepEqual(signsOf(token("till", { scopes: ["wallet show"] }), now), [])
  assert.deepEqual(signsOf(token("till", { scopes: ["coins issue"] }), now), ["unlimited"])
  assert.deepEqual(signsOf(token("sue", { role: "support", used: null, expires: "2026-12-01T00:00:00Z" }), now),
    ["soon", "unused"])
  assert.deepEqual(signsOf(token("old", { state: "revoked", used: null }), now), [])
  const all = [token("a"), token("b", { role: "support" }), token("c", { state: "expired" })]
  const counts = countsOf(all, { role: "integrator" }, now)
  assert.deepEqual([counts.state[""], counts.state.valid, counts.state.expired], [2, 1, 1])
  assert.deepEqual(counts.role, { "": 3, integrator: 2, support: 1 })
  assert.ok(fitsToken(all[0], { state: "unlimited" }, now) && !fitsToken(all[1], { state: "unlimited" }, now))
})

const user = "usr_01m8gcyqrxfer9h54p09a19dfw"

test("subjects of the audit log are taken apart", () => {
  assert.deepEqual(pieces(`founder: ${user}`), [{ kind: "text", text: "founder: " }, { kind: "id", text: user }])
  assert.deepEqual(pieces("token:till-7"), [{ kind: "token", text: "till-7" }])
  assert.deepEqual(pieces("coins.value: 'none' -> '0.02 EUR'", "upkeep.setting-set")[0],
    { kind: "setting", text: "coins.value" })
  assert.deepEqual(pieces("<b>x</b>"), [{ kind: "text", text: "<b>x</b>" }])
  assert.equal(aboutOf(`founder: ${user}`), user)
  assert.equal(aboutOf("token:till-7"), "token:till-7")
  assert.equal(aboutOf("friends: 100 and 50"), "friends")
  assert.equal(aboutOf(""), "")
  assert.deepEqual(asked({ actor: "ada", subject: "x" }), { actor: "token:ada", subject: "x" })
  assert.deepEqual([asked({ actor: "local:0" }), asked({})], [{ actor: "local:0" }, {}])
  assert.equal(auditLine({ actor: "token:ada", subject: "a b" }), "qix audit show --actor token:ada --subject 'a b'")
})

test("months come after each other", () => {
  assert.ok(isMonth("2026-11") && !isMonth("2026-13") && !isMonth("2026-1") && !isMonth(null) && !isMonth("<b>"))
  assert.equal(after("2026-11", 2), "2027-01")
  assert.equal(after("2026-01", -1), "2025-12")
  assert.equal(after("2026-11", -11), "2025-12")
  assert.equal(lastDay("2028-02"), "2028-02-29")
  assert.equal(lastDay("2026-12"), "2026-12-31")
})

test("the bridge leads from what was to what is", () => {
  const sums = bridgeOf({ liability_before: 100, imported: 5, granted: 50, redeemed: 30, expired: 10, liability: 115 })
  assert.equal(sums.open + sums.given + sums.spent + sums.expired, sums.close)
})

test("what users had is worked out back from what they have", () => {
  const activity = [
    { month: "2026-09", imported: 0, granted: 100, redeemed: 20, expired: 0 },
    { month: "2026-11", imported: 10, granted: 40, redeemed: 5, expired: 25 },
  ]
  const months = course(activity, 100, "2026-11", { least: 4 })
  assert.deepEqual(months.map(({ month, left }) => [month, left]),
    [["2026-08", 0], ["2026-09", 80], ["2026-10", 80], ["2026-11", 100]])
  assert.deepEqual(months.map(({ given }) => given), [0, 100, 0, 50])
  assert.equal(course(activity, 100, "2026-11", { most: 2 }).length, 2)
  assert.equal(course([], 0, "2026-11").length, 6)
})
