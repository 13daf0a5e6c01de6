import { Act, api, ApiProblem, path } from "../../ground/api.js"
import { fill, h } from "../../ground/h.js"
import { t } from "../../ground/i18n.js"
import { button, buttonLink } from "../../ground/parts/button.js"
import { chip } from "../../ground/parts/chip.js"
import { Field } from "../../ground/parts/field.js"
import { icon } from "../../ground/parts/icon.js"
import { note, quoted } from "../../ground/parts/says.js"
import { toast } from "../../ground/parts/toast.js"
import { View } from "../../ground/view.js"
import { brand } from "../../ground/brand.js"
import { navigation } from "../navigation.js"
import { session } from "../session.js"
import { changesOf, isEmpty, isFixed, linesOf } from "./campaign-form/changes.js"
import { checkChanges, checkNew } from "./campaign-form/check.js"
import { faultsOf, sectionOf } from "./campaign-form/faults.js"
import { copied, isSame, read, textOf } from "./campaign-form/file.js"
import { Form } from "./campaign-form/form.js"
import { prizes } from "./campaign-form/prizes.js"
import { limits, other, SECTIONS, what, when_, who } from "./campaign-form/sections.js"
import { partsOf } from "./campaign-form/sentence.js"
import { how } from "./campaign-form/shakes.js"
import { texts } from "./campaign-form/texts.js"
import { fileName, Side } from "./campaign-form/side.js"
import { refused } from "./commands/run.js"

/** @typedef {import("./campaign-form/side.js").Checked} Checked */

/** How long to wait after a key, before the dry run. */
const PAUSE = 500

/** The form of a campaign, which says the same as its file: a new one, a copy, or one that is there. */
export default class CampaignForm extends View {
  /** What the form began with. @type {Record<string, any>} */
  #before = {}
  /** The answer about a campaign that is there. @type {any} */
  #shown
  /** @type {import("./campaign-form/sections.js").Known} */
  #known = { types: [], settings: [], segments: [], tiers: [], badges: [], gifts: [], pictures: new Map() }
  /** @type {Form | undefined} */
  #form
  /** @type {Side | undefined} */
  #side
  #timer = 0
  #asking = new AbortController()
  /** @type {Checked} */
  #checked = { is: "waiting", faults: [] }
  /** The file that was checked last. @type {any} */
  #looked
  /** Whether faults of all fields are shown, those that nothing was typed into too. */
  #isAll = false
  #news = h("div")
  #heading = h("h1")
  #body = h("div", { class: "stack g5" })
  #acts = { create: new Act(), rules: new Act(), schedule: new Act() }
  #dots = SECTIONS.map(() => h("span", { class: "dot" }))
  #steps = SECTIONS.map((name, place) =>
    h("li", null, h("a", { href: `#cf-${name}` }, this.#dots[place], t(`cf.step.${name}`))))
  #reason = new Field(t("lists.reason"), {
    isOptional: true, hint: t("lists.reason.hint"), onInput: () => this.#showSide(),
  })

  /** @override */
  async show() {
    const { campaign } = this.params
    const copy = campaign ? null : this.query.get("copy")
    this.title = t(campaign ? "cf.nav.rules" : "cf.nav.new")
    const name = campaign ?? copy
    const [known, shown] = await Promise.all([knownThings(this.signal),
      name ? api.get(path("campaigns", name), { signal: this.signal }) : undefined])
    if (this.signal.aborted) return
    this.#known = known
    this.#shown = campaign ? shown : undefined
    this.#before = shown ? read(shown.file) : { "time-zone": brand.zone }
    // The copy needs a name of its own.
    if (copy) delete this.#before.name
    this.signal.addEventListener("abort", () => {
      clearTimeout(this.#timer)
      this.#asking.abort()
    })
    this.#build(copied(this.#before))
  }

  get #isOver() {
    return this.#shown?.state === "ended"
  }

  /** @param {Record<string, any>} file @param {string} [news] about the file */
  #build(file, news) {
    this.#isAll = false
    const form = new Form(file, { onChange: () => this.#changed(), isFixed: (pointer) => this.#shown !== undefined &&
      isFixed(pointer, this.#shown.state, this.#before, Date.now(), this.#shown) })
    this.#form = form
    fill(this.#body, what(form, { hasNote: !this.#shown, pictures: this.#known.pictures }), when_(form),
      how(form, this.#known),
      prizes(form, this.#known.tiers.length > 0, this.#known.gifts), limits(form, this.#known), who(form, this.#known),
      texts(form), other(form))
    const act = this.#isOver
      ? false
      : [this.#reason.element, this.#news,
        button(t(this.#shown ? "cf.save" : "cf.create"), () => this.#act(), { kind: "main" })]
    this.#side = new Side(form, {
      act, heading: t(this.#shown ? "cf.would" : "cf.checks"), news, pictures: this.#known.pictures,
      onFile: this.#isOver ? undefined : (opened, said) => {
        // The name of what is there can't be changed.
        this.#build(this.#shown ? { ...opened, name: this.#before.name } : opened, said)
        document.getElementById("cf-file")?.focus()
      },
    })
    fill(this, this.#header(), this.#remark(), h("div", { class: "split-work" },
      h("form", { novalidate: true, "aria-label": this.title, onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault()
      } }, this.#body), this.#side.element))
    this.#changed()
  }

  #header() {
    const state = this.#shown?.state
    return h("header", { class: "stack g3 cf-head" },
      h("div", { class: "row between wrap" }, h("div", { class: "row g3 wrap" }, this.#heading,
        state && chip(t(`cf.state.${state}`))),
      state && session.may("campaign create") && buttonLink(t("cf.copy"),
        `/console/campaigns/new?copy=${encodeURIComponent(this.#shown.campaign)}`, { icon: "copy" })),
      h("nav", { "aria-label": t("cf.sections") }, h("ol", { class: "steps" }, this.#steps)))
  }

  #remark() {
    if (this.#isOver) return note(t("cf.over"), "warn")
    return this.#shown && this.#shown.state !== "draft" && note(t("cf.running"), "", { picture: "lock" })
  }

  get #file() {
    return this.#form?.file ?? {}
  }

  get #changes() {
    return changesOf(this.#before, this.#file)
  }

  get #hasChanges() {
    return !isSame(this.#before, this.#file) || (this.#form?.unreadable.size ?? 0) > 0
  }

  /** @returns {("rules" | "schedule")[]} */
  get #order() {
    return this.#checked.isScheduleFirst ? ["schedule", "rules"] : ["rules", "schedule"]
  }

  #changed() {
    navigation.hasChanges(this.#hasChanges)
    clearTimeout(this.#timer)
    this.#asking.abort()
    if (this.#isOver) return this.#showChecks({ is: "same", faults: [] })
    this.#showChecks({ ...this.#checked, is: "waiting" })
    this.#timer = setTimeout(() => void this.#check(), this.#looked === undefined ? 0 : PAUSE)
  }

  /** Asks the server about the file as it is now. */
  async #check() {
    clearTimeout(this.#timer)
    this.#asking.abort()
    const asking = new AbortController()
    this.#asking = asking
    const file = copied(this.#file)
    const checked = await this.#answer(file, asking.signal)
    if (asking.signal.aborted || this.signal.aborted) return
    this.#looked = file
    this.#showChecks(checked)
  }

  /** @param {any} file @param {AbortSignal} signal @returns {Promise<Checked>} */
  async #answer(file, signal) {
    const unreadable = [...this.#form?.unreadable ?? []].map(([pointer, text]) => ({ pointer, text }))
    if (unreadable.length > 0) return { is: "bad", faults: unreadable }
    if (!this.#shown) return checkNew(file, signal)
    const changes = this.#changes
    if (changes.unsayable.length > 0) {
      return { is: "bad", faults: changes.unsayable.map((pointer) => ({ pointer, text: t("cf.none-word") })) }
    }
    if (changes.places.length === 0) {
      return { is: "same", faults: [], said: h("p", { class: "small soft" }, t("cf.same.text")) }
    }
    return checkChanges(this.#shown.campaign, changes, this.#before, file, signal)
  }

  /** @param {Checked} checked */
  #showChecks(checked) {
    this.#checked = checked
    this.#side?.showChecks(checked)
    if (checked.is !== "waiting") this.#form?.showFaults(checked.faults, this.#isAll)
    fill(this.#heading, this.#finding)
    this.#showSide()
    if (checked.is === "waiting") return
    const open = new Set(Object.values(partsOf(this.#file)).filter((part) => part.isOpen).map((part) => part.section))
    for (const [place, name] of SECTIONS.entries()) {
      const isDone = (name === "limits" || !open.has(name)) &&
        !checked.faults.some((fault) => sectionOf(fault.pointer) === name)
      this.#steps[place].classList.toggle("done", isDone)
      fill(this.#dots[place], isDone ? icon("check", { isSmall: true }) : h("b", null, place + 1))
    }
  }

  /** The heading says how far one is. */
  get #finding() {
    const { is, faults } = this.#checked
    const count = faults.length
    if (this.#shown) {
      const name = textOf(this.#before.title)
      if (this.#isOver) return t("cf.h.over", { name })
      if (is === "same" || !this.#hasChanges) return t("cf.h.same", { name })
      return count > 0
        ? t("cf.h.stops", { name, count })
        : t("cf.h.changes", { name, count: this.#changes.places.length })
    }
    const name = textOf(this.#file.title) || t("cf.nav.new")
    return is === "good" ? t("cf.h.ready", { name }) : count > 0 ? t("cf.h.open", { name, count }) : name
  }

  #showSide() {
    const reason = this.#reason.value ? ` --reason ${quoted(this.#reason.value)}` : ""
    const lines = this.#shown
      ? linesOf(this.#shown.campaign, this.#changes, this.#order)
      : [`qix campaign create --file ${quoted(fileName(this.#file))}`]
    this.#side?.show(lines.map((line) => line + reason))
  }

  /** Does it, once the server has nothing against it. */
  async #act() {
    fill(this.#news)
    this.#isAll = true
    if (this.#checked.is === "waiting" || !isSame(this.#looked, this.#file)) await this.#check()
    else this.#showChecks(this.#checked)
    if (this.#checked.is === "same") return
    if (this.#checked.is !== "good") {
      const [first] = this.#checked.faults
      if (first && !this.#form?.lead(first.pointer)) {
        const heading = this.querySelector(`#cf-${sectionOf(first.pointer)}`)
        if (heading instanceof HTMLElement) heading.focus()
      }
      return
    }
    try {
      const name = await (this.#shown ? this.#change() : this.#create())
      navigation.hasChanges(false)
      await navigation.go(`/console/campaigns/${encodeURIComponent(name)}`)
    } catch (error) {
      if (this.signal.aborted) return
      const faults = error instanceof ApiProblem ? faultsOf(error, this.#file) : []
      if (faults.length > 0) this.#showChecks({ is: "bad", faults })
      else fill(this.#news, refused(error))
    }
  }

  /** @returns {Promise<string>} its name */
  async #create() {
    const { campaign } = await this.#acts.create.send("POST", "/v1/campaigns", {
      body: { file: copied(this.#file) }, reason: this.#reason.value || undefined,
    })
    toast(t("cf.created", { name: campaign }))
    return campaign
  }

  /** @returns {Promise<string>} its name */
  async #change() {
    const { campaign } = this.#shown
    const changes = this.#changes
    const reason = this.#reason.value || undefined
    for (const verb of this.#order) {
      if (isEmpty(changes[verb])) continue
      await this.#acts[verb].send("POST", path("campaigns", campaign, verb), { body: changes[verb], reason })
    }
    toast(t("cf.changed", { name: campaign }))
    return campaign
  }
}

/**
 * What there is to choose from, as far as one may see it.
 * @param {AbortSignal} signal
 * @returns {Promise<import("./campaign-form/sections.js").Known>}
 */
async function knownThings(signal) {
  const ask = async (/** @type {string} */ command, /** @type {string} */ address) =>
    (session.may(command) ? api.get(address, { signal }) : {})
  const [types, segments, tiers, badges, rewards, series, raffles, pictures] = await Promise.all([
    ask("shake types", "/v1/shakes/types"), ask("segment list", "/v1/segments"), ask("tier list", "/v1/tiers"),
    ask("badge list", "/v1/badges"), ask("reward list", "/v1/rewards"), ask("voucher list", "/v1/vouchers"),
    ask("raffle list", "/v1/raffles"), ask("picture list", "/v1/pictures?limit=1000"),
  ])
  const names = (/** @type {any[]} */ rows, /** @type {string} */ key) => (rows ?? []).map((row) => row[key])
  const gifts = (/** @type {string} */ kind, /** @type {any[]} */ rows, /** @type {string} */ key) => (rows ?? [])
    .filter((row) => !row.retired && !["retired", "void", "frozen", "drawn"].includes(row.state))
    .map((row) => ({ value: `${kind}:${row[key]}`, label: t(`cf.gift.${kind}`, { name: row.title ?? row[key] }),
      coins: kind === "reward" ? row.price ?? undefined : 0 }))
  const pictureOf = (/** @type {any} */ { picture, address }) => /** @type {const} */ ([`picture:${picture}`, address])
  return {
    pictures: new Map((pictures.pictures ?? []).map(pictureOf)),
    types: types.types ?? [], settings: types.settings ?? [], segments: names(segments.segments, "segment"),
    tiers: names(tiers.tiers, "tier"), badges: names(badges.badges, "badge"),
    gifts: [...gifts("reward", rewards.rewards, "reward"), ...gifts("voucher", series.series, "name"),
      ...gifts("badge", badges.badges, "badge"), ...gifts("ticket", raffles.raffles, "name")],
  }
}
