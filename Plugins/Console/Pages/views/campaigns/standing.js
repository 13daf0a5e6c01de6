const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]"

/**
 * Does what changes a part of a page, and leaves open what was open, and the focus where it was.
 * @param {Element} place
 * @param {() => void} change
 */
export function standing(place, change) {
  const all = () => [...place.querySelectorAll(FOCUSABLE)]
  const open = [...place.querySelectorAll("details")].map((one) => one.open)
  const focus = document.activeElement ? all().indexOf(document.activeElement) : -1
  const key = (/** @type {Element | null} */ one) => one?.getAttribute("href") ?? one?.getAttribute("data-act")
  const named = focus >= 0 ? key(document.activeElement) : undefined
  change()
  for (const [at, one] of [...place.querySelectorAll("details")].entries()) if (open[at]) one.open = true
  if (focus < 0 || place.contains(document.activeElement)) return
  const next = (named && all().find((one) => key(one) === named)) || all()[Math.min(focus, all().length - 1)]
  if (next instanceof HTMLElement) next.focus({ preventScroll: true })
}
