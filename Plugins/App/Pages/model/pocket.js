/**
 * What this browser keeps for times without a network: the wallet as it was last seen, vouchers, the key of the code for
 * tills, and what waits to be sent. Signing out and erasing empty it.
 */

import { dropShared } from "./shared.js"

const NAME = "qix"
const STORES = /** @type {const} */ (["pocket", "queue"])

/**
 * Milliseconds that a browser has for an answer. After that the page takes it for one that keeps nothing: Safari's engine
 * may never end a change.
 */
const PATIENCE = 3000

/** @type {Promise<IDBDatabase> | undefined} */
let opened
let isMute = false

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => STORES.forEach((store) => request.result.createObjectStore(store))
    request.onsuccess = () => {
      // A newer page wants another form: it may have it at once.
      request.result.onversionchange = () => request.result.close()
      request.result.onclose = () => (opened = undefined)
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return opened
}

/**
 * @template T
 * @param {typeof STORES[number]} store
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T | undefined>} undefined also where the browser keeps nothing
 */
async function within(store, mode, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  try {
    if (isMute) throw new Error("this browser doesn't answer")
    const answer = open().then((database) => new Promise((resolve, reject) => {
      const transaction = database.transaction(store, mode)
      const request = act(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = transaction.onerror = () => reject(transaction.error)
    }))
    return await Promise.race([answer, new Promise((_, reject) => {
      timer = setTimeout(() => {
        isMute = true
        reject(new Error("this browser doesn't answer"))
      }, PATIENCE)
    })])
  } catch (error) {
    // Private windows may keep nothing; the app works without. What waits must not be lost silently.
    if (store === "queue" && mode === "readwrite") throw error
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

let isClosed = false

/** @param {typeof STORES[number]} store */
const shelf = (store) => ({
  /** @param {string} key @returns {Promise<any>} */
  get: (key) => within(store, "readonly", (one) => one.get(key)),
  /** @returns {Promise<any[]>} in the order of their keys */
  all: async () => (await within(store, "readonly", (one) => one.getAll())) ?? [],
  /** @param {string} key @param {any} value */
  put: async (key, value) => (isClosed ? undefined : within(store, "readwrite", (one) => one.put(value, key))),
  /** @param {string} key */
  remove: (key) => within(store, "readwrite", (one) => one.delete(key)),
})

export const waiting = shelf("queue")

export const pocket = {
  ...shelf("pocket"),
  /** Forgets all of it, and a picture that was shared with the app. */
  clear: () => Promise.all([...STORES.map((store) => within(store, "readwrite", (one) => one.clear())), dropShared()]),
  /** Keeps nothing from now on, and forgets all but what waits to be sent. */
  async close() {
    isClosed = true
    await within("pocket", "readwrite", (one) => one.clear())
  },
}
