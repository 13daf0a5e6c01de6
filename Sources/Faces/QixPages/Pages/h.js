/** Elements made of plain calls. Text is only ever a text node, so nothing that users wrote becomes markup. */

/** @typedef {Node | string | number | bigint | false | null | undefined} Leaf */
/** @typedef {Leaf | Leaf[] | readonly (Leaf | readonly any[])[]} Child */
/**
 * Attributes by their names, and `class` (a text or a list), `on…` (a listener), `dataset`, `style` (custom and other
 * properties, set one by one), and true or false for attributes without a value.
 * @typedef {Record<string, any>} Props
 */

const SVG = "http://www.w3.org/2000/svg"

/** Attributes that lead somewhere: only these addresses are set. */
const ADDRESSES = new Set(["href", "src", "action", "formaction", "poster", "xlink:href"])
const ADDRESS = /^(?:\/(?![/\\])|#|\?|https:\/\/|mailto:|tel:|blob:)/

/**
 * Whether an address leads to this site, or openly to another one. Controls and blanks, which browsers skip, count.
 * @param {string} address
 */
export function isAllowed(address) {
  return ADDRESS.test(address) && ![...address].some((character) => character <= " " || character === "\u007f")
}

/**
 * An element of HTML.
 * @template {string} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement}
 */
export function h(tag, props, ...children) {
  return /** @type {any} */ (filled(document.createElement(tag), props, children))
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, props, ...children) {
  return filled(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), props, children)
}

/**
 * Sets what an element has, and adds children.
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {Props | null | undefined} props
 * @param {Child[]} children
 * @returns {E}
 */
function filled(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value)
  element.append(...nodes(children))
  return element
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {any} value
 */
function set(element, name, value) {
  if (value === null || value === undefined) return
  if (name.startsWith("on")) {
    if (typeof value === "function") element.addEventListener(name.slice(2).toLowerCase(), value)
    else if (value !== false) throw new TypeError(`h: ${name} takes a function`)
  } else if (name === "class") {
    const classes = [value].flat(2).filter(Boolean).join(" ")
    if (classes) element.setAttribute("class", classes)
  } else if (name === "dataset") {
    for (const [key, text] of Object.entries(value)) element.dataset[key] = String(text)
  } else if (name === "style") {
    for (const [key, text] of Object.entries(value)) element.style.setProperty(key, String(text))
  } else if (name === "value" || name === "checked" || name === "selected" || name === "indeterminate") {
    // What a field holds, not what it began with.
    Object.assign(element, { [name]: value })
  } else if (name.startsWith("aria-") || value === "") {
    element.setAttribute(name, String(value))
  } else if (value === true) {
    element.setAttribute(name, "")
  } else if (value !== false) {
    if (name === "srcdoc" || name === "innerHTML") throw new TypeError(`h: ${name} is never set`)
    if (ADDRESSES.has(name) && !isAllowed(String(value))) throw new TypeError(`h: ${name} may not be '${value}'`)
    element.setAttribute(name, String(value))
    if (name === "href" && String(value).startsWith("https:")) element.setAttribute("rel", "noopener noreferrer")
  }
}

/**
 * Children as nodes and texts, without those that aren't there.
 * @param {readonly any[]} children
 * @returns {(Node | string)[]}
 */
export function nodes(children) {
  /** @type {(Node | string)[]} */
  const all = []
  for (const child of children) {
    if (Array.isArray(child)) all.push(...nodes(child))
    else if (child === null || child === undefined || child === false) continue
    else all.push(typeof child === "object" ? child : String(child))
  }
  return all
}

/**
 * Puts other children into an element.
 * @template {Element} E
 * @param {E} element
 * @param {...Child} children
 * @returns {E}
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children))
  return element
}

let last = 0
/**
 * An id that no other element of the page has.
 * @param {string} prefix
 */
export const uniqueID = (prefix) => `${prefix}-${++last}`
