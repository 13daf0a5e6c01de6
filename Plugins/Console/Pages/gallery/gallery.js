import { fill, h } from "../../ground/h.js"
import { t, when } from "../../ground/i18n.js"
import { button, iconButton } from "../../ground/parts/button.js"
import { bars, barList, line, moneyBar } from "../../ground/parts/chart.js"
import { chip, choices } from "../../ground/parts/chip.js"
import { ask } from "../../ground/parts/dialog.js"
import { Field, pick, picks } from "../../ground/parts/field.js"
import { coins } from "../../ground/parts/icon.js"
import { facts, rows, ticket, timeline } from "../../ground/parts/list.js"
import { Pager } from "../../ground/parts/pager.js"
import { openPalette } from "../../ground/parts/palette.js"
import { meter, ring } from "../../ground/parts/ring.js"
import { cli, id, note, say } from "../../ground/parts/says.js"
import { empty, failed, loaded, noRight, nothingFound, skeleton, stale } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { toast } from "../../ground/parts/toast.js"
import { ApiProblem, NoAnswer } from "../../ground/problem.js"
import { useScheme } from "../../ground/store.js"
import { View } from "../../ground/view.js"

const LONG = "Precipitevolissimevolmente-in-diretta-senza-una-pausa@" + "example.".repeat(12) + "it"
const NOW = Date.parse("2026-11-21T09:20:00Z")

/** @param {string} title @param {...import("../../ground/h.js").Child} children */
const part = (title, ...children) => h("section", { class: "card g4" }, h("h2", null, title), children)
/** @param {...import("../../ground/h.js").Child} children */
const inLine = (...children) => h("div", { class: "row g2 wrap" }, children)
const nothing = () => {}

/** Each part in each state, for those who work on pages. */
export default class Gallery extends View {
  /** @override */
  show() {
    this.title = t("nav.gallery")
    fill(this, h("h1", null, this.title), looks(), buttons(), fields(), states(), words(), lists(), tables(this.signal),
      charts(), directions())
  }
}

/** All of the page in the other colours, and in the other direction. */
const looks = () => h("div", { class: "row g4 wrap" },
  choices("Colours", [{ value: "", label: "System" }, { value: "light", label: "Light" },
    { value: "dark", label: "Dark" }], {
    value: document.documentElement.dataset.scheme ?? "",
    onChange: (value) => useScheme(value === "" ? null : /** @type {"light" | "dark"} */ (value)),
  }),
  choices("Direction", [{ value: "ltr", label: "Left to right" }, { value: "rtl", label: "Right to left" }],
    { value: document.documentElement.dir || "ltr", onChange: (value) => (document.documentElement.dir = value) }))

const buttons = () => part("Buttons and chips",
  inLine(button("Shake now", nothing, { kind: "win" }), button("Take it", nothing, { kind: "main" }),
    button("Decline", nothing), button("Reject", nothing, { kind: "harm" }), button("Skip", nothing, { kind: "bare" }),
    button("Approve", nothing, { isDisabled: true, why: "Only an admin approves this." }),
    button("Send slowly", () => new Promise((resolve) => setTimeout(resolve, 3000)), { kind: "main" }),
    iconButton("copy", "Copy", nothing)),
  inLine(chip("Signed"), chip("Active", "good"), chip("Waits", "warn"), chip("Refused", "bad"),
    chip(coins(20), "coin"), ring(0.3, "30 %"), ring(1, "full"), meter(0.7, "70 %"),
    meter(0.2, "20 %", { warnsBelow: 0.3 }), meter(0.05, "5 %", { endsBelow: 0.1 })),
  choices("Which", [{ value: "w", label: "Waiting" }, { value: "m", label: "Mine" }],
    { value: "w", onChange: nothing }),
  inLine(button("Ask", () =>
    ask("Erase everything about dora?", { text: "This can't be undone.", act: "Erase", isHarm: true })),
    button("Undo it", () => toast("Card put away.", { undo: nothing }))))

const fields = () => part("Fields",
  new Field("Amount", { value: "80", hint: "100 left today." }).element,
  new Field("Reason", { error: "The approver reads it: say why.", rows: 2 }).element,
  new Field("Case", { isOptional: true, value: LONG }).element,
  new Field("Out of", { options: [{ value: "1", label: "order-1, 21 November" }] }).element,
  picks("What for", [{ value: "a", label: "They call, and I compare" }, { value: "b", label: LONG }],
    { value: "a", onChange: nothing }),
  pick("Put the mug back in stock", { name: "back", type: "checkbox" }))

const states = () => h("div", { class: "trio" }, [
  skeleton(), empty("Nobody waits", "The last one was decided at 09:10, by olga."),
  failed(new ApiProblem(500, { code: "http.internal" }), nothing), failed(new NoAnswer("offline"), nothing),
  failed(new NoAnswer("timeout"), nothing), nothingFound("No “4711-x”", "No id, order or code begins like this."),
  noRight("desk"), stale(NOW, 8),
].map((one) => h("section", { class: "card" }, one)))

const words = () => part("Sentences",
  say(h("b", null, "600"), " are yours. ", h("b", null, "150"), " of them are reserved for the mug."),
  cli("qix wallet show ada"), cli(`qix user show ${LONG}`),
  note([h("b", null, "Can't go through any more."), " bob has spent the 40 coins."], "bad"),
  note([h("b", null, "Ines has this receipt open"), " since 09:12."], "warn", { picture: "users" }),
  note([h("b", null, "Sent."), " Three parcels, 1,200 coins spent."], "good"),
  facts([["Phone", "+39 … 4567"], ["Id", id("usr_01kabcdefghj74bb")], ["Email", LONG]]))

const lists = () => part("Lists",
  rows([{ picture: "ticket", title: "A latte", text: "Good until 21 December", figure: coins(100) },
    { picture: "warn", sign: "bad", title: LONG, text: LONG, figure: "−40" }]),
  timeline([
    { at: NOW - 480_000, kind: "open", title: "A mug, ordered", text: "Held until 28 November.", figure: "150" },
    { at: NOW - 600_000, kind: "plus", title: "Purchase, order-1", figure: "+700", more: "100 of the 700" },
    { at: NOW - 90_000_000, kind: "no", title: "Shake refused", text: LONG },
  ], NOW),
  ticket(h("b", null, "A latte"), "K7QX4M2P9D3F"))

/** @typedef {{ name: string, shakes: number | null, coins: number, at: number, id: string }} Row */

/** @type {import("../../ground/parts/table.js").Column<Row>[]} */
const COLUMNS = [
  { title: "Campaign", value: ({ name }) => name },
  { title: "Shakes", value: ({ shakes }) => shakes, isNumber: true },
  { title: "Coins", value: (row) => row.coins, show: (row) => coins(row.coins), isNumber: true },
  { title: "Last shake", value: ({ at }) => new Date(at).toISOString(), show: ({ at }) => h("time", null, when(at)) },
  { title: "Id", value: (row) => row.id, show: (row) => id(row.id) },
  { title: "Act", value: () => "", isFixed: true, show: () => button("End it", nothing, { isDense: true }) },
]

/** @param {string} name @param {number} place @returns {Row} */
const made = (name, place) => ({
  name, shakes: place % 3 === 2 ? null : 3553 - place * 420, coins: place * 1780, at: NOW - place * 7_000_000,
  id: `cmp_01kabcdefghj7${place}bb`,
})

/** A list whose second page doesn't come at first. @param {AbortSignal} signal */
function tables(signal) {
  const table = new Table("Campaigns", COLUMNS)
  const [pages, waits, breaks] = [h("div"), h("div"), h("div")]
  let tries = 0
  const pager = new Pager({
    load: async (/** @type {string | undefined} */ cursor) => {
      if (cursor && tries++ === 0) throw new NoAnswer("offline")
      return cursor
        ? { rows: [made("Derby", 4), made("Spring quiz", 5)] }
        : { rows: ["Harvest", "Coffee break", LONG, "=1+1"].map(made), next: "cmp_3" }
    },
    add: (rows) => (table.rows = [...table.rows, ...rows]),
  })
  void loaded(pages, () => pager.start(), () => [table.element, pager.element], { signal })
  void loaded(waits, () => new Promise(() => {}), () => null, { signal })
  void loaded(breaks, () => Promise.reject(new ApiProblem(503)), () => null, { signal })
  return h("div", { class: "stack g5" }, part("A table, page by page", pages),
    h("div", { class: "trio" }, part("Loading", waits), part("Failed", breaks),
      part("Without rows", new Table("Nothing", [COLUMNS[0]], { none: "None yet.", hasExport: false }).element)),
    part("Palette", inLine(button("Open it", () => void openPalette([
      { group: "With ada", label: "Refund a reward", picture: "ticket", beside: "asks", act: nothing },
      { group: "With ada", label: "Show who she referred", picture: "users", act: nothing },
      { group: "Go to", label: "Shakes that were refused", beside: "1,026 today", act: nothing },
      { group: "Commands", label: "qix redeem refund", picture: "code", isCode: true, act: nothing },
      {
        group: "Commands", label: "qix referral rules", isCode: true, isLocked: true, beside: "only an admin",
        act: nothing,
      },
      { group: "Commands", label: LONG, picture: "code", act: nothing },
    ])))))
}

const charts = () => h("div", { class: "stack g5" },
  bars("Today: 3,553 shakes, 1,780 coins won", Array.from({ length: 48 }, (_, place) => ({
    label: `${String(Math.floor(place / 2)).padStart(2, "0")}:${place % 2 ? "30" : "00"}`, isNow: place === 42,
    value: place > 40 && place < 43 ? 1040 : 20 + (place * 7) % 31,
  })), { label: "Time", value: "Shakes", band: { from: 41, to: 42, name: "Harvest live on Uno" } }),
  line("The budget ends five days early", Array.from({ length: 24 }, (_, place) => ({
    label: `${place + 1} Nov`, value: 150_000 - place * 6400, isGuess: place > 12,
    name: place === 12 ? "88,620 left today" : place === 23 ? "Empty on 19 December" : undefined,
  })), { label: "Day", value: "Coins" }),
  moneyBar("Three quarters are free", [{ label: "Available", value: 450 },
    { label: "Reserved for the mug", value: 140, kind: "col" }, { label: "Under review", value: 1 },
    { label: "Expected on Monday", value: 40, isGuess: true }], { label: "What", value: "Coins" }),
  bars("Nothing yet", [{ label: "Mon", value: 0 }, { label: "Tue", value: 0 }], { label: "Day", value: "Shakes" }),
  barList("1,026 refused today", [{ label: "Had the day's try already", value: 812 },
    { label: "Not on air", value: 164 }, { label: LONG, value: 50 }], { label: "Why", value: "Shakes" }))

const directions = () => h("div", { class: "trio" },
  h("section", { class: "card", dir: "rtl", lang: "ar" }, h("h2", null, "٤٠ قطعة تنتهي في ١١ ديسمبر"),
    note("هذا الإيصال مستعمل.", "warn"), cli("qix wallet show ada"),
    button("التالي", nothing, { kind: "main" })),
  h("section", { class: "card", lang: "ro" }, h("h2", null, "Recompense disponibile pentru punctele tale"),
    button("Încearcă din nou mai târziu, după emisiune", nothing, { kind: "win" }),
    chip("În curs de verificare", "warn")))
