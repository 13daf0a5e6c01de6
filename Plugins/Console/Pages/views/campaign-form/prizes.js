/** What can be won: five kinds of award, drawn ones with their odds. */

import { fill, h } from "../../../ground/h.js"
import { number, percent, t } from "../../../ground/i18n.js"
import { button, iconButton } from "../../../ground/parts/button.js"
import { choices } from "../../../ground/parts/chip.js"
import { Field, picks } from "../../../ground/parts/field.js"
import { icon } from "../../../ground/parts/icon.js"
import { linesOf } from "../campaigns/award.js"
import { range } from "../campaigns/words.js"
import { asNumber, isAbsent, isObject } from "./file.js"
import { AWARDS, averageOf, kindOfAward, pricesOf, sharesOf, winning } from "./odds.js"

/** @typedef {import("./form.js").Form} Form */
/** @typedef {import("./file.js").Path} Path */

/** The kinds of award, with what is wrong below them. */
class Chosen {
  #line = h("p", { class: "hint bad" })

  /** @param {HTMLFieldSetElement} element @param {string} label */
  constructor(element, label) {
    this.element = element
    this.label = label
    this.#line.hidden = true
    element.append(this.#line)
  }

  get input() {
    const input = this.element.querySelector("input:checked") ?? this.element.querySelector("input")
    return /** @type {HTMLInputElement} */ (input)
  }

  /** @param {string} text */
  set error(text) {
    this.#line.hidden = !text
    fill(this.#line, text && [icon("warn", { isSmall: true }), h("span", null, text)])
  }
}

/** What each kind begins with. @type {Record<string, () => any>} */
const BLANK = {
  fixed: () => undefined, "per-unit": () => ({}), weighted: () => [{ coins: 0 }, {}], jackpot: () => ({}),
  table: () => ({ fact: "score", rows: [{}] }),
}

/**
 * @typedef {object} Gift that a prize may be
 * @property {string} value as files name it, `reward:coffee`
 * @property {string} label
 * @property {number} [coins] what the budget pays for one
 */

/** @param {Form} form @param {boolean} hasTiers @param {Gift[]} gifts */
export function prizes(form, hasTiers, gifts) {
  /** What the other kinds had. @type {Record<string, any>} */
  const kept = {}
  /** Chosen before it has a value. @type {string | undefined} */
  let chosen
  return form.section("prizes", t("cf.prizes"), () => {
    const award = form.at(["award"])
    const isEmpty = isAbsent(award) || (isObject(award) && Object.keys(award).length === 0)
    const kind = kindOfAward(award) ?? (isEmpty ? chosen : "json")
    const isFixed = form.isFixed(["award"])
    const choose = (/** @type {string} */ value) => {
      const now = kindOfAward(form.at(["award"]))
      if (now) kept[now] = form.at(["award", now])
      // Notes and what else lies beside it stay.
      const rest = isObject(award) ? Object.fromEntries(Object.entries(award).filter(([key]) => key !== now)) : {}
      const blank = kept[value] ?? BLANK[value]?.()
      chosen = value
      form.put(["award"], blank === undefined && Object.keys(rest).length === 0
        ? undefined
        : { ...rest, ...blank !== undefined && { [value]: blank } })
      form.redraw("prizes")
      const again = document.querySelector(`#cf-award input[value="${CSS.escape(value)}"]`)
      if (again instanceof HTMLElement) again.focus()
    }
    const cost = h("p", { class: "say cf-say" })
    form.watch(() => {
      fill(cost, costWords(form.at(["award"]), pricesOf(gifts)))
      cost.hidden = !cost.textContent
    })
    const kinds = picks(t("cf.award"), AWARDS.map((value) => ({ value, label: t(`cf.award.${value}`) })),
      { value: kind, onChange: choose })
    kinds.disabled = isFixed
    kinds.id = "cf-award"
    form.placed("/award", new Chosen(kinds, t("cf.award")))
    return [
      kinds, kind === "fixed" && form.number(["award", "fixed"], t("cf.coins"), { isRequired: true }),
      kind === "per-unit" && unit(form), kind === "weighted" && weighted(form, gifts),
      kind === "jackpot" && jackpot(form), kind === "table" && table(form),
      kind === "json" && form.json(["award"], "award"), cost,
      isObject(award) && kind !== "json" && form.others(["award"], [...AWARDS], "prizes"),
      form.choice(["multiplier"], t("cf.multiplier"), [
        { value: "", label: t("cf.multiplier.none") },
        ...hasTiers ? [{ value: "tier", label: t("cf.multiplier.tier") }] : [],
      ], { hint: t("cf.multiplier.hint") }),
    ]
  })
}

/** @param {any} award @param {(gift: string) => number | undefined} priceOf */
function costWords(award, priceOf) {
  const average = averageOf(award, priceOf)
  if (average === undefined) return ""
  const coins = average >= 100 ? number(Math.round(average)) : number(Number(average.toPrecision(3)))
  if (kindOfAward(award) !== "weighted") return t("cf.cost", { coins })
  return t("cf.cost.drawn", { coins, share: percent(winning(award.weighted), 3) })
}

/** @param {Form} form */
const unit = (form) => isObject(form.at(["award", "per-unit"]))
  ? [h("div", { class: "pairs3 two-col" },
    form.number(["award", "per-unit", "coins"], t("cf.unit.coins"), { hint: t("cf.unit.hint"), isRequired: true }),
    form.number(["award", "per-unit", "most"], t("cf.unit.most"), { placeholder: t("cf.no-limit") })),
  form.others(["award", "per-unit"], ["coins", "most"], "prizes")]
  : form.json(["award", "per-unit"], "per-unit")

/** @param {Form} form */
const jackpot = (form) => isObject(form.at(["award", "jackpot"]))
  ? [h("div", { class: "pairs3" }, ["start", "step", "most", "odds"].map((name) =>
    form.number(["award", "jackpot", name], t(`cf.pot.${name}`), { isRequired: true }))),
  h("p", { class: "small soft" }, t("cf.pot.hint")),
  form.others(["award", "jackpot"], ["start", "step", "most", "odds"], "prizes")]
  : form.json(["award", "jackpot"], "jackpot")

/**
 * A table of rows that can be added and taken away.
 * @param {Form} form
 * @param {Path} path
 * @param {string} caption
 * @param {string[]} heads
 * @param {(place: number, path: Path, length: number) => import("../../../ground/h.js").Child[]} cells
 * @param {{ place: number, length: number }[]} lines where the entries of each row are
 * @param {{ open: HTMLElement, element: HTMLElement }} [more] another way to add some
 */
function rows(form, path, caption, heads, cells, lines, more) {
  const isFixed = form.isFixed(path)
  return h("div", { class: "stack g3" },
    h("div", { class: "scroll-x", tabindex: 0, role: "region", "aria-label": caption },
      h("table", { class: "data prizes" }, h("caption", { class: "sr" }, caption),
        h("thead", null, h("tr", null, heads.map((head) => h("th", { scope: "col" }, head)),
          h("th", { scope: "col" }, h("span", { class: "sr" }, t("cf.remove.head"))))),
        h("tbody", null, lines.map(({ place, length }) => h("tr", null,
          cells(place, [...path, place], length).map((cell) => h("td", null, cell)),
          h("td", null, !isFixed && lines.length > 1 &&
            iconButton("close", t("cf.remove", { what: t("cf.number", { number: place + 1 }) }), () => {
              form.put(path, form.at(path).toSpliced(place, length))
              form.redraw("prizes")
              document.getElementById("cf-prizes")?.focus()
            }))))))),
    !isFixed && h("div", { class: "row" }, button(t("cf.add.row"), () => {
      const place = form.at(path).length
      form.put([...path, place], {})
      form.redraw("prizes")
      const first = document.querySelector(`[data-place^="/${[...path, place].join("/")}/"]`)
      if (first instanceof HTMLElement) first.focus()
    }, { icon: "plus", isDense: true }), more?.open), !isFixed && more?.element)
}

/** @param {any[]} list @returns {{ place: number, length: number }[]} */
const eachAlone = (list) => list.map((_, place) => ({ place, length: 1 }))

/** How far apart the ends of a range may be: a campaign has at most 1,000 prizes. */
const WIDEST = 999

/** Adds a prize for each number of a range. @param {Form} form @param {Path} path */
function addRange(form, path) {
  const attributes = { inputmode: "numeric", autocomplete: "off" }
  const [from, to] = [t("cf.prize.range.from"), t("cf.prize.range.to")].map((label) => new Field(label, { attributes }))
  const add = () => {
    if (![from, to].every((field) => field.check())) return
    const [least, most] = [asNumber(from.value), asNumber(to.value)]
    if (![least, most].every(Number.isSafeInteger) || least < 1 || most - least < 2 || most - least > WIDEST) {
      to.error = t("cf.prize.range.wrong", { most: number(WIDEST) })
      to.input.focus()
      return
    }
    // Rows that are as they began go.
    const kept = form.at(path).filter((/** @type {any} */ one) =>
      one.coins || Object.keys(one).some((key) => key !== "coins"))
    const added = Array.from({ length: most - least + 1 }, (_, more) => ({ coins: least + more, weight: 1 }))
    form.put(path, [...kept, ...added])
    form.redraw("prizes", [...path, kept.length, "weight"])
  }
  const element = h("div", { class: "stack g3", hidden: true },
    h("div", { class: "pairs3 two-col" }, from.element, to.element),
    h("div", { class: "row" }, button(t("cf.prize.range.add"), add, { isDense: true })))
  const open = button(t("cf.prize.range"), () => {
    element.hidden = !element.hidden
    open.setAttribute("aria-expanded", String(!element.hidden))
    if (!element.hidden) from.input.focus()
  }, { icon: "plus", isDense: true })
  open.setAttribute("aria-expanded", "false")
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    add()
  })
  return { open, element }
}

/** @param {Form} form @param {Gift[]} gifts */
function weighted(form, gifts) {
  const path = ["award", "weighted"]
  const list = form.at(path)
  if (!Array.isArray(list) || !list.every(isObject)) return form.json(path, "weighted")
  const lines = linesOf(list)
  const name = (/** @type {string} */ gift) => gifts.find((one) => one.value === gift)?.label ?? gift
  const words = (/** @type {import("./odds.js").Share[]} */ some) => {
    const [{ coins, gift }, last] = [some[0], some[some.length - 1]]
    return gift ? name(gift) : last.coins > 0 ? range(coins, last.coins) : t("cf.nothing")
  }
  const sum = (/** @type {import("./odds.js").Share[]} */ some) => some.reduce((all, { share }) => all + share, 0)
  const said = (/** @type {import("./odds.js").Share[]} */ some) =>
    t("cf.prize", { coins: words(some), share: percent(sum(some), 3) })
  const bar = h("div", { class: "cf-odds", role: "img" })
  /** @type {[HTMLElement, HTMLElement][]} */
  const figures = lines.map(() => [h("span", { class: "num" }), h("span", { class: "num" })])
  form.watch(() => {
    const shares = sharesOf(form.at(path))
    const found = lines.map(({ place, length }) =>
      shares.filter((one) => one.place >= place && one.place < place + length))
    const shown = found.filter((some) => some.length > 0)
    fill(bar, shown.map((some) => h("span", {
      class: some[0].gift ? "gift" : some[0].coins > 0 ? "win" : "nothing", style: { "flex-grow": sum(some) },
      title: said(some),
    }, h("b", null, words(some)))))
    bar.setAttribute("aria-label", t("cf.odds", { odds: shown.map(said).join("; ") }))
    bar.hidden = shown.length === 0
    for (const [line, [one, thousand]] of figures.entries()) {
      const share = sum(found[line])
      fill(one, share > 0 ? t("cf.one-in", { number: number(Math.round(10 / share) / 10) }) : "–")
      fill(thousand, share > 0 ? rounded(share * 1000) : "–")
    }
  })
  const heads = [t("cf.prize.head"), t("cf.prize.amount"), t("cf.weight"), t("cf.chance"), t("cf.thousand")]
  /** @param {number} place @param {Path} row @param {number} length */
  const cells = (place, row, length) => {
    const [one, thousand] = figures[lines.findIndex((line) => line.place === place)]
    const label = t("cf.weight-of", { number: place + 1 })
    const weight = form.number([...row, "weight"], label, { isBare: true, isRequired: true })
    if (length === 1) return [prize(form, row, place + 1, gifts), amount(form, row, place + 1), weight, one, thousand]
    // Each number of a range is as likely.
    weight.querySelector("input")?.addEventListener("input", () => {
      const value = form.at([...row, "weight"])
      form.put(path, form.at(path).map((/** @type {any} */ other, /** @type {number} */ at) =>
        (at > place && at < place + length ? { ...other, weight: value } : other)))
    })
    const [least, most] = [list[place].coins, list[place + length - 1].coins]
    return [h("span", { class: "num" }, t("cf.coins")), h("span", { class: "num" }, range(least, most)), weight, one,
      thousand]
  }
  return [bar, rows(form, path, t("cf.award.weighted"), heads, cells, lines, addRange(form, path)),
    h("p", { class: "small soft" }, t("cf.weight.hint"),
      lines.some(({ length }) => length > 1) && [" ", t("cf.prize.range.hint")])]
}

/**
 * How many coins a prize has, or how many gifts there are.
 * @param {Form} form
 * @param {Path} row
 * @param {number} place
 */
const amount = (form, row, place) => isAbsent(form.at([...row, "gift"]))
  ? form.number([...row, "coins"], t("cf.coins-of", { number: place }), { isBare: true, isRequired: true })
  : form.number([...row, "most"], t("cf.most-of", { number: place }), { isBare: true, placeholder: t("cf.no-limit") })

/**
 * What a prize is: coins, or a gift in their place.
 * @param {Form} form
 * @param {Path} row
 * @param {number} place
 * @param {Gift[]} gifts
 */
function prize(form, row, place, gifts) {
  const path = [...row, "gift"]
  const element = form.choice(path, t("cf.prize-of", { number: place }),
    [{ value: "", label: t("cf.coins") }, ...gifts], { isBare: true })
  const select = element.querySelector("select")
  select?.addEventListener("input", () => {
    for (const name of select.value ? ["coins"] : ["most"]) form.put([...row, name], undefined)
    form.redraw("prizes", path)
  })
  return element
}

/** @param {number} value */
const rounded = (value) => number(Number(value.toPrecision(4)))

/** @param {Form} form */
function table(form) {
  const path = ["award", "table", "rows"]
  const value = form.at(["award", "table"])
  if (!isObject(value) || !Array.isArray(value.rows) || !value.rows.every(isObject)) {
    return form.json(["award", "table"], "table")
  }
  const has = (/** @type {string} */ name) => value.rows.some((/** @type {any} */ row) => !isAbsent(row[name]))
  const isText = has("value") || (kindOfRows.get(form) === "texts" && !has("from") && !has("below"))
  const isNumber = has("from") || has("below") || !isText
  return [
    h("div", { class: "pairs3 two-col" },
      form.field(["award", "table", "fact"], t("cf.fact"), { hint: t("cf.fact.hint"), isRequired: true }),
      form.number(["award", "table", "otherwise"], t("cf.otherwise"),
        { hint: t("cf.otherwise.hint"), placeholder: "0" })),
    !form.isFixed(path) && !has("value") && !has("from") && !has("below") && choices(t("cf.rows.kind"), [
      { value: "numbers", label: t("cf.rows.numbers") }, { value: "texts", label: t("cf.rows.texts") },
    ], { value: isText ? "texts" : "numbers", onChange: (kind) => {
      kindOfRows.set(form, kind)
      form.redraw("prizes", [...path, 0, kind === "texts" ? "value" : "from"])
    } }),
    rows(form, path, t("cf.award.table"), [
      ...isNumber ? [t("cf.from"), t("cf.below")] : [], ...isText ? [t("cf.value")] : [], t("cf.coins"),
    ], (place, row) => [
      ...isNumber ? [form.number([...row, "from"], t("cf.from-of", { number: place + 1 }), { isBare: true }),
        form.number([...row, "below"], t("cf.below-of", { number: place + 1 }), { isBare: true })] : [],
      ...isText ? [form.field([...row, "value"], t("cf.value-of", { number: place + 1 }), { isBare: true })] : [],
      form.number([...row, "coins"], t("cf.coins-of", { number: place + 1 }), { isBare: true, isRequired: true }),
    ], eachAlone(value.rows)),
    h("p", { class: "small soft" }, t(isText ? "cf.rows.texts.hint" : "cf.rows.numbers.hint")),
    form.others(["award", "table"], ["fact", "rows", "otherwise"], "prizes"),
  ]
}

/** Numbers or texts, as chosen before a row has either. @type {WeakMap<Form, string>} */
const kindOfRows = new WeakMap()
