/** Opening without a network: the service worker, and the notice of a new version. */

import { brand } from "../../ground/brand.js"
import { pocket } from "./pocket.js"

const WORKER = "/app/sw.js"

/** The one address from which a worker may be made (Trusted Types). */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("qix", {
  createScriptURL: (/** @type {string} */ address) => {
    if (address === WORKER) return address
    throw new TypeError("app: no other script")
  },
})

/** Minutes between two looks whether there is a new version. */
const PAUSE = 10

/**
 * Begins to keep the app for times without a network, unless the operator has switched that off.
 * @param {() => void} onNew there is a new version
 */
export async function keepOffline(onNew) {
  if (!navigator.serviceWorker) return
  if (/** @type {any} */ (brand).offline === false) {
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    for (const name of await caches.keys()) await caches.delete(name)
    await pocket.close()
    return
  }
  await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER, { scope: "/app/" })
    .catch(() => undefined)
  let looked = Date.now()
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden || Date.now() - looked < PAUSE * 60_000) return
    looked = Date.now()
    const text = await fetch("/app/", { cache: "no-store", credentials: "omit" }).then((one) => one.text(), () => "")
    const [now] = /files-[0-9a-f]+/.exec(text) ?? []
    const [own] = /files-[0-9a-f]+/.exec(import.meta.url) ?? []
    if (now && own && now !== own) onNew()
  })
}
