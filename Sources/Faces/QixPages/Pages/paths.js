/** Patterns of addresses: `/console/users/:user`. */

/**
 * The values of a path by the names in a pattern; undefined where it doesn't fit. A name with `*` takes the rest.
 * @param {string} pattern
 * @param {string} path
 * @returns {Record<string, string> | undefined}
 */
export function match(pattern, path) {
  const wanted = pattern.split("/")
  const given = path.replace(/(?<=.)\/$/, "").split("/")
  const takesRest = wanted.at(-1)?.startsWith("*") ?? false
  if (takesRest ? given.length < wanted.length : given.length !== wanted.length) return undefined
  /** @type {Record<string, string>} */
  const values = {}
  for (const [place, part] of wanted.entries()) {
    try {
      if (part.startsWith(":")) values[part.slice(1)] = decodeURIComponent(given[place])
      else if (part.startsWith("*")) values[part.slice(1)] = given.slice(place).map(decodeURIComponent).join("/")
      else if (part !== given[place]) return undefined
      if (part.startsWith(":") && given[place] === "") return undefined
    } catch {
      // A broken escape names nothing.
      return undefined
    }
  }
  return values
}

/**
 * The address of a pattern with its values.
 * @param {string} pattern
 * @param {Record<string, string>} values
 */
export const filled = (pattern, values) =>
  pattern.replaceAll(/:(\w+)/g, (whole, name) => {
    if (!(name in values)) throw new TypeError(`paths: '${name}' of ${pattern} is missing`)
    return encodeURIComponent(values[name])
  })
