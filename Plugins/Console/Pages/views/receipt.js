import { Act, api, path } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { percent, t, when } from "../../ground/i18n.js"
import { button, buttonLink } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { Field } from "../../ground/parts/field.js"
import { facts } from "../../ground/parts/list.js"
import { cli, id, note, quoted } from "../../ground/parts/says.js"
import { sentence, skeleton } from "../../ground/parts/state.js"
import { Table } from "../../ground/parts/table.js"
import { toast } from "../../ground/parts/toast.js"
import { View } from "../../ground/view.js"
import { session } from "../session.js"
import { named } from "./commands/answer.js"
import { formAddress } from "./commands/declared.js"
import { refused } from "./commands/run.js"
import { navigation } from "../navigation.js"
import { presence } from "./presence.js"
import { ReceiptPicture } from "./lists/receipt-picture.js"
import { corrections, editable, fieldName, isAbout, neighbours } from "./lists/receipt-fields.js"

/** @typedef {import("./lists/receipt-fields.js").ReadField} ReadField */

/** How long to wait after a key, before the dry run. */
const PAUSE = 400

/** What keys without letters are called. @type {Record<string, string>} */
const KEYS = { "←": "left", "→": "right", "+": "plus", "−": "minus" }

/** Why receipts are looked at, once it was said; forgotten with the page. @type {string | undefined} */
let round

/** One receipt that waits: what was read, why it waits, and a decision by one key. */
export default class Receipt extends View {
  #heading = h("h1", null, t("rct.one"))
  #body = h("div", { class: "stack g5" })
  /** @type {{ receipt: string }[]} */
  #waiting = []
  /** @type {Record<string, any> | undefined} */
  #shown
  /** @type {Map<string, HTMLInputElement>} */
  #inputs = new Map()
  #act = new Act()
  #timer = 0
  #pay = h("p", { class: "small", role: "status" })
  #news = h("div")
  #line = h("div")
  /** @type {Field | undefined} */
  #reason
  /** @type {ReceiptPicture | undefined} */
  #picture

  get #receipt() {
    return this.params.receipt
  }

  /** @override */
  async show() {
    fill(this, h("header", { class: "row between wrap" }, h("div", { class: "stack g1" }, this.#heading,
      h("p", { class: "row g2 small soft" }, id(this.#receipt))),
    h("div", { class: "row g2" },
      button(t("rct.before"), () => this.#go("before"), { icon: "back", isDense: true }),
      button(t("rct.after"), () => this.#go("after"), { icon: "next", isDense: true }))),
    presence(this.#receipt, this.signal), this.#body,
    h("p", { class: "row g3 wrap small soft" }, ["y", "n", "←", "→", "+", "−"].map((key) =>
      h("span", null, h("kbd", null, key), " ", t(`rct.key.${KEYS[key] ?? key}`)))))
    fill(this.#body, skeleton(["say", "line", "line s", "line"]))
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.signal })
    if (session.may("receipt review list")) {
      this.follow("/v1/receipts/reviews", ({ receipts }) => {
        this.#waiting = receipts
        const { place } = neighbours(receipts, this.#receipt)
        fill(this.#heading, place < 0 ? t("rct.one") : t("rct.place", { place: place + 1, count: receipts.length }))
      }, { query: { limit: 200 } })
    }
    await this.load(this.#body, () => this.#load(), (answer) => this.#draw(answer))
    this.#changed()
  }

  #load() {
    const query = round === undefined ? {} : { reveal: true }
    return api.get(path("receipts", "reviews", this.#receipt), { query, reason: round, signal: this.signal })
  }

  /** @param {"before" | "after"} which */
  #go(which) {
    const next = neighbours(this.#waiting, this.#receipt)[which]
    navigation.go(next ? `/console/receipts/${encodeURIComponent(next)}` : "/console/receipts")
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { target } = event
    const isTyping = target instanceof Element && target.matches("input, textarea, select, [contenteditable]")
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (document.querySelector("dialog[open]")) return
    // In a picture that is larger than its place the arrows move it.
    const isWithin = target instanceof Element && target.closest(".scan-view")
    if (isWithin && this.#picture?.isLarger && event.key.startsWith("Arrow")) return
    /** @type {Record<string, () => unknown>} */
    const acts = {
      ArrowLeft: () => this.#go("before"), ArrowRight: () => this.#go("after"),
      y: () => this.querySelector("[data-act=yes]"), n: () => this.querySelector("[data-act=no]"),
      "+": () => this.#picture?.zoom(1), "-": () => this.#picture?.zoom(-1), 0: () => this.#picture?.zoom(0),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    const pressed = act()
    if (pressed instanceof HTMLElement) pressed.click()
  }

  /** @param {any} answer */
  #draw(answer) {
    this.#shown = answer
    this.#inputs.clear()
    const isOpen = round !== undefined
    this.#picture = new ReceiptPicture(answer, {
      reason: round, mayLook: Boolean(session.may("receipt picture")), signal: this.signal,
    })
    const why = answer.reasons.map((/** @type {{ reason: string }} */ one) => sentence(one.reason))
    return [
      answer.state === "review"
        ? note([h("b", null, t("rct.waits")), " ", why.join(" ")], "warn")
        : note([h("b", null, t("rct.decided")), " ", answer.decided_by && t("rct.decided.by", {
          name: answer.decided_by, time: answer.decided ? when(answer.decided) : "",
        })], "good"),
      answer.alike && note([t("rct.resembles"), " ", named(answer.alike)], "warn"),
      h("div", { class: "split-work receipt" }, this.#picture.element,
        h("div", { class: "stack g5" }, h("section", { class: "card g4", "aria-labelledby": "read" },
          h("h2", { id: "read" }, t("rct.read")), isOpen ? this.#fields(answer) : this.#covered(answer),
          isOpen && this.#items(answer), isOpen && this.#decision(answer)),
        h("section", { class: "card g3" },
          facts([[t("rct.user"), named(answer.user)], [t("rct.campaign"), answer.campaign],
            [t("rct.came"), when(answer.at)],
            [t("rct.shake"), id(answer.shake)]])),
        h("p", { class: "tiny soft" }, t(isOpen ? "rct.kept" : "rct.covered.kept", { reason: round ?? "" })))),
    ]
  }

  /** What is on a receipt is personal: it is shown once somebody has said what for. @param {any} answer */
  #covered(answer) {
    const reason = new Field(t("lists.reason"), { value: t("rct.queue"), hint: t("rct.reason.hint") })
    const news = h("div")
    const show = this.#uncover(reason, news, answer)
    return h("form", { class: "stack g4", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      show.click()
    } }, h("p", null, t("rct.covered")), session.may("receipt review show")?.reveals && reason.element, news,
    h("div", { class: "row g2 wrap" }, show))
  }

  /** @param {Field} reason @param {HTMLElement} news @param {any} answer */
  #uncover(reason, news, answer) {
    return button(t("rct.uncover"), async () => {
      if (!reason.check()) return reason.input.focus()
      round = reason.value
      try {
        fill(this.#body, this.#draw(await this.#load()))
        this.#changed()
        this.querySelector("h2")?.focus()
      } catch (error) {
        round = undefined
        fill(news, refused(error))
      }
    }, { kind: "main", icon: "eye",
      isDisabled: !session.may("receipt review show")?.reveals || answer.state === "erased" })
  }

  /** @param {any} answer */
  #fields(answer) {
    return h("dl", { class: "read" }, answer.fields.map((/** @type {ReadField} */ one, /** @type {number} */ place) => {
      const isUnsure = answer.signs.some((/** @type {string} */ sign) => isAbout(sign, one.field))
      const input = h("input", {
        class: "input", id: `read-${place}`, value: editable(one), autocomplete: "off", spellcheck: "false",
        oninput: () => this.#changed(), onfocus: () => this.#picture?.mark(place + 1),
        onblur: () => this.#picture?.mark(undefined),
      })
      this.#inputs.set(one.field, input)
      return h("div", { class: isUnsure && "unsure" }, h("dt", null, h("span", { class: "n" }, place + 1),
        h("label", { for: `read-${place}` }, fieldName(one.field))),
      h("dd", null, input, h("span", { class: ["num", isUnsure ? "bad" : "soft"] },
        one.confidence === null ? "–" : percent(one.confidence))))
    }))
  }

  /** @param {any} answer */
  #items({ items }) {
    return new Table(t("rct.items"), /** @type {import("../../ground/parts/table.js").Column<any>[]} */ ([
      { title: t("rct.item"), value: (row) => row.item },
      { title: t("rct.pieces"), value: (row) => row.pieces, isNumber: true },
      { title: t("rct.amount"), value: (row) => row.amount, show: (row) => h("span", { class: "num" }, row.amount) },
      { title: t("rct.sure"), value: (row) => row.confidence, isNumber: true, show: (row) =>
        (row.confidence === null ? "–" : percent(row.confidence)) },
    ]), { rows: items, none: t("rct.no-items"), hasExport: false }).element
  }

  /** @param {any} answer */
  #decision(answer) {
    const isDecided = answer.state !== "review"
    this.#reason = new Field(t("lists.reason"), { hint: t("rct.why.hint"), onInput: () => this.#changed(), above:
      h("div", { class: "choices" }, ["rct.because.read", "rct.because.paper", "rct.because.other"].map((key) =>
        h("button", { type: "button", class: "chip choice", onclick: () => {
          if (this.#reason) this.#reason.value = t(key)
          this.#changed()
        } }, t(key)))) })
    const yes = button(t("rct.yes"), () => this.#decide("yes"),
      { kind: "main", isDisabled: !session.may("receipt review approve") })
    const no = button(t("rct.no"), () => this.#decide("no"), {
      kind: "harm", isDense: true, isDisabled: !session.may("receipt review reject"),
    })
    yes.dataset.act = "yes"
    no.dataset.act = "no"
    return h("form", { class: "stack g4", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault()
      yes.click()
    } }, this.#reason.element, this.#pay, this.#news, h("div", { class: "stack g2" }, !isDecided && yes,
      h("div", { class: "row g2 wrap" }, no, buttonLink(t("rct.more"), formAddress("receipt review correct", {
        receipt: this.#receipt, ...isDecided && { again: "true" },
      })))), this.#line)
  }

  get #corrections() {
    return corrections(this.#shown?.fields ?? [],
      Object.fromEntries([...this.#inputs].map(([field, input]) => [field, input.value])))
  }

  /** The request of a decision. @param {"yes" | "no"} which */
  #request(which) {
    const changed = this.#corrections
    const act = which === "no" ? "reject" : Object.keys(changed).length > 0 ? "correct" : "approve"
    const again = act !== "approve" && this.#shown?.state !== "review" ? { again: true } : {}
    return { act, body: { ...act === "correct" && changed, ...again } }
  }

  #changed() {
    if (this.#inputs.size === 0 || this.#shown?.state !== "review") return
    const { act, body } = this.#request("yes")
    const options = Object.entries(body)
      .map(([name, value]) => `--${name.replaceAll("_", "-")} ${quoted(String(value))}`)
    fill(this.#line, cli(["qix receipt review", act, this.#receipt, ...options,
      `--reason ${quoted(this.#reason?.value || t("rct.because.read"))}`].join(" "), { isTall: true }))
    const yes = this.querySelector("[data-act=yes]")
    if (yes) fill(yes, t(act === "correct" ? "rct.correct" : "rct.yes"))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#look(), PAUSE)
  }

  /** What a yes would pay. */
  async #look() {
    const { act, body } = this.#request("yes")
    try {
      const answer = await api.post(path("receipts", "reviews", this.#receipt, act), {
        body: { ...body, dry_run: true }, reason: this.#reason?.value || t("rct.because.read"), signal: this.signal,
      })
      fill(this.#pay, chip(answer.state === "rejected"
        ? t("rct.pays-none")
        : t("rct.pays", { count: answer.coins }), answer.state === "rejected" ? "bad" : "coin"))
    } catch (error) {
      if (!this.signal.aborted) fill(this.#pay, refused(error))
    }
  }

  /** @param {"yes" | "no"} which */
  async #decide(which) {
    const { act, body } = this.#request(which)
    if (!this.#reason) return
    // A yes to what was read has its reason; what differs from it needs one.
    if (act === "approve" && !this.#reason.value) this.#reason.value = t("rct.because.read")
    if (!this.#reason.check()) return this.#reason.input.focus()
    const { after } = neighbours(this.#waiting, this.#receipt)
    try {
      const answer = await this.#act.send("POST", path("receipts", "reviews", this.#receipt, act), {
        body, reason: this.#reason.value,
      })
      toast(t(answer.state === "rejected" ? "rct.done.no" : "rct.done.yes", { count: answer.coins }))
      navigation.go(after ? `/console/receipts/${encodeURIComponent(after)}` : "/console/receipts")
    } catch (error) {
      fill(this.#news, refused(error))
    }
  }
}
