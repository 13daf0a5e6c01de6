/** A picture that another app shares with this one: the service worker keeps it until the page takes it. */

/** Where the worker keeps it (sw.js). */
const NAME = "qix-shared"
const ADDRESS = "/app/share"
/** Milliseconds for which it is kept. */
const LIFE = 3_600_000

/** Takes the picture, once. @returns {Promise<Blob | undefined>} undefined where there is none */
export async function sharedPicture() {
  try {
    const kept = await (await caches.open(NAME)).match(ADDRESS)
    await caches.delete(NAME)
    const isYoung = Date.now() - Date.parse(kept?.headers.get("Date") ?? "") < LIFE
    return isYoung ? await kept?.blob() : undefined
  } catch {
    // Browsers that keep nothing have none.
    return undefined
  }
}

/** Forgets it. */
export const dropShared = () => globalThis.caches?.delete(NAME).catch(() => undefined)
