/**
 * The service worker: the app opens without a network. It keeps the files of one version, and of the server's answers
 * none: what a user may see offline lies in the page's own store. A picture that is shared waits here for the page.
 */

const worker = /** @type {any} */ (globalThis)
const NAME = "qix-app"
/** Milliseconds to wait for the page before the kept one is shown. */
const PATIENCE = 4000
/** The address of the page itself, whatever view it shows. */
const PAGE = "/app/"
/** Bytes of a picture that is taken. */
const MOST = 24 << 20
/** Where other apps share pictures to, and where one is kept; a new version leaves it. */
const [SHARE, SHARED] = [`${PAGE}share`, "qix-shared"]
/** What changes without its address: asked for again each time, and kept for times without a network. */
const CHANGING = new Set(["/brand.css", "/brand.json", "/brand-logo", "/app.webmanifest", "/app/icon.svg"])

worker.addEventListener("install", (/** @type {any} */ event) =>
  event.waitUntil(refresh().then(() => worker.skipWaiting())))

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()))

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url)
  if (event.request.method === "POST" && url.origin === location.origin && url.pathname === SHARE) {
    return event.respondWith(shared(event.request))
  }
  if (event.request.method !== "GET" || url.origin !== location.origin) return
  if (event.request.mode === "navigate") {
    if (url.pathname.startsWith(PAGE)) event.respondWith(page(event))
  } else if (url.pathname.startsWith(`${PAGE}files-`)) event.respondWith(file(event.request))
  else if (CHANGING.has(url.pathname)) event.respondWith(changing(event.request))
})

/** Keeps the picture that another app shares until the page takes it (model/shared.js). @param {Request} request */
async function shared(request) {
  try {
    // Another site that sends a picture is no app of this phone. What is too large isn't taken by the server either.
    if (request.referrer && new URL(request.referrer).origin !== location.origin) throw new Error("another site")
    const pictures = (await request.formData()).getAll("image")
    const picture = pictures.find((one) => one instanceof File && one.size > 0 && one.size <= MOST && /^(image\/|application\/pdf$)/.test(one.type))
    const cache = await caches.open(SHARED)
    if (picture) await cache.put(SHARE, new Response(picture, { headers: { Date: new Date().toUTCString() } }))
    else await caches.delete(SHARED)
  } catch {
    // The page says that there is no picture.
  }
  return Response.redirect(`${PAGE}shake/shared`, 303)
}

/** The page as it is now; the kept one where there is no network. @param {any} event */
async function page(event) {
  try {
    const response = await fetch(PAGE, { signal: AbortSignal.timeout(PATIENCE), credentials: "omit" })
    // There is no app any more.
    if (response.status === 404 || response.status === 410) event.waitUntil(end())
    else if (!response.ok) throw new Error(`status ${response.status}`)
    else event.waitUntil(keep(response.clone()))
    return response
  } catch {
    return (await find(PAGE)) ?? Response.error()
  }
}

/** A file whose address changes with its content. @param {Request} request */
async function file(request) {
  const kept = await find(request)
  if (kept) return kept
  const response = await fetch(request)
  if (isKept(response)) {
    const { prefix } = parts(request.url)
    if (await caches.has(`${NAME} ${prefix}`)) await (await caches.open(`${NAME} ${prefix}`)).put(request, response.clone())
  }
  return response
}

/** @param {Request} request */
async function changing(request) {
  try {
    const response = await fetch(request)
    const [name] = (await caches.keys()).filter((one) => one.startsWith(NAME))
    if (isKept(response) && name) await (await caches.open(name)).put(new URL(request.url).pathname, response.clone())
    return response
  } catch {
    return (await find(new URL(request.url).pathname)) ?? Response.error()
  }
}

/** Whether an answer is what was asked for, and no page that stands in for it. @param {Response} response */
const isKept = (response) =>
  response.ok && !response.redirected && !/html/i.test(response.headers.get("Content-Type") ?? "")

/** @param {string | Request} request */
const find = (request) => caches.match(request, { ignoreVary: true })

/** @param {string} address */
const parts = (address) => ({ prefix: /\/app\/files-[0-9a-f]+\//.exec(address)?.[0] ?? "" })

async function refresh() {
  const response = await fetch(PAGE, { cache: "no-store", credentials: "omit" })
  if (!response.ok) throw new Error(`status ${response.status}`)
  await keep(response)
}

/** Keeps the files of the version that a page belongs to; those of others go. @param {Response} response */
async function keep(response) {
  if (await isOff()) return end()
  const text = await response.clone().text()
  // What stands in for the app, such as a proxy's notice, is shown and not kept.
  if (response.redirected || !/\/app\/(files-[0-9a-f]+\/)?app\.js/.test(text)) return
  const { prefix } = parts(text)
  const name = `${NAME} ${prefix}`
  const cache = await caches.open(name)
  if (!await cache.match(PAGE)) {
    const names = prefix ? await fetch(`${prefix}files.json`).then((one) => one.json()) : []
    const needed = [...CHANGING].filter((one) => one !== "/brand-logo")
    await Promise.all([...needed, ...names.map((/** @type {string} */ one) => prefix + one)].map(async (address) => {
      const answer = await fetch(address)
      if (!isKept(answer)) throw new Error(`${address}: status ${answer.status}`)
      await cache.put(address, answer)
    }))
  }
  // It says that all the others are there. Only then those of other versions go.
  await cache.put(PAGE, response)
  for (const other of await caches.keys()) if (other.startsWith(NAME) && other !== name) await caches.delete(other)
}

/** Whether the operator has switched the worker off. */
async function isOff() {
  const brand = await fetch("/brand.json", { cache: "no-store", credentials: "omit" }).then((one) => one.json())
    .catch(() => ({}))
  return brand.offline === false
}

/** Goes, with all that it has kept. */
async function end() {
  for (const name of await caches.keys()) if (name.startsWith(NAME) || name === SHARED) await caches.delete(name)
  await worker.registration.unregister()
}
