/** JSON Patch (RFC 6902): how a followed answer changes. Values are never changed in place; what stays is shared. */

/**
 * @typedef {{ op: string, path: string, from?: string, value?: any }} Operation
 */

/** A patch that doesn't fit the value: the follower takes the whole answer again. */
export class PatchFault extends Error {}

/**
 * The parts of a JSON Pointer (RFC 6901).
 * @param {string} pointer
 * @returns {string[]}
 */
export function parts(pointer) {
  if (pointer === "") return []
  if (!pointer.startsWith("/")) throw new PatchFault(`a pointer begins with a slash: '${pointer}'`)
  return pointer.slice(1).split("/").map((part) => {
    if (/~(?![01])/.test(part)) throw new PatchFault(`'~' stands before 0 or 1: '${pointer}'`)
    return part.replaceAll("~1", "/").replaceAll("~0", "~")
  })
}

/**
 * The value after all operations, or a fault and no change.
 * @param {any} value
 * @param {Operation[]} operations
 */
export function patched(value, operations) {
  return operations.reduce(applied, value)
}

/**
 * @param {any} value
 * @param {Operation} operation
 */
function applied(value, { op, path, from, value: given }) {
  const at = parts(path)
  switch (op) {
    case "add":
      return changed(value, at, () => given, "add")
    case "replace":
      found(value, at)
      return changed(value, at, () => given, "replace")
    case "remove":
      found(value, at)
      return changed(value, at, () => undefined, "remove")
    case "move": {
      const source = parts(from ?? "")
      if (at.length > source.length && source.every((part, index) => part === at[index])) {
        throw new PatchFault(`'${from}' can't be moved into itself`)
      }
      const moved = found(value, source)
      return changed(changed(value, source, () => undefined, "remove"), at, () => moved, "add")
    }
    case "copy": {
      const copied = found(value, parts(from ?? ""))
      return changed(value, at, () => copied, "add")
    }
    case "test":
      if (!isEqual(found(value, at), given)) throw new PatchFault(`'${path}' is another value`)
      return value
    default:
      throw new PatchFault(`there is no operation '${op}'`)
  }
}

/**
 * @param {any} value
 * @param {string[]} at
 */
function found(value, at) {
  for (const part of at) {
    if (Array.isArray(value)) value = value[index(part, value.length - 1)]
    else if (isObject(value) && Object.hasOwn(value, part)) value = value[part]
    else throw new PatchFault(`there is no '${part}'`)
  }
  return value
}

/**
 * A copy in which one member is another.
 * @param {any} value
 * @param {string[]} at
 * @param {() => any} make
 * @param {"add" | "replace" | "remove"} how
 * @returns {any}
 */
function changed(value, at, make, how) {
  if (at.length === 0) return how === "remove" ? null : make()
  const [part, ...rest] = at
  if (Array.isArray(value)) {
    const copy = [...value]
    if (rest.length > 0) {
      const place = index(part, value.length - 1)
      copy[place] = changed(value[place], rest, make, how)
    } else if (how === "add") {
      copy.splice(part === "-" ? value.length : index(part, value.length), 0, make())
    } else if (how === "remove") {
      copy.splice(index(part, value.length - 1), 1)
    } else {
      copy[index(part, value.length - 1)] = make()
    }
    return copy
  }
  if (!isObject(value)) throw new PatchFault(`'${part}' is looked for in what is neither an array nor an object`)
  if (rest.length > 0 && !Object.hasOwn(value, part)) throw new PatchFault(`there is no '${part}'`)
  const members = Object.entries(value).filter(([key]) => key !== part || how !== "remove")
  if (how !== "remove") {
    const made = rest.length > 0 ? changed(value[part], rest, make, how) : make()
    const place = members.findIndex(([key]) => key === part)
    members.splice(place < 0 ? members.length : place, place < 0 ? 0 : 1, [part, made])
  } else if (rest.length > 0) {
    const place = Object.keys(value).indexOf(part)
    members.splice(place, 0, [part, changed(value[part], rest, make, how)])
  }
  // `fromEntries` makes members of their own, of `__proto__` too.
  return Object.fromEntries(members)
}

/**
 * @param {string} part
 * @param {number} most
 */
function index(part, most) {
  if (!/^(?:0|[1-9]\d*)$/.test(part) || Number(part) > most) throw new PatchFault(`there is no element '${part}'`)
  return Number(part)
}

/** @param {any} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Whether two values of JSON are the same; the order of members doesn't count.
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
export function isEqual(one, other) {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, place) => isEqual(value, other[place]))
  }
  if (!isObject(one) || !isObject(other)) return one === other
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
}
