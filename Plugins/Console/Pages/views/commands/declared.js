/** The commands as the server declares them, and what a form of one becomes: a request, and a line of a shell. */


import { quoted } from "../../../ground/parts/says.js"

/**
 * @typedef {object} Parameter
 * @property {string} name in requests
 * @property {string} label on command lines: `--reason`, or `USER` where it stands by itself
 * @property {"path" | "query" | "body"} in
 * @property {"flag" | "text" | "secret" | "file" | "lines"} kind
 * @property {string} help
 * @property {boolean} required
 * @property {boolean} repeated
 * @property {string} [placeholder]
 * @property {string[]} [choices]
 * @property {string} [default]
 * @property {string} [word] what a flag may be besides true
 * @property {"key" | "rows" | "cursor" | "dry-run" | "format-of-lines" | "results" | "personal"} [purpose]
 */
/**
 * @typedef {object} Declared
 * @property {string} command `wallet show`
 * @property {string} summary
 * @property {string} discussion
 * @property {string[]} roles
 * @property {string} [reason] why it has no address
 * @property {string} [method]
 * @property {string} [path]
 * @property {"reads" | "changes" | "discloses"} [effect]
 * @property {boolean} [followed]
 * @property {Parameter[]} [parameters]
 */
/** Texts by the names of parameters; true for a flag, a list for what is repeated, a file. */
/** @typedef {Record<string, string | boolean | string[] | File | undefined>} Values */
/**
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} path
 * @property {Record<string, any>} query
 * @property {Record<string, any> | undefined} body
 * @property {Record<string, File>} files by their parameters, sent as a form
 * @property {File} [lines] sent as they are, with all else in the query
 */

/** What the form itself sets, or the page. */
const OWN = new Set(["key", "cursor", "dry-run", "format-of-lines", "results"])

/** The parameters that a form asks for. @param {Declared} command */
export const asked = (command) => (command.parameters ?? []).filter((one) => !OWN.has(one.purpose ?? ""))

/** @param {Declared} command @param {string} purpose */
export const withPurpose = (command, purpose) => command.parameters?.find((one) => one.purpose === purpose)

/** @param {Values[string]} value */
const isGiven = (value) => value !== undefined && value !== false && value !== "" &&
  !(Array.isArray(value) && value.length === 0)

/** The names of what still has to be given. @param {Declared} command @param {Values} values */
export const missing = (command, values) =>
  asked(command).filter((one) => one.required && !isGiven(values[one.name])).map((one) => one.name)

/**
 * Whole numbers may be typed as the page writes them: 10,000 or 10.000.
 * @param {Parameter} parameter
 * @param {Values[string]} value
 */
const plain = (parameter, value) =>
  (typeof value === "string" && ["COINS", "N"].includes(parameter.placeholder ?? "") &&
    /^\d{1,3}([.,\s’'])\d{3}(?:\1\d{3})*$/u.test(value)
    ? value.replaceAll(/\D/g, "")
    : value)

/**
 * The request that does what a form says.
 * @param {Declared} command
 * @param {Values} values
 * @param {{ isDryRun?: boolean, after?: string }} [options] after: the next page, by its cursor
 * @returns {Asked}
 */
export function requestOf(command, values, { isDryRun = false, after } = {}) {
  const all = { ...values }
  const [dryRun, cursor] = [withPurpose(command, "dry-run"), withPurpose(command, "cursor")]
  if (isDryRun && dryRun) all[dryRun.name] = true
  if (after && cursor) all[cursor.name] = after
  /** @type {Asked} */
  const request = {
    method: command.method ?? "GET", path: command.path ?? "", query: {}, files: {},
    body: ["POST", "PUT", "PATCH"].includes(command.method ?? "") ? {} : undefined,
  }
  const given = (command.parameters ?? []).filter((one) => isGiven(all[one.name]))
  const lines = given.find((one) => one.kind === "lines" && all[one.name] instanceof File)
  for (const parameter of given) {
    const value = plain(parameter, all[parameter.name])
    if (parameter.in === "path") {
      request.path = request.path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)))
    } else if (value instanceof File) {
      if (parameter === lines) request.lines = value
      else request.files[parameter.name] = value
    } else if (parameter.in === "query" || lines || !request.body) {
      request.query[parameter.name] = value
    } else {
      request.body[parameter.name] = value
    }
  }
  if (request.lines) request.body = undefined
  return request
}

/**
 * The line that does the same. What is secret or personal isn't written: it comes from a file, or standard input.
 * @param {Declared} command
 * @param {Values} values
 * @param {string} [program]
 */
export function lineOf(command, values, program = "qix") {
  const words = [program, ...command.command.split(" ")]
  const options = []
  for (const parameter of asked(command)) {
    const value = plain(parameter, values[parameter.name])
    if (!isGiven(value)) continue
    const isOption = parameter.label.startsWith("-")
    if (parameter.kind === "flag") {
      options.push(value === true || value === "true" ? parameter.label : `${parameter.label}=${quoted(String(value))}`)
      continue
    }
    for (const one of [value].flat()) {
      const text = written(parameter, one)
      if (isOption) options.push(`${parameter.label} ${text}`)
      else words.push(text)
    }
  }
  return [...words, ...options].join(" ")
}

/** @param {Parameter} parameter @param {Values[string]} value */
function written(parameter, value) {
  if (value instanceof File) return quoted(value.name)
  if (parameter.kind === "secret") return "FILE"
  return parameter.purpose === "personal" ? "-" : quoted(String(value))
}

/**
 * The first words of commands, with those that begin so.
 * @template {{ command: string }} C
 * @param {C[]} commands
 * @returns {[string, C[]][]}
 */
export function grouped(commands) {
  /** @type {Map<string, C[]>} */
  const groups = new Map()
  for (const command of commands) {
    const [first] = command.command.split(" ")
    groups.set(first, [...groups.get(first) ?? [], command])
  }
  return [...groups].sort(([one], [other]) => one.localeCompare(other, "en"))
}

/**
 * Where the form of a command is, with values to begin with.
 * @param {string} command
 * @param {Record<string, string>} [values]
 */
export function formAddress(command, values = {}) {
  const query = new URLSearchParams(values).toString()
  return `/console/commands/${command.split(" ").map(encodeURIComponent).join("/")}${query && `?${query}`}`
}

/**
 * What an address gives a form to begin with: nothing secret, no file, and no choice that isn't one.
 * @param {Declared} command
 * @param {URLSearchParams} query
 * @returns {Values}
 */
export function valuesOf(command, query) {
  /** @type {Values} */
  const values = {}
  for (const parameter of asked(command)) {
    const given = query.getAll(parameter.name)
    if (given.length === 0 || ["secret", "file", "lines"].includes(parameter.kind)) continue
    if (parameter.choices && !given.every((one) => parameter.choices?.includes(one))) continue
    if (parameter.kind === "flag") values[parameter.name] = given[0] !== "false"
    else values[parameter.name] = parameter.repeated ? given : given[0]
  }
  return values
}

/** `held_until` as words: "held until". @param {string} key */
export const words = (key) => key.replaceAll("_", " ")

