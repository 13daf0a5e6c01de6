/** Where one is, as the link says by which one came: what shakes and cards follow from (acceptance B3). */

const KEY = "qix.context"

/** @typedef {{ link?: string, session?: string, place?: string }} Context */

export const context = {
  /** @returns {Context} */
  get current() {
    try {
      return JSON.parse(sessionStorage.getItem(KEY) ?? "{}")
    } catch {
      return {}
    }
  },

  /** @param {Context} value */
  set current(value) {
    try {
      if (Object.values(value).some(Boolean)) sessionStorage.setItem(KEY, JSON.stringify(value))
      else sessionStorage.removeItem(KEY)
    } catch {
      // Without it a link counts for the page that it opens.
    }
  },
}
