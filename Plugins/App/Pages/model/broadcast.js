/**
 * A shake is told to those who observe, the one on screen first; who takes it ends it (acceptance B3). Others hear
 * nothing.
 */

/** @typedef {() => boolean} Observer whether it takes the shake */

/** @type {Observer[]} */
const observers = []

/**
 * Observes shakes until the returned function is called, before those who have begun earlier.
 * @param {Observer} observer
 * @param {AbortSignal} [signal]
 */
export function observe(observer, signal) {
  observers.push(observer)
  const stop = () => {
    const place = observers.indexOf(observer)
    if (place >= 0) observers.splice(place, 1)
  }
  signal?.addEventListener("abort", stop, { once: true })
  return stop
}

/** Tells of a shake. @returns {boolean} whether it was taken */
export const broadcast = () => observers.toReversed().some((observer) => observer())
