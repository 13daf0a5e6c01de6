/** Each view with data of its own: it needs no server, and no other view. */

import { Picture } from "../senses/picture.js"

const DAY = 86_400_000
const NOW = Date.parse("2026-11-28T09:00:00Z")
const at = (/** @type {number} */ days) => new Date(NOW + days * DAY).toISOString()
const chance = { campaign: "harvest", title: "Harvest live on Uno", type: "tv", end: at(3) }
const PICTURE = new URL("../icon.svg", import.meta.url).pathname
const LONG = "Precipitevolissimevolmente <img src=x onerror=alert(1)> " + "lungo ".repeat(12)
const wallet = {
  balance: 600, held: 150, available: 450, more: false,
  expiries: [{ expires: at(13), coins: 40 }, { expires: at(358), coins: 410 }, { expires: null, coins: 150 }],
  holds: [{ hold: "trf_1", coins: 150, until: at(7), subject: "rdm_1", purpose: "A mug" }],
  movements: [
    { transfer: "trf_2", at: at(0), kind: "issue", amount: 20, subject: "shk_1", purpose: "Harvest live" },
    { transfer: "trf_3", at: at(-1), kind: "redeem", amount: -100, subject: "rdm_2", purpose: "A latte" },
    { transfer: "trf_4", at: at(-8), kind: "expire", amount: -80 }, { transfer: "trf_5", at: at(-9), kind: "issue", amount: 7, purpose: LONG },
  ],
}
const reward = {
  reward: "mug", title: "A mug of the harvest", brand: "Alba", price: 150, delivery: "goods", left: 2, can_redeem: true,
  text: "Stoneware from Mondovì, 35 centilitres, blue inside.", stock: { counted: true, available: 2 },
  limits: { per_user: 1 }, series: {}, end: at(30), hold: "P7D",
}
const latte = { ...reward, reward: "latte", title: "A latte", price: 100, delivery: "voucher", left: null,
  series: { value: "2.00 EUR", minimum_purchase: "5.00 EUR" } }
const voucher = { voucher: "vch_1", code: "7KQ2-M9XD-4TFA", state: "open", until: at(23), used: 0, uses: 1, reward: latte, at: at(0) }
const user = { user: "usr_1", mode: "trial", missing: ["phone", "gender"], profile: { phone: null, proved: [] } }
const questions = [
  { number: 1, kind: "single", text: "What becomes of the apples that hang in the shade?",
    choices: ["They’re sold first", "They’re pressed", "They stay for the birds"] },
]
const reading = {
  chance: { ...chance, type: "read" }, title: "Where the apples come from", questions, open: [1],
  text: "In the valley of Cuneo the trees bloom *late*, in the middle of **April**.\n\n- by hand\n- in three rounds\n\n" +
    "Nothing travels further than 38 kilometres. ".repeat(20),
}
const pages = [
  { page: 1, cards: [
    { card: "harvest", title: "Harvest live", text: "Shake while it’s on. One try a day, up to 20 coins.", tone: "plain",
      actions: [{ text: "Shake now", link: "campaign/harvest" }] },
    { card: "latte", title: "A latte for 100", text: "You have 450. Shall we?", tone: "tint", actions: [{ text: "Take it", link: "reward/latte" }] },
    { card: "expire", title: "40 coins expire on 11 Dec", text: "In 20 days.", tone: "plain", actions: [{ text: "See them", link: "wallet" }] },
  ] },
  { page: 2, cards: [{ card: "long", title: LONG, text: LONG, tone: "tint", actions: [{ text: "Open", link: "shake" }] }] },
]
const motion = { isOn: true, isThere: true, needsTap: false }
const acts = [{ key: "1", at: NOW, title: "Harvest live on Uno", path: "", body: {} }]
const queue = Object.assign(new EventTarget(), { acts, drop: () => undefined, send: () => undefined })

/** A receipt on a table, by a careful photographer. */
async function picture() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 900, height: 1200 })
  const place = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"))
  place.fillStyle = "#5a4230"
  place.fillRect(0, 0, 900, 1200)
  place.rotate(-0.07)
  place.fillStyle = "#fcfaf5"
  place.fillRect(150, 190, 560, 860)
  place.fillStyle = "#222"
  place.font = "26px monospace"
  for (const [at, { item, value }] of /** @type {any[]} */ ([...fields, ...items]).entries()) place.fillText(item ?? value, 190, 260 + at * 70)
  return new Picture(canvas)
}
const receipt = { chance: { ...chance, title: "Cola days", type: "receipt" }, queue }
const boxed = (/** @type {number} */ y, width = 300) => ({ x: 60, y, width, height: 34 })
const fields = [{ field: "shop", value: "ALBA MARKET", ...boxed(40) }, { field: "day", value: "2026-11-20", ...boxed(420, 160) },
  { field: "time", value: "18:42", ...boxed(420, 0), x: null }, { field: "number", value: "0042-004711", ...boxed(470, 240) },
  { field: "total", value: "12.40 EUR", ...boxed(360, 220) }]
const items = [{ item: "ACME COLA 1,5L", pieces: 3, amount: "5.67", product: "Acme Cola", ...boxed(120) },
  { item: "PANE CASERECCIO", pieces: 1, amount: "2.40", product: null, ...boxed(180) },
  { item: LONG, pieces: 1, amount: "1.79", product: LONG, ...boxed(240) }, { item: "MELE GOLDEN", pieces: null, amount: "2.54", product: null, ...boxed(300) }]
const status = { receipt: "rct_01m8hrk5geeyysvhh7gwq50yve", shake: "shk_1", campaign: "cola", at: at(0), state: "counted", decided: at(0), decide_by: null,
  width: 420, height: 560, fields, items }

/** @type {Record<string, [string, any, boolean?]>} the view, its data, whether on the table */
export const samples = {
  welcome: ["welcome", {}, true],
  home: ["home", { cards: { pages }, page: 1 }, true],
  "home empty": ["home", { cards: { pages: [] } }, true],
  ring: ["ring", chance, true],
  won: ["won", { chance, shake: "shk_1", coins: 20, expires: at(358), available: 470 }, true],
  refused: ["refused", { chance, sentence: "too early", hint: "Harvest is on at 20:30." }, true],
  counted: ["counted", { chance, outcome: "accepted", shake: "shk_1" }, true],
  checking: ["counted", { chance, outcome: "waits" }, true],
  "receipt waits": ["counted", { ...receipt, outcome: "waits", message: "a person looks at the total", receipt: "rct_1", decide_by: at(2) }, true],
  choices: ["choices", { choices: [chance, { ...chance, type: "read", title: LONG, picture: PICTURE }, { ...chance, type: "weather" }] }, true],
  "ready to read": ["ready", { ...chance, type: "read", title: "Where the apples come from", picture: PICTURE }, true],
  "ready to watch": ["ready", { ...chance, type: "video", title: LONG }, true],
  scan: ["scan", { chance: { ...chance, type: "scan" } }, true],
  receipt: ["receipt", receipt, true],
  "receipt shared": ["receipt", { ...receipt, isLost: true }, true],
  "receipt denied": ["receipt", { ...receipt, step: { name: "lacks", why: "denied" } }, true],
  "receipt corners": ["receipt", { ...receipt, step: { name: "corners", picture } }, true],
  "receipt wide": ["receipt", { ...receipt, step: { name: "corners", picture: async () => (await picture()).turned() } }, true],
  "receipt parts": ["receipt", { ...receipt, step: { name: "parts", picture, count: 3 } }, true],
  "receipt sending": ["receipt", { ...receipt, step: { name: "sending", part: 0.42 } }, true],
  "receipt unreadable": ["refused", { ...receipt, sentence: "hardly anything can be read", hint: "Take another picture.", refusal: "receiptshake.unreadable" }, true],
  "prize won": ["won", {
    chance, shake: "shk_1", coins: 0, prize: "reward:coffee", prize_title: "A free coffee", given: "rdm_1", available: 470,
  }, true],
  "receipt won": ["won", { ...receipt, shake: "shk_1", coins: 6, receipt: "rct_1", expires: at(358), available: 470 }, true],
  "receipt read": ["receipt-read", { status }],
  "receipt reviewed": ["receipt-read", { status: { ...status, state: "review", decided: null, decide_by: at(2) } }],
  "receipt erased": ["receipt-read", { status: { ...status, state: "erased", fields: [], items: [], width: null, height: null } }],
  listen: ["listen", { chance: { ...chance, type: "stadium" } }, true],
  "listen lost": ["listen", { chance: { ...chance, type: "stadium" }, isLost: true }, true],
  "listen denied": ["listen", { chance: { ...chance, type: "stadium" }, why: "denied" }, true],
  elsewhere: ["elsewhere", { ...chance, type: "scan" }, true],
  waits: ["waits", { chance, queue }, true],
  drawn: ["drawn", { shake: { shake: "shk_1", at: at(0), number: 7, coins: 20, drawn: 3, bound: 20, draw_window: "drw_1" }, window: { sound: true, commitment: "ec6259d20afadb183828d1789f7a5ad6".repeat(2), secret: null, closes: at(3) } }],
  read: ["read", reading],
  question: ["question", { chance: reading.chance, question: questions[0], place: 0, count: 1 }, true],
  several: ["question", { chance: reading.chance, question: { ...questions[0], kind: "ordering" }, place: 1, count: 3 }, true],
  matching: ["question", { chance: reading.chance, question: { ...questions[0], kind: "matching", left: ["One", LONG] }, place: 2, count: 3 }, true],
  watch: ["watch", { chance: { ...chance, type: "video" }, video: { url: "", heartbeat_seconds: 60 }, watched: 20, needed: 54 }, true],
  rewards: ["rewards", { rewards: [latte, reward, { ...reward, title: LONG, can_redeem: false, obstacle: "sold out", price: 1 }], wallet }],
  reward: ["reward", { reward, wallet }],
  "reward not to have": ["reward", { reward: { ...reward, delivery: "donation:Red Cross", obstacle: "out of stock" }, wallet }],
  "reward dear": ["reward", { reward: { ...latte, price: 900 }, wallet }],
  taken: ["taken", { redemptions: [
    { redemption: "rdm_1", reward: "mug", title: "A mug", state: "held", at: at(0), held_until: at(7) },
    { redemption: "rdm_2", reward: "latte", title: LONG, state: "fulfilled", at: at(-1), vouchers: [{ state: "open" }] }] }],
  voucher: ["voucher", { voucher: { ...voucher, svg: "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1h7v7H1z'/></svg>" }, again: async () => voucher }],
  used: ["voucher", { voucher: { ...voucher, state: "used" }, again: async () => undefined }],
  goods: ["voucher", { voucher: { redemption: "rdm_1", reward, state: "held", held_until: at(7), at: at(0) } }],
  wallet: ["wallet", { wallet, tier: { title: "Silver" } }],
  "wallet offline": ["wallet", { wallet: { ...wallet, as_of: NOW } }],
  movement: ["movement", { transfer: { ...wallet.movements[0], expires: at(358) } }],
  "movement back": ["movement", { transfer: { ...wallet.movements[0], kind: "reverse", amount: -20 }, isReported: true }],
  code: ["code", { member: { number: "471100428815", key: "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI=" } }],
  "me signed": ["me", { user: { ...user, mode: "signed", profile: { phone: "+393491234567", proved: ["phone"] } }, motion, install: {} }],
  me: ["me", { user, motion, install: { way: "hand" } }],
  "sign-in": ["sign-in", { isNew: false, providers: ["google"] }],
  "enter-code": ["enter-code", { to: "+39 … 4567", given: { phone: "+393491234567" }, request: "otp_1", at: Date.now() }],
  profile: ["profile", { user: { ...user, mode: "signed", missing: ["email", "family-name"], profile: { given_name: LONG, gender: "female", birth_date: "1990-06-30", proved: [] } } }],
  notices: ["notices", { notices: [
    { notice: "ntf_1", kind: "voucher-issued", title: "vouchers that you get", text: "you have a new voucher: A latte", at: at(0), read: null },
    { notice: "ntf_2", kind: "coins-expiring", title: "coins that expire", text: "40 coins expire on 11 Dec", at: at(-2), read: at(-1) },
    { notice: "ntf_3", kind: "tier-reached", title: "tiers that you reach", text: LONG, at: at(-9), read: at(-1) },
    { notice: "ntf_4", kind: "other", title: "receipts that were decided", text: null, at: at(-9), read: at(-1) },
  ] }],
  "notice choices": ["notice-choices", { user, told: { quiet: "21:00-08:00", quiet_own: true, choices: [
    { kind: "voucher-issued", title: "vouchers that you get", page: true, phone: false, email: true },
    { kind: "coins-expiring", title: LONG, page: true, phone: false, email: false },
  ] } }],
  devices: ["devices", { sessions: [{ session: "ses_1", created: at(-3), seen: at(0), is_this: true }, { session: "ses_2", created: at(-90), seen: at(-40) }] }],
  disputes: ["disputes", { disputes: [{ dispute: "dsp_1", kind: "voucher", subject: "vch_1", note: LONG, opened: at(-1) }, { dispute: "dsp_3", kind: "transfer", subject: "trf_3", opened: at(-2), transfer: wallet.movements[1] }, { dispute: "dsp_2", kind: "session", opened: at(-5), closed: at(-4), answer: "We have ended it." }] }],
  erase: ["erase", { wallet, redemptions: [{ state: "fulfilled" }] }],
  tier: ["tier", { tier: { tier: "silver", title: "Silver", picture: PICTURE, earned: 680, missing: 320, next: "gold", count_ends: at(30), holds_until: at(400) },
    tiers: [{ tier: "gold", title: "Gold", picture: PICTURE, benefits: "A coffee every month" }], badges: [{ badge: "week", title: "A whole week", picture: PICTURE, count: 3, goal: 7 }, { badge: "h", title: "Harvester", awarded: at(-9), count: 1, goal: 1 }] }],
  "tier of none": ["tier", { tier: { tier: null, next: null }, tiers: [], badges: [] }],
  invite: ["invite", { code: "ADA-7Q2X", claims: [{ state: "proved", claimed: at(-14) }, { state: "claimed", claimed: at(-1) }],
    programmes: [{ programme: "friends", referrer_coins: 100, referee_coins: 50 }] }],
  nowhere: ["nowhere", {}],
  closed: ["closed", { title: "Harvest", sentence: "this campaign is over" }],
}
