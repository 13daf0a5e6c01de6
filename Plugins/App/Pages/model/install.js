/** Putting the app on the home screen: by the browser's own question, or by hand on an iPhone. */

/** @type {any} */
let question
globalThis.addEventListener?.("beforeinstallprompt", (event) => {
  // It is asked when the user presses the button, and not by itself.
  event.preventDefault()
  question = event
})

const isInstalled = () =>
  matchMedia("(display-mode: standalone)").matches || /** @type {any} */ (navigator).standalone === true

export const install = {
  /** How it can be done here: `ask`, `hand` (on an iPhone or iPad), or undefined where it is done or can't be. */
  get way() {
    if (isInstalled()) return undefined
    if (question) return "ask"
    return /** @type {any} */ (navigator).standalone === false ? "hand" : undefined
  },

  async ask() {
    await question?.prompt()
    question = undefined
  },
}
